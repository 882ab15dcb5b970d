import { describe, expect, it } from 'vitest';
import { beginningOf, characterStart, fromReadable, toReadable, withoutDirections } from './cell-text.js';

describe('bytes as text', () => {
  it('are the text that they encode, including line ends', () => {
    const bytes = new TextEncoder().encode('Grüße\n\t東京');
    expect(toReadable(bytes)).toEqual({ text: 'Grüße\n\t東京', form: 'text' });
  });

  it('are in printable form if they are not text', () => {
    expect(toReadable(new Uint8Array([0, 255, 65]))).toEqual({ text: '\\x00\\xFFA', form: 'binary' });
  });

  it('are in printable form if they change the direction of the text around them', () => {
    for (const character of ['\u202e', '\u2066', '\u200f', '\u061c']) {
      const { text, form } = toReadable(new TextEncoder().encode(`a${character}b`));
      expect(form).toBe('binary');
      expect(text).toMatch(/^a(\\x[0-9A-F]{2}){2,3}b$/);
    }
    // Letters that run from right to left are text.
    expect(toReadable(new TextEncoder().encode('שלום'))).toEqual({ text: 'שלום', form: 'text' });
  });

  it('are read back from the form in which they were shown', () => {
    for (const bytes of [
      [],
      [0],
      [0xc3, 0xbc],
      [0xc3],
      [0x5c, 0x78, 0x30, 0x30],
      [0xef, 0xbb, 0xbf, 65],
      [0xff, 0x5c],
    ]) {
      expect([...fromReadable(toReadable(new Uint8Array(bytes)))]).toEqual(bytes);
    }
  });
});

describe('the beginning of a value', () => {
  it('ends before a character that would be cut, and includes the number of bytes that follow', () => {
    const bytes = new TextEncoder().encode('aü東🙂');
    expect([1, 2, 3, 4, 5, 6, 8, 10].map((most) => beginningOf(bytes, most))).toEqual([
      { text: 'a', form: 'text', rest: 9 },
      { text: 'a', form: 'text', rest: 9 },
      { text: 'aü', form: 'text', rest: 7 },
      { text: 'aü', form: 'text', rest: 7 },
      { text: 'aü', form: 'text', rest: 7 },
      { text: 'aü東', form: 'text', rest: 4 },
      { text: 'aü東', form: 'text', rest: 4 },
      { text: 'aü東🙂', form: 'text', rest: 0 },
    ]);
  });

  it('is cut anywhere if the bytes are not text', () => {
    expect(characterStart(new Uint8Array(20).fill(0x80), 9)).toBe(9);
    expect(beginningOf(new Uint8Array([255, 254, 253]), 2)).toEqual({ text: '\\xFF\\xFE', form: 'binary', rest: 1 });
  });
});

describe('text from outside', () => {
  it('escapes characters that change the direction of text', () => {
    expect(withoutDirections('photo\u202Egpj.csv')).toBe('photo\\u202Egpj.csv');
    expect(withoutDirections('שלום')).toBe('שלום');
  });
});
