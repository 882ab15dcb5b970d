import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { compareBytes } from './compare.js';
import { nextKey, prefixStop, shortestSeparator } from './successor.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const parameters = { seed: testSeed(1), numRuns: testRuns(500) };
const key = fc.array(fc.constantFrom(0, 1, 0xfe, 0xff), { maxLength: 5 }).map((list) => bytes(...list));

describe('nextKey', () => {
  it('leaves no room between a key and the next', () => {
    expect(nextKey(bytes(7))).toEqual(bytes(7, 0));
    expect(nextKey(bytes())).toEqual(bytes(0));
  });
});

describe('prefixStop', () => {
  it('increments the last byte that is not 0xFF (O-11)', () => {
    expect(prefixStop(bytes(0x61))).toEqual(bytes(0x62));
    expect(prefixStop(bytes(0x61, 0xff))).toEqual(bytes(0x62));
    expect(prefixStop(bytes(0x61, 0xff, 0xff))).toEqual(bytes(0x62));
    expect(prefixStop(bytes(0x7f))).toEqual(bytes(0x80));
    expect(prefixStop(bytes(0x61, 0))).toEqual(bytes(0x61, 1));
  });

  it('is null if no row is greater than every row with the prefix (O-11)', () => {
    expect(prefixStop(bytes())).toBeNull();
    expect(prefixStop(bytes(0xff))).toBeNull();
    expect(prefixStop(bytes(0xff, 0xff))).toBeNull();
  });

  it('does not touch the prefix', () => {
    const prefix = bytes(1, 2);
    prefixStop(prefix);
    expect(prefix).toEqual(bytes(1, 2));
  });

  it('separates the keys with the prefix from those after them', () => {
    fc.assert(
      fc.property(key, key, (prefix, other) => {
        const stop = prefixStop(prefix);
        const inRange = compareBytes(other, prefix) >= 0 && (stop === null || compareBytes(other, stop) < 0);
        const hasPrefix = compareBytes(other.subarray(0, prefix.length), prefix) === 0;
        expect(inRange).toBe(hasPrefix);
      }),
      parameters,
    );
  });
});

describe('shortestSeparator', () => {
  it('sorts after the first key and not after the second', () => {
    expect(shortestSeparator(bytes(1, 2, 3), bytes(1, 4, 9))).toEqual(bytes(1, 4));
    expect(shortestSeparator(bytes(1), bytes(1, 0, 5))).toEqual(bytes(1, 0));
    expect(shortestSeparator(bytes(), bytes(0))).toEqual(bytes(0));
  });

  it('is as short as possible', () => {
    fc.assert(
      fc.property(key, key, (x, y) => {
        fc.pre(compareBytes(x, y) !== 0);
        const [a, b] = compareBytes(x, y) < 0 ? [x, y] : [y, x];
        const separator = shortestSeparator(a, b);
        expect(compareBytes(a, separator)).toBeLessThan(0);
        expect(compareBytes(separator, b)).toBeLessThanOrEqual(0);
        // Nothing shorter fits: every shorter prefix of b does not sort after a.
        for (let length = 0; length < separator.length; length++) {
          expect(compareBytes(b.subarray(0, length), a)).toBeLessThanOrEqual(0);
        }
      }),
      parameters,
    );
  });
});
