import { describe, expect, it } from 'vitest';
import { fromReadable, toReadable } from './cell-text.js';

describe('bytes as text', () => {
  it('are the text that they encode, line ends included', () => {
    const bytes = new TextEncoder().encode('Grüße\n\t東京');
    expect(toReadable(bytes)).toEqual({ text: 'Grüße\n\t東京', form: 'text' });
  });

  it('are in printable form when they are no text', () => {
    expect(toReadable(new Uint8Array([0, 255, 65]))).toEqual({ text: '\\x00\\xFFA', form: 'binary' });
  });

  it('come back from what they were shown as', () => {
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
