import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as Bytes from './bytes.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const foreign = runInNewContext('Uint8Array.of(97, 98)') as Uint8Array;

describe('Bytes', () => {
  it('returns null for null, so that it accepts the result of getValue', () => {
    expect(Bytes.toText(null)).toBeNull();
    expect(Bytes.toStringBinary(null)).toBeNull();
    expect(Bytes.toLong(null)).toBeNull();
    expect(Bytes.toNumber(null)).toBeNull();
    expect(Bytes.toDouble(null)).toBeNull();
    expect(Bytes.toOrderedLong(null)).toBeNull();
    expect(Bytes.toOrderedDouble(null)).toBeNull();
  });

  it('refuses undefined and other kinds', () => {
    for (const wrong of [undefined, 5, 'text', [1, 2], new Uint16Array(4), new ArrayBuffer(8), {}] as never[]) {
      expect(() => Bytes.toText(wrong)).toThrowError(INVALID);
      expect(() => Bytes.toLong(wrong)).toThrowError(INVALID);
      expect(() => Bytes.toStringBinary(wrong)).toThrowError(INVALID);
      expect(() => Bytes.toOrderedLong(wrong)).toThrowError(INVALID);
    }
    for (const wrong of [undefined, null, 5, 5n, true, {}] as never[]) {
      expect(() => Bytes.toBytes(wrong)).toThrowError(INVALID);
      expect(() => Bytes.compare('a', wrong)).toThrowError(INVALID);
      expect(() => Bytes.add('a', wrong)).toThrowError(INVALID);
      expect(() => Bytes.toBytesBinary(wrong)).toThrowError(INVALID);
    }
  });

  it('accepts bytes of another window and of subclasses', () => {
    expect(Bytes.toText(foreign)).toBe('ab');
    expect(Bytes.toText(Buffer.from('ab'))).toBe('ab');
    expect(Bytes.compare(foreign, 'ab')).toBe(0);
  });

  it('copies bytes into their own buffer', () => {
    const source = Buffer.from('abc').subarray(1);
    const copy = Bytes.toBytes(source);
    source[0] = 0;
    expect(copy).toEqual(Uint8Array.of(0x62, 0x63));
    expect(copy.buffer.byteLength).toBe(2);
    expect(Object.getPrototypeOf(copy)).toBe(Uint8Array.prototype);
  });

  it('writes text as UTF-8 and refuses half of a surrogate pair', () => {
    expect(Bytes.toBytes('é')).toEqual(Uint8Array.of(0xc3, 0xa9));
    expect(() => Bytes.toBytes('\ud800')).toThrowError(INVALID);
  });

  it('prints and reads the printable form (H-36, H-50)', () => {
    expect(Bytes.toStringBinary(Bytes.toBytesBinary('a\\x00\\xFF'))).toBe('a\\x00\\xFF');
    expect(() => Bytes.toBytesBinary('\\x0')).toThrowError(INVALID);
  });

  it('writes longs as counters are written (W-32)', () => {
    expect(Bytes.fromLong(5)).toEqual(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 5));
    expect(Bytes.toLong(Bytes.fromLong(-(2n ** 63n)))).toBe(-(2n ** 63n));
    expect(Bytes.toNumber(Bytes.fromLong(-7))).toBe(-7);
    for (const wrong of [1.5, 2 ** 53, Number.NaN, 2n ** 63n, -(2n ** 63n) - 1n, '1', null, undefined] as never[]) {
      expect(() => Bytes.fromLong(wrong)).toThrowError(INVALID);
      expect(() => Bytes.fromOrderedLong(wrong)).toThrowError(INVALID);
    }
  });

  it('reads the first 8 bytes as a long, and refuses fewer', () => {
    expect(Bytes.toLong(new Uint8Array(9))).toBe(0n);
    expect(() => Bytes.toLong(new Uint8Array(7))).toThrowError(INVALID);
    expect(() => Bytes.toDouble(new Uint8Array(0))).toThrowError(INVALID);
  });

  it('returns a number only if it is exact', () => {
    expect(Bytes.toNumber(Bytes.fromLong(2n ** 53n - 1n))).toBe(2 ** 53 - 1);
    expect(Bytes.toNumber(Bytes.fromLong(-(2n ** 53n) + 1n))).toBe(-(2 ** 53) + 1);
    expect(() => Bytes.toNumber(Bytes.fromLong(2n ** 53n))).toThrowError(INVALID);
    expect(() => Bytes.toNumber(Bytes.fromLong(-(2n ** 53n)))).toThrowError(INVALID);
  });

  it('writes doubles, and refuses other types', () => {
    expect(Bytes.toDouble(Bytes.fromDouble(-0.5))).toBe(-0.5);
    expect(() => Bytes.fromDouble(5n as never)).toThrowError(INVALID);
    expect(() => Bytes.fromOrderedDouble('1' as never)).toThrowError(INVALID);
  });

  it('writes numbers that sort, in both orders', () => {
    const numbers = [-300, -1, 0, 1, 2, 1000];
    const up = numbers.map((value) => Bytes.fromOrderedLong(value)).sort(Bytes.compare);
    expect(up.map((bytes) => Bytes.toOrderedLong(bytes))).toEqual(numbers.map(BigInt));
    const down = numbers.map((value) => Bytes.fromOrderedDouble(value, 'DESCENDING')).sort(Bytes.compare);
    expect(down.map((bytes) => Bytes.toOrderedDouble(bytes))).toEqual([...numbers].reverse());
    expect(() => Bytes.fromOrderedLong(1, 'descending' as never)).toThrowError(INVALID);
  });

  it('compares text by its bytes, which is not the order of Array.sort', () => {
    const rows = ['\u{10000}', '\uffff', 'a'];
    expect([...rows].sort(Bytes.compare)).toEqual(['a', '\uffff', '\u{10000}']);
    expect([...rows].sort()).toEqual(['a', '\u{10000}', '\uffff']);
    expect(Bytes.equals('é', Uint8Array.of(0xc3, 0xa9))).toBe(true);
    expect(Bytes.equals('a', 'b')).toBe(false);
  });

  it('concatenates parts into one key', () => {
    expect(Bytes.add('a', Uint8Array.of(0), 'b')).toEqual(Uint8Array.of(0x61, 0, 0x62));
    expect(Bytes.add()).toEqual(new Uint8Array(0));
  });
});
