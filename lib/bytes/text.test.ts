import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { decodeText, decodeTextStrict, encodeText, toBytesBinary, toStringBinary } from './text.js';

const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const parameters = { seed: testSeed(1), numRuns: testRuns(500) };
const LONG = 'a'.repeat(500);

describe('encodeText', () => {
  it('writes UTF-8', () => {
    expect(encodeText('')).toEqual(bytes());
    expect(encodeText('é')).toEqual(bytes(0xc3, 0xa9));
    expect(encodeText('€')).toEqual(bytes(0xe2, 0x82, 0xac));
    expect(encodeText('😀')).toEqual(bytes(0xf0, 0x9f, 0x98, 0x80));
  });

  it('returns an array with its own buffer', () => {
    for (const text of ['abc', 'é', LONG, `${LONG}é`]) {
      const encoded = encodeText(text);
      expect(encoded.byteOffset).toBe(0);
      expect(encoded.buffer.byteLength).toBe(encoded.length);
    }
  });

  it('refuses half of a surrogate pair, and names the text and the position', () => {
    for (const [text, at] of [
      ['\ud800', 0],
      ['a\udc00', 1],
      ['é\ud800x', 1],
      ['\udc00\ud800', 0],
      ['😀\ud83d', 2],
    ] as const) {
      expect(() => encodeText(text, 'a row')).toThrowError(
        expect.objectContaining({
          code: 'INVALID_ARGUMENT',
          message: expect.stringContaining(`a row must be well-formed text: the character at ${at} `),
        }),
      );
    }
  });

  it('is reversed by decodeText at every length', () => {
    for (let length = 0; length <= 80; length++) {
      for (const text of ['a'.repeat(length), `${'a'.repeat(length)}é`]) {
        expect(encodeText(text)).toEqual(new Uint8Array(Buffer.from(text, 'utf8')));
        expect(decodeText(encodeText(text))).toBe(text);
      }
    }
  });

  it('is reversed by decodeText for every well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const encoded = encodeText(text);
        expect(encoded).toEqual(new Uint8Array(Buffer.from(text, 'utf8')));
        expect(decodeText(encoded)).toBe(text);
        expect(decodeTextStrict(encoded)).toBe(text);
      }),
      parameters,
    );
  });
});

describe('decodeText', () => {
  it('keeps a byte order mark as a character', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
    expect(decodeTextStrict(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
  });

  it('returns U+FFFD for bytes that are not UTF-8, where decodeTextStrict returns null', () => {
    for (const broken of [bytes(0xff), bytes(0x61, 0xc3), bytes(0xed, 0xa0, 0x80), bytes(0xc0, 0x80)]) {
      expect(decodeText(broken)).toContain('\ufffd');
      expect(decodeTextStrict(broken)).toBeNull();
    }
  });

  it('reads a part of a larger buffer', () => {
    expect(decodeText(encodeText(`x${LONG}x`).subarray(1, 501))).toBe(LONG);
    expect(decodeText(encodeText('xyz').subarray(1, 2))).toBe('y');
  });
});

describe('toStringBinary', () => {
  it('prints printable ASCII except the backslash as characters and other bytes as \\xHH (H-36)', () => {
    expect(toStringBinary(encodeText('~!@#$%^&*()_+`-={}[]|;:\'<>,.?/ aZ0"'))).toBe(
      '~!@#$%^&*()_+`-={}[]|;:\'<>,.?/ aZ0"',
    );
    expect(toStringBinary(bytes(0x5c))).toBe('\\x5C');
    expect(toStringBinary(bytes(0x1f, 0x20, 0x7e, 0x7f, 0x0a, 0xff))).toBe('\\x1F ~\\x7F\\x0A\\xFF');
  });
});

describe('toBytesBinary', () => {
  it('reads hex in either case (H-50, A-27)', () => {
    expect(toBytesBinary('a\\x00\\xFF\\xfFb')).toEqual(bytes(0x61, 0, 0xff, 0xff, 0x62));
  });

  it('reads any other character as its low 8 bits, also a lone backslash (H-50)', () => {
    expect(toBytesBinary('é')).toEqual(bytes(0xe9));
    expect(toBytesBinary('\\')).toEqual(bytes(0x5c));
    expect(toBytesBinary('a\\nb')).toEqual(bytes(0x61, 0x5c, 0x6e, 0x62));
    expect(toBytesBinary('\\X41')).toEqual(bytes(0x5c, 0x58, 0x34, 0x31));
  });

  it('refuses \\x without two hex digits (A-27)', () => {
    for (const text of ['\\x', '\\x4', '\\xFG', 'ab\\x 1', '\\x-1']) {
      expect(() => toBytesBinary(text)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });

  it('reverses toStringBinary for all bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (list) => {
        expect(toBytesBinary(toStringBinary(list))).toEqual(list);
      }),
      parameters,
    );
  });
});
