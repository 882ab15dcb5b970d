import { describe, expect, it } from 'vitest';
import { typedBytes } from './typed-bytes.js';

describe('text typed for bytes', () => {
  it('is used unchanged, including backslashes, unless it is read as the printable form', () => {
    expect(typedBytes('a\\xFF', 'text')).toBe('a\\xFF');
    expect(typedBytes('a\\xFF', 'binary')).toEqual(new Uint8Array([0x61, 0xff]));
    expect(typedBytes('plain', 'binary')).toBe('plain');
  });

  it('keeps characters beyond ASCII next to bytes', () => {
    expect(typedBytes('ü\\x00', 'binary')).toEqual(new Uint8Array([0xc3, 0xbc, 0]));
    expect(() => typedBytes('\\xZZ', 'binary')).toThrow(/two hex digits/);
  });
});
