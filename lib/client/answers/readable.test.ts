import { describe, expect, it } from 'vitest';
import { encodeFloat64, encodeInt64 } from '../../bytes/numbers.js';
import { encodeText } from '../../bytes/text.js';
import { readableText, readableValue } from './readable.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('readableText', () => {
  it('is text for UTF-8, otherwise the printable form', () => {
    expect([readableText(encodeText('größe')), readableText(bytes(0x61, 0xff))]).toEqual(['größe', 'a\\xFF']);
  });
});

describe('readableValue', () => {
  it('is a decimal number for the 8 bytes of a counter', () => {
    const counters = [0n, 1n, 65n, -5n, 2n ** 53n, 2n ** 56n - 1n, 2n ** 60n, 2n ** 63n - 1n, -(2n ** 63n)];
    expect(counters.map((value) => readableValue(encodeInt64(value)))).toEqual(counters.map(String));
  });

  it('is text for 8 bytes of text, and for 8 letters even if they might be a counter', () => {
    for (const text of ['12345678', 'größen', 'a\tb\tc\td\n', '日本!?']) {
      expect(encodeText(text)).toHaveLength(8);
      expect(readableValue(encodeText(text))).toBe(text);
    }
    expect(readableValue(encodeInt64(0x6162636465666768n))).toBe('abcdefgh');
  });

  it('is a decimal number for any 8 bytes that are known to be a counter', () => {
    expect(readableValue(encodeInt64(0x6162636465666768n), true)).toBe(String(0x6162636465666768n));
  });

  it('is the integer of the same bytes for a double, because nothing marks a double', () => {
    expect(readableValue(encodeFloat64(1.5))).toBe(String(0x3ff8000000000000n));
  });

  it('is the text of readableText for values of another length', () => {
    expect(readableValue(bytes(0, 0, 0, 0, 0, 0, 1))).toBe(`${'\0'.repeat(6)}\u0001`);
    expect([readableValue(bytes(0xff)), readableValue(bytes(0xff), true), readableValue(bytes())]).toEqual([
      '\\xFF',
      '\\xFF',
      '',
    ]);
  });
});
