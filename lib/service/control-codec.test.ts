import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { encodeControl, encodeControlReply, readControl, readJson } from './control-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');

describe('control requests', () => {
  it('return method and arguments', () => {
    expect(readControl(reader(encodeControl('flush', ['täble', { a: [1, null] }])))).toEqual({
      method: 'flush',
      args: ['täble', { a: [1, null] }],
    });
  });

  it('write bytes in printable form, and null for values that JSON cannot represent', () => {
    const odd = { name: Buffer.from([0x61, 0xff, 0x5c]), size: 5n, make: () => 0, ratio: Number.NaN, map: new Map() };
    expect(readControl(reader(encodeControl('createTable', [odd, Symbol('s')]))).args).toEqual([
      { name: 'a\\xFF\\x5C', size: null, make: null, ratio: null, map: null },
      null,
    ]);
  });

  it('refuse an argument that contains itself, is nested too deep or cannot be read', () => {
    const descriptor: { name: string; families: unknown[] } = { name: 't', families: ['f'] };
    descriptor.families.push(descriptor);
    let deep: unknown = 1;
    for (let depth = 0; depth < 1_000_000; depth++) deep = [deep];
    const unreadable = {
      get name() {
        throw new TypeError('no');
      },
    };
    for (const wrong of [descriptor, deep, unreadable])
      expect(() => encodeControl('createTable', [wrong])).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(/^createTable was given/) }),
      );
  });

  it("are answered with the method's result, or null if it returned nothing", () => {
    expect(readJson(reader(encodeControlReply({ open: true })))).toEqual({ open: true });
    expect(readJson(reader(encodeControlReply(undefined)))).toBeNull();
  });
});
