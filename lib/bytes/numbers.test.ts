import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { compareBytes } from './compare.js';
import {
  decodeFloat64,
  decodeInt64,
  decodeOrderedFloat64,
  decodeOrderedInt64,
  encodeFloat64,
  encodeInt64,
  encodeOrderedFloat64,
  encodeOrderedInt64,
  wrapInt64,
} from './numbers.js';
import { toStringBinary } from './text.js';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const parameters = { seed: testSeed(1), numRuns: testRuns(500) };
const int64 = fc.bigInt({ min: MIN, max: MAX });
const edges = fc.oneof(int64, fc.constantFrom(MIN, MIN + 1n, -256n, -1n, 0n, 1n, 255n, MAX));

describe('encodeInt64', () => {
  it('writes 8 bytes big-endian, two’s complement', () => {
    expect(toStringBinary(encodeInt64(0n))).toBe('\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeInt64(255n))).toBe('\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xFF');
    expect(toStringBinary(encodeInt64(-1n))).toBe('\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeInt64(MIN))).toBe('\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00');
  });

  it('is reversed by decodeInt64, at any offset', () => {
    fc.assert(
      fc.property(edges, fc.nat(5), (value, offset) => {
        const bytes = new Uint8Array(20);
        bytes.set(encodeInt64(value), offset);
        expect(decodeInt64(bytes, offset)).toBe(value);
        expect(decodeInt64(bytes.subarray(offset), 0)).toBe(value);
      }),
      parameters,
    );
  });
});

describe('wrapInt64', () => {
  it('wraps modulo 2^64 (W-32)', () => {
    expect(wrapInt64(MAX + 1n)).toBe(MIN);
    expect(wrapInt64(MIN - 1n)).toBe(MAX);
    expect(wrapInt64(5n)).toBe(5n);
  });
});

describe('encodeFloat64', () => {
  it('writes IEEE 754 big-endian, with one NaN', () => {
    expect(toStringBinary(encodeFloat64(1))).toBe('?\\xF0\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeFloat64(-0))).toBe('\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeFloat64(Number.NaN))).toBe('\\x7F\\xF8\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeFloat64(5e-324))).toBe('\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01');
  });

  it('is reversed by decodeFloat64', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(decodeFloat64(encodeFloat64(value), 0)).toBe(value);
      }),
      parameters,
    );
  });
});

describe('ordered numbers', () => {
  it('are encoded as in HBase', () => {
    expect(toStringBinary(encodeOrderedInt64(0n, 'ASCENDING'))).toBe(',\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeOrderedInt64(-1n, 'ASCENDING'))).toBe(',\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeOrderedInt64(MAX, 'ASCENDING'))).toBe(',\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeOrderedInt64(0n, 'DESCENDING'))).toBe('\\xD3\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeOrderedFloat64(1, 'ASCENDING'))).toBe('1\\xBF\\xF0\\x00\\x00\\x00\\x00\\x00\\x00');
    expect(toStringBinary(encodeOrderedFloat64(-1, 'ASCENDING'))).toBe('1@\\x0F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeOrderedFloat64(-0, 'ASCENDING'))).toBe('1\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF');
    expect(toStringBinary(encodeOrderedFloat64(-0.1, 'DESCENDING'))).toBe(
      '\\xCE\\xBF\\xB9\\x99\\x99\\x99\\x99\\x99\\x9A',
    );
    expect(toStringBinary(encodeOrderedFloat64(Number.NaN, 'ASCENDING'))).toBe(
      '1\\xFF\\xF8\\x00\\x00\\x00\\x00\\x00\\x00',
    );
  });

  it('sort like the longs, in reverse if descending', () => {
    fc.assert(
      fc.property(edges, edges, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        const up = compareBytes(encodeOrderedInt64(a, 'ASCENDING'), encodeOrderedInt64(b, 'ASCENDING'));
        const down = compareBytes(encodeOrderedInt64(a, 'DESCENDING'), encodeOrderedInt64(b, 'DESCENDING'));
        expect(Math.sign(up)).toBe(expected);
        expect(Math.sign(down)).toBe(0 - expected);
        expect(decodeOrderedInt64(encodeOrderedInt64(a, 'ASCENDING'))).toBe(a);
        expect(decodeOrderedInt64(encodeOrderedInt64(a, 'DESCENDING'))).toBe(a);
      }),
      parameters,
    );
  });

  it('sort like the doubles, −0 before 0 and NaN last', () => {
    const rank = (value: number): number => (Number.isNaN(value) ? Number.MAX_VALUE : value);
    fc.assert(
      fc.property(fc.double(), fc.double(), (a, b) => {
        const expected = Number.isNaN(a) && Number.isNaN(b) ? 0 : Object.is(a, b) ? 0 : before(a, b) ? -1 : 1;
        const up = compareBytes(encodeOrderedFloat64(a, 'ASCENDING'), encodeOrderedFloat64(b, 'ASCENDING'));
        const down = compareBytes(encodeOrderedFloat64(a, 'DESCENDING'), encodeOrderedFloat64(b, 'DESCENDING'));
        expect(Math.sign(up)).toBe(expected);
        expect(Math.sign(down)).toBe(0 - expected);
        expect(decodeOrderedFloat64(encodeOrderedFloat64(a, 'ASCENDING'))).toBe(a);
        expect(decodeOrderedFloat64(encodeOrderedFloat64(a, 'DESCENDING'))).toBe(a);
      }),
      parameters,
    );

    function before(a: number, b: number): boolean {
      if (a === 0 && b === 0) return Object.is(a, -0);
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(b);
      return rank(a) < rank(b);
    }
  });

  it('are refused if the bytes are of another kind', () => {
    const long = encodeOrderedInt64(1n, 'ASCENDING');
    for (const bytes of [long.subarray(1), new Uint8Array(0), new Uint8Array([...long, 0]), encodeFloat64(1)]) {
      expect(() => decodeOrderedInt64(bytes)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
    expect(() => decodeOrderedFloat64(long)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
