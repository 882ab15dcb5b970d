import { describe, expect, it } from 'vitest';
import { Random } from '../../simulation/random.js';
import { testSeed } from '../../testing/seed.js';
import { compress, decompress } from './codec.js';

const TEXT = new TextEncoder().encode('words that come again and again, words that come again '.repeat(50));

describe('the codec of blocks', () => {
  it('decompresses what it compressed', () => {
    const packed = compress(TEXT) as Uint8Array;
    expect(packed.length).toBeLessThan(TEXT.length / 5);
    const raw = new Uint8Array(TEXT.length);
    expect(decompress(packed, raw)).toBe(TEXT.length);
    expect(raw).toEqual(TEXT);
  });

  it('does not compress what would not become smaller by an eighth', () => {
    expect(compress(new Random(testSeed(1)).bytes(10_000))).toBeNull();
    expect(compress(Uint8Array.of(1, 2, 3))).toBeNull();
    expect(compress(new Uint8Array(0))).toBeNull();
    expect(compress(new Uint8Array(64))?.length).toBeLessThan(57);
  });

  it('does not compress what would take too long', () => {
    expect(compress(new Uint8Array(1024 * 1024))).not.toBeNull();
    expect(compress(new Uint8Array(1024 * 1024 + 1))).toBeNull();
  });

  it('reports the length of the output, as far as there is room, and terminates for all damaged input', () => {
    const packed = compress(TEXT) as Uint8Array;
    expect(decompress(packed, new Uint8Array(TEXT.length + 1))).toBe(TEXT.length);
    expect(decompress(packed, new Uint8Array(10))).toBe(10);
    const raw = new Uint8Array(TEXT.length);
    for (let length = 0; length < packed.length; length++) {
      const isWhole = decompress(packed.slice(0, length), raw) === TEXT.length;
      if (isWhole) expect(length).toBeGreaterThan(packed.length - 3);
    }
    for (let position = 0; position < packed.length; position++) {
      const bytes = packed.slice();
      bytes[position] = (bytes[position] as number) ^ 0xff;
      expect(decompress(bytes, raw)).toBeLessThanOrEqual(TEXT.length);
    }
  });
});
