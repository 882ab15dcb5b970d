import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { BINARY, BOOL, I32, I64, list, map, skipValue, struct, TEXT, type Type } from './types.js';

const parameters = { seed: testSeed(1), numRuns: testRuns(200) };

function written<T>(type: Type<T>, value: T): Uint8Array {
  const out = new ByteWriter();
  type.write(out, value);
  return out.finish();
}

function reader(bytes: Uint8Array): ByteReader {
  return new ByteReader(bytes, 0, bytes.length, 'a message');
}

interface Sample {
  readonly text?: string;
  readonly count?: number;
  readonly long?: number | bigint;
  readonly flags?: readonly boolean[];
  readonly values?: readonly (readonly [string, Uint8Array])[];
}

const Sample: Type<Sample> = struct<Sample>({
  text: [1, TEXT],
  count: [3, I32],
  long: [4, I64],
  flags: [7, list(BOOL)],
  values: [9, map(TEXT, BINARY)],
});

const sample = fc.record(
  {
    text: fc.string({ unit: 'binary', maxLength: 20 }),
    count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    long: fc.maxSafeInteger(),
    flags: fc.array(fc.boolean(), { maxLength: 4 }),
    values: fc.array(fc.tuple(fc.string({ maxLength: 4 }), fc.uint8Array({ maxLength: 5 })), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

describe('types of Thrift', () => {
  it('read what they wrote', () => {
    fc.assert(
      fc.property(sample, (value) => {
        const bytes = reader(written(Sample, value as Sample));
        expect(Sample.read(bytes)).toEqual(value);
        expect(bytes.atEnd).toBe(true);
      }),
      parameters,
    );
  });

  it('report CORRUPTION for every shorter input', () => {
    fc.assert(
      fc.property(sample, fc.nat(), (value, at) => {
        const bytes = written(Sample, value as Sample);
        const short = reader(bytes.subarray(0, at % bytes.length));
        expect(() => Sample.read(short)).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
      }),
      parameters,
    );
  });

  it('write a struct as Thrift does', () => {
    const bytes = written(Sample, { text: 'ab', long: 2 ** 32 + 1 });
    expect([...bytes]).toEqual([11, 0, 1, 0, 0, 0, 2, 0x61, 0x62, 10, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it('skip fields that the table does not have, and fields of another type', () => {
    const Other = struct<{ a: string; b: readonly number[]; c: readonly (readonly [string, string])[]; d: Sample }>({
      a: [2, TEXT],
      b: [3, list(I32)],
      c: [100, map(TEXT, TEXT)],
      d: [101, Sample],
    });
    const bytes = written(Other, { a: 'x', b: [1, 2], c: [['k', 'v']], d: { text: 'inner' } });
    const one = reader(bytes);
    expect(Sample.read(one)).toEqual({});
    expect(one.atEnd).toBe(true);
  });

  it('read a 64-bit integer as a number only if it holds the value exactly', () => {
    for (const value of [0n, -1n, 2n ** 53n - 1n, -(2n ** 53n), 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      const read = I64.read(reader(written(I64, value)));
      expect(BigInt(read)).toBe(value);
      expect(typeof read).toBe(value >= -(2n ** 53n) && value < 2n ** 53n ? 'number' : 'bigint');
    }
  });

  it('write numbers and bigints alike', () => {
    for (const value of [0, 1, -1, 1_700_000_000_000, -(2 ** 40) - 3, Number.MAX_SAFE_INTEGER])
      expect(written(I64, value)).toEqual(written(I64, BigInt(value)));
  });

  it('refuse a negative number of elements', () => {
    const all = [list(BOOL), map(BOOL, BOOL)].map((type) => ({
      type,
      bytes: written(type as Type<never>, [] as never),
    }));
    for (const { type, bytes } of all) {
      const negative = bytes.with(-1, 0xff).with(-4, 0xff);
      expect(() => type.read(reader(negative))).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
    }
  });

  it('refuse values that are nested too deeply', () => {
    const bytes = new Uint8Array(5 * 40).fill(0);
    for (let at = 0; at < 40; at++) bytes.set([15, 0, 0, 0, 1], at * 5);
    expect(() => skipValue(reader(bytes), 15)).toThrowError(expect.objectContaining({ code: 'CORRUPTION' }));
  });
});
