import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeControlReply, encodeControl, encodeControlReply, readControl } from './control-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');

describe('control requests', () => {
  it('give back method and arguments', () => {
    expect(readControl(reader(encodeControl('flush', ['täble', { a: [1, null] }])))).toEqual({
      method: 'flush',
      args: ['täble', { a: [1, null] }],
    });
  });

  it('answer with what the method gave, null where it gave nothing', () => {
    expect(decodeControlReply(reader(encodeControlReply({ open: true })))).toEqual({ open: true });
    expect(decodeControlReply(reader(encodeControlReply(undefined)))).toBeNull();
  });
});
