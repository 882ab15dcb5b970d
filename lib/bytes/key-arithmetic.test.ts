import { describe, expect, it } from 'vitest';
import * as Bytes from './bytes.js';

const { fromInt, toText } = Bytes;
const text = (value: string) => Bytes.toBytes(value);

describe('Bytes.split', () => {
  it('returns keys at equal distances, with both ends', () => {
    expect(Bytes.split(text('a'), text('e'), 3).map((key) => toText(key))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(Bytes.split(text('a'), text('b'), 1)).toEqual([text('a\0'), Uint8Array.of(0x61, 0x80), text('b\0')]);
    expect(Bytes.split(text('a'), text('b'), 1, true).map((key) => toText(key))).toEqual(['a', 'b', 'b']);
  });

  it('refuses keys in the wrong order, and too few and too many', () => {
    expect(() => Bytes.split(text('b'), text('a'), 1)).toThrow('b <= a');
    expect(() => Bytes.split(text('a'), text('b'), 0)).toThrow('num cannot be <= 0');
    expect(() => Bytes.split(text('a'), text('b'), 2_000_000)).toThrow('the number of splits can be at most 1000000');
  });
});

describe('Bytes', () => {
  it('count in byte strings', () => {
    expect(Bytes.toLong(Bytes.incrementBytes(Uint8Array.of(255), 1))).toBe(0n);
    expect(Bytes.toLong(Bytes.incrementBytes(Bytes.fromLong(5), -7n))).toBe(-2n);
    expect(() => Bytes.incrementBytes(new Uint8Array(9), 1)).toThrow('1 to 8 bytes');
    expect(() => Bytes.incrementBytes(Uint8Array.of(1), 0.5)).toThrow('the amount must be');
    expect(Bytes.unsignedCopyAndIncrement(Uint8Array.of(0, 255))).toEqual(Uint8Array.of(1, 0));
    expect(Bytes.unsignedCopyAndIncrement(Uint8Array.of(255, 255))).toEqual(Uint8Array.of(1, 0, 0));
  });

  it('cut, compare and print byte strings', () => {
    expect(Bytes.head(text('abc'), 2)).toEqual(text('ab'));
    expect(Bytes.tail(text('abc'), 2)).toEqual(text('bc'));
    expect(Bytes.tail(text('abc'), 4)).toBeNull();
    expect(Bytes.padHead(text('abc'), 2)).toEqual(Uint8Array.of(0, 0, ...text('abc')));
    expect(Bytes.padTail(text('abc'), 2)).toEqual(Uint8Array.of(...text('abc'), 0, 0));
    expect(Bytes.padTail(text('abc'), 0)).toEqual(text('abc'));
    for (const length of [-1, 0.5, 2 ** 31])
      expect(() => Bytes.padHead(text('abc'), length)).toThrow('a length must be');
    expect(() => Bytes.head(text('abc'), -1)).toThrow('a length must be an integer from 0 to');
    expect(Bytes.startsWith(text('abc'), text('ab'))).toBe(true);
    expect(Bytes.startsWith(text('a'), text('ab'))).toBe(false);
    expect(Bytes.fromHex(Bytes.toHex(Uint8Array.of(0, 171)))).toEqual(Uint8Array.of(0, 171));
    expect(() => Bytes.fromHex('abc')).toThrow('two digits per byte');
    expect(Bytes.hashCode(text('abc'))).toBe(126145);
  });

  it('write and read the shorter numbers', () => {
    expect(Bytes.toInt(fromInt(-5))).toBe(-5);
    expect(Bytes.toShort(Bytes.fromShort(-5))).toBe(-5);
    expect(Bytes.toFloat(Bytes.fromFloat(0.5))).toBe(0.5);
    expect(Bytes.toBoolean(Bytes.fromBoolean(true))).toBe(true);
    expect([Bytes.toInt(null), Bytes.toShort(null), Bytes.toFloat(null), Bytes.toBoolean(null)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(() => fromInt(2 ** 31)).toThrow('from -2147483648 to 2147483647');
    expect(() => Bytes.toInt(new Uint8Array(3))).toThrow('4 bytes; got 3');
    expect(() => Bytes.toBoolean(new Uint8Array(2))).toThrow('Array has wrong size: 2');
  });

  it('write and read decimals', () => {
    expect(Bytes.toBigDecimal(Bytes.fromBigDecimal('-1.50'))).toBe('-1.50');
    expect(Bytes.toBigDecimal(new Uint8Array(4))).toBeNull();
    expect(Bytes.toBigDecimal(null)).toBeNull();
  });

  it('refuses stored decimals with more digits than decimal text may have', () => {
    const stored = new Uint8Array(2 * 2 ** 20).fill(0x55);
    expect(() => Bytes.toBigDecimal(stored)).toThrowError(/for up to 100000 digits; the stored value has 2097152/);
    const most = '9'.repeat(100_000);
    expect(Bytes.toBigDecimal(Bytes.fromBigDecimal(`-${most}`))).toBe(`-${most}`);
  });

  it.each([0, -1, 127, -112, -113, 128, 255, 65536, -(2 ** 40), 2n ** 63n - 1n, -(2n ** 63n)])(
    'write and read %s in as many bytes as it needs',
    (value) => {
      expect(Bytes.bytesToVint(Bytes.vintToBytes(value))).toBe(BigInt(value));
    },
  );

  it('refuse variable numbers that are too large or cut off', () => {
    expect(() => Bytes.vintToBytes(2n ** 63n)).toThrow('a 64-bit bigint');
    expect(() => Bytes.bytesToVint(Bytes.vintToBytes(255).subarray(0, 1))).toThrow('end inside a number');
    expect(() => Bytes.bytesToVint(new Uint8Array())).toThrow('end inside a number');
  });
});
