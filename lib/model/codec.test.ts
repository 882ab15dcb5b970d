import { describe, expect, it, vi } from 'vitest';
import { bytes, type Codec, float64, int64, text } from './codec.js';
import { json, type StandardSchemaLike } from './json-codec.js';

/** Writes a value and reads it again. */
function around<Out, In>(codec: Codec<Out, In>, value: In): Out {
  return codec.decode(codec.encode(value));
}

const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

/** Accepts a number as text, and returns the number. */
const numeric: StandardSchemaLike<string, number> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) =>
      Number.isFinite(Number(value)) ? { value: Number(value) } : { issues: [{ message: 'no number' }] },
  },
};

describe('The codecs', () => {
  it('read what they wrote', () => {
    expect(around(text, 'grüße')).toBe('grüße');
    expect(around(int64, -5)).toBe(-5n);
    expect(around(int64, 2n ** 62n)).toBe(2n ** 62n);
    expect(around(float64, -0.1)).toBe(-0.1);
    expect(around(bytes, 'v')).toEqual(new Uint8Array([118]));
    expect(around(json(), { a: [1, null, 'x'] })).toEqual({ a: [1, null, 'x'] });
    expect(around(json(), null)).toBe(null);
  });

  it('write counters as increments do, and return separate bytes (W-32)', () => {
    expect([...int64.encode(1)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    const given = new Uint8Array([1]);
    expect(bytes.encode(given)).not.toBe(given);
  });

  it('refuse what they cannot write', () => {
    for (const write of [
      () => text.encode(5 as never),
      () => text.encode('\ud800'),
      () => int64.encode(1.5),
      () => int64.encode(2n ** 63n),
      () => float64.encode('1' as never),
      () => bytes.encode(5 as never),
      () => json().encode(undefined),
      () => json().encode(5n),
    ]) {
      expect(write).toThrow(refused);
    }
  });

  it('refuse what they cannot read', () => {
    const broken = new Uint8Array([0xff, 0x22]);
    for (const codec of [text, int64, float64, json()]) expect(() => codec.decode(broken)).toThrow(refused);
    expect(() => json().decode(new Uint8Array([0x7b]))).toThrow(refused);
    expect(() => int64.decode(new Uint8Array(9))).toThrow(refused);
  });

  it('let a schema validate what is written and convert what is read', () => {
    const codec = json(numeric);
    expect(new TextDecoder().decode(codec.encode('12'))).toBe('"12"');
    expect(around(codec, '12')).toBe(12);
    expect(() => codec.encode('twelve')).toThrow('the schema rejects this value: no number');
    expect(() => codec.decode(json().encode('twelve'))).toThrow(refused);
    const slow = { '~standard': { ...numeric['~standard'], validate: async () => ({ value: 1 }) } };
    expect(() => json(slow as StandardSchemaLike).encode('12')).toThrow('synchronously');
  });

  it('handle the rejection of a schema that validates asynchronously', async () => {
    const rejecting = Promise.reject(new Error('late'));
    const then = vi.spyOn(rejecting, 'then');
    const slow = { '~standard': { ...numeric['~standard'], validate: () => rejecting } };
    expect(() => json(slow as unknown as StandardSchemaLike).encode('12')).toThrow('synchronously');
    expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
  });
});
