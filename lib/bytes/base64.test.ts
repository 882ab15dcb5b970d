import { describe, expect, it } from 'vitest';
import { Random } from '../simulation/random.js';
import { decodeBase64, encodeBase64 } from './base64.js';
import { encodeText } from './text.js';

describe('Base64', () => {
  it('is as in RFC 4648', () => {
    const examples = {
      '': '',
      f: 'Zg==',
      fo: 'Zm8=',
      foo: 'Zm9v',
      foob: 'Zm9vYg==',
      fooba: 'Zm9vYmE=',
      foobar: 'Zm9vYmFy',
    };
    for (const [text, coded] of Object.entries(examples)) {
      expect(encodeBase64(encodeText(text))).toBe(coded);
      expect(decodeBase64(coded)).toEqual(encodeText(text));
    }
  });

  it('decodes any bytes that it encoded', () => {
    const random = new Random(1);
    for (let length = 0; length < 200; length++) {
      const bytes = random.bytes(length);
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }
  });

  it('throws CORRUPTION for other text', () => {
    for (const text of ['a', 'ab', 'abc', 'a===', 'ab=c', 'ab c', 'abc-', '====']) {
      expect(() => decodeBase64(text), text).toThrow(expect.objectContaining({ code: 'CORRUPTION' }));
    }
  });
});
