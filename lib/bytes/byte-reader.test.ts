import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';

const parameters = { seed: testSeed(1), numRuns: testRuns(300) };

/** One thing to write, and to read back. */
const field = fc.oneof(
  fc.record({ kind: fc.constant('u8' as const), value: fc.integer({ min: 0, max: 0xff }) }),
  fc.record({ kind: fc.constant('u16' as const), value: fc.integer({ min: 0, max: 0xffff }) }),
  fc.record({ kind: fc.constant('u32' as const), value: fc.integer({ min: 0, max: 0xffffffff }) }),
  fc.record({ kind: fc.constant('f64' as const), value: fc.double({ noNaN: true }) }),
  fc.record({ kind: fc.constant('i64' as const), value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }),
  fc.record({ kind: fc.constant('sized' as const), value: fc.uint8Array({ maxLength: 100 }) }),
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'binary', maxLength: 60 }) }),
);

describe('ByteReader', () => {
  it('reads what ByteWriter wrote, and reports CORRUPTION for every shorter input', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 8 }), fc.nat(), (fields, where) => {
        const writer = new ByteWriter(4);
        for (const { kind, value } of fields) (writer[kind] as (value: unknown) => void).call(writer, value);
        const bytes = writer.finish();
        const reader = new ByteReader(bytes, 0, bytes.length, 'file');
        for (const { kind, value } of fields) expect(reader[kind]()).toEqual(value);
        expect(reader.atEnd).toBe(true);

        const short = new ByteReader(bytes, 0, where % bytes.length, 'file');
        expect(() => {
          for (const { kind } of fields) short[kind]();
        }).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
      }),
      parameters,
    );
  });

  it('names file, offset, expected and found, and does not move', () => {
    const reader = new ByteReader(new Uint8Array(12), 0, 10, 'wal/1-2');
    reader.skip(7);
    expect(() => reader.u32()).toThrowError('wal/1-2 at 7: expected 4 more bytes, found 3');
    expect(() => reader.raw(4)).toThrowError(expect.objectContaining({ details: { file: 'wal/1-2', offset: 7 } }));
    expect(reader.offset).toBe(7);
  });

  it('does not move at a length that is too large', () => {
    const writer = new ByteWriter();
    writer.u32(0xffffffff);
    writer.u8(1);
    const bytes = writer.finish();
    const reader = new ByteReader(bytes, 0, bytes.length, 'file');
    expect(() => reader.sized()).toThrowError('file at 0: expected 4294967295 more bytes, found 1');
    expect(() => reader.text()).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
    expect(reader.offset).toBe(0);
  });

  it('refuses negative counts and NaN', () => {
    const reader = new ByteReader(new Uint8Array(8), 0, 8, 'file');
    for (const count of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => reader.skip(count)).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
    }
    expect(reader.offset).toBe(0);
  });

  it('refuses a range outside the bytes', () => {
    expect(() => new ByteReader(new Uint8Array(3), 0, 4, 'file')).toThrowError(
      expect.objectContaining({ code: 'CORRUPTION' }),
    );
    expect(() => new ByteReader(new Uint8Array(3), 2, 1, 'file')).toThrowError(
      expect.objectContaining({ code: 'CORRUPTION' }),
    );
  });

  it('reads a part of a larger buffer without copying', () => {
    const whole = Uint8Array.from({ length: 20 }, (_, index) => index);
    const part = whole.subarray(5, 15);
    const reader = new ByteReader(part, 2, 6, 'file');
    expect(reader.u8()).toBe(7);
    const raw = reader.raw(2);
    expect([...raw]).toEqual([8, 9]);
    expect(raw.buffer).toBe(whole.buffer);
    expect(reader.u8()).toBe(10);
    expect(reader.atEnd).toBe(true);
  });
});
