import { describe, expect, it } from 'vitest';
import { decodeBigInt, encodeBigInt, parseDecimal, printDecimal } from './decimal.js';

describe('decimals', () => {
  it.each([
    '0',
    '-1',
    '1.50',
    '-0.001',
    '0.0000012',
    '1E-7',
    '1E+3',
    '-1.25E+20',
    '123456789012345678901234567890.123',
  ])('are printed as they are read: %s', (text) => {
    expect(printDecimal(parseDecimal(text))).toBe(text);
  });

  it('have other spellings too', () => {
    expect(printDecimal(parseDecimal('+1.5'))).toBe('1.5');
    expect(printDecimal(parseDecimal('.5'))).toBe('0.5');
    expect(printDecimal(parseDecimal('5.'))).toBe('5');
    expect(printDecimal(parseDecimal('1e3'))).toBe('1E+3');
    expect(printDecimal(parseDecimal('0.0000001'))).toBe('1E-7');
    expect(printDecimal(parseDecimal('-0'))).toBe('0');
  });

  it.each(['', '.', '1,5', 'x', '1e', '--1', '1e99999999999', '1e2147483648', '9'.repeat(100_001), 5, null])(
    'are not %j',
    (text) => {
      expect(() => parseDecimal(text)).toThrow(/a decimal must be text such as '-12.50'/);
    },
  );
});

describe("two's complement of any length", () => {
  it.each([
    [0n, [0]],
    [-1n, [255]],
    [127n, [127]],
    [128n, [0, 128]],
    [-128n, [128]],
    [-129n, [255, 127]],
    [65536n, [1, 0, 0]],
  ])('of %s is %j', (value, bytes) => {
    expect([...encodeBigInt(value)]).toEqual(bytes);
    expect(decodeBigInt(Uint8Array.from(bytes))).toBe(value);
  });
});
