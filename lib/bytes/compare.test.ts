import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { compareBytes, compareRanges, equalBytes, equalRanges } from './compare.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const parameters = { seed: testSeed(1), numRuns: testRuns(500) };
/** Few different bytes, so that equal beginnings are common. */
const shortKey = fc.array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { maxLength: 5 }).map((list) => bytes(...list));

describe('compareBytes', () => {
  it('compares unsigned bytes (O-1)', () => {
    expect(compareBytes(bytes(0x7f), bytes(0x80))).toBeLessThan(0);
    expect(compareBytes(bytes(0xff), bytes(0))).toBeGreaterThan(0);
  });

  it('puts a proper prefix first (O-1)', () => {
    expect(compareBytes(bytes(1, 2), bytes(1, 2, 0))).toBeLessThan(0);
    expect(compareBytes(bytes(), bytes(0))).toBeLessThan(0);
    expect(compareBytes(bytes(1, 1, 1), bytes(2))).toBeLessThan(0);
  });

  it('returns zero for equal bytes only', () => {
    expect(compareBytes(bytes(), bytes())).toBe(0);
    expect(compareBytes(bytes(1, 2), bytes(1, 2))).toBe(0);
    expect(compareBytes(bytes(1, 2), bytes(1, 3))).not.toBe(0);
  });

  it('orders like hexadecimal text', () => {
    const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex');
    fc.assert(
      fc.property(shortKey, shortKey, (a, b) => {
        const expected = hex(a) < hex(b) ? -1 : hex(a) > hex(b) ? 1 : 0;
        expect(Math.sign(compareBytes(a, b))).toBe(expected);
        expect(Math.sign(compareBytes(b, a))).toBe(0 - expected);
        expect(equalBytes(a, b)).toBe(expected === 0);
      }),
      parameters,
    );
  });
});

describe('compareRanges and equalRanges', () => {
  it('ignore bytes outside their ranges', () => {
    fc.assert(
      fc.property(shortKey, shortKey, shortKey, shortKey, (before, a, b, after) => {
        const left = bytes(...before, ...a, ...after);
        const right = bytes(...after, ...before, ...b, ...a);
        const rightOffset = after.length + before.length;
        expect(compareRanges(left, before.length, a.length, right, rightOffset, b.length)).toBe(compareBytes(a, b));
        expect(equalRanges(left, before.length, a.length, right, rightOffset, b.length)).toBe(equalBytes(a, b));
      }),
      parameters,
    );
  });
});
