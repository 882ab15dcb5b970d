import { describe, expect, it } from 'vitest';
import { encodeBase64Url, readBase64Url } from './base64-url.js';

describe('base64url', () => {
  it('returns the same bytes, of every length and value', () => {
    for (let length = 0; length < 300; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 0xff);
      const text = encodeBase64Url(bytes);
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(readBase64Url(text)).toEqual(bytes);
    }
  });

  it('encodes as RFC 4648 does, without padding', () => {
    expect(encodeBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe, 0x66))).toBe('-__-Zg');
  });

  it.each(['a', 'ab!c', 'ab cd'])('is null for %j', (text) => {
    expect(readBase64Url(text)).toBeNull();
  });
});
