import { describe, expect, it } from 'vitest';
import { fromBigDecimal } from '../../bytes/big-decimal.js';
import { compared } from '../../testing/samples/comparators.js';
import { BigDecimalComparator } from './big-decimal-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ASCENDING = [
  '-1E+2147483646',
  '-100',
  '-1.51',
  '-1.5',
  '-1E-2147483646',
  '0',
  '1E-9',
  '1.5',
  '1.51',
  '99.9',
  '100',
  '1E+2147483646',
];

describe('BigDecimalComparator', () => {
  it('compares numbers, not digits, of any scale (F-4)', () => {
    ASCENDING.forEach((a, left) => {
      ASCENDING.forEach((b, right) => {
        expect(compared(new BigDecimalComparator(a), fromBigDecimal(b))).toBe(Math.sign(left - right));
      });
    });
    for (const [a, b] of [
      ['1.5', '1.50'],
      ['1E+2', '100'],
      ['0', '0.00'],
      ['-0.10', '-1E-1'],
    ] as const)
      expect(compared(new BigDecimalComparator(a), fromBigDecimal(b))).toBe(0);
  });

  it('fails on fewer than 5 stored bytes (A-52)', () => {
    for (const stored of ['', '1234']) expect(() => compared(new BigDecimalComparator('1'), stored)).toThrow(INVALID);
  });

  it('compares the largest number of digits that a decimal may have, and fails on more', () => {
    const most = '9'.repeat(100_000);
    expect(compared(new BigDecimalComparator(most), fromBigDecimal(most))).toBe(0);
    expect(compared(new BigDecimalComparator(`-${most}`), fromBigDecimal(`-${most}e-1`))).toBe(-1);
    for (const bytes of [41_530, 8 * 2 ** 20]) {
      const stored = new Uint8Array(bytes).fill(0x55);
      expect(() => compared(new BigDecimalComparator('1'), stored)).toThrow(
        expect.objectContaining({
          code: 'INVALID_ARGUMENT',
          message: expect.stringContaining(`the stored value has ${bytes}`),
        }),
      );
    }
  });

  it('accepts only decimal text', () => {
    for (const wrong of ['', 'x', 1, null]) expect(() => new BigDecimalComparator(wrong as never)).toThrow(INVALID);
  });
});
