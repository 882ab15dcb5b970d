import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns, testSeed } from '../testing/seed.js';
import { crc32c } from './crc32c.js';
import { encodeText } from './text.js';

const parameters = { seed: testSeed(1), numRuns: testRuns(300) };
const whole = (bytes: Uint8Array): number => crc32c(bytes, 0, bytes.length);

/** Bit by bit, as the definition says. */
function byDefinition(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0x82f63b78);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('crc32c', () => {
  it('returns the published values', () => {
    expect(whole(encodeText('123456789'))).toBe(0xe3069283);
    expect(whole(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(whole(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(whole(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(0x46dd794e);
    expect(whole(new Uint8Array(0))).toBe(0);
  });

  it('agrees with the definition at any offset and length, wherever the bytes begin in their buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), fc.nat(300), fc.nat(8), (all, first, last, from) => {
        const bytes = all.subarray(Math.min(from, all.length));
        const offset = Math.min(first, bytes.length);
        const length = Math.min(last, bytes.length - offset);
        expect(crc32c(bytes, offset, length)).toBe(byDefinition(bytes.subarray(offset, offset + length)));
      }),
      parameters,
    );
  });

  it('continues from a seed as if the parts were one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (a, b) => {
        expect(crc32c(b, 0, b.length, whole(a))).toBe(whole(Uint8Array.from([...a, ...b])));
      }),
      parameters,
    );
  });

  it('changes with every flipped bit', () => {
    const bytes = encodeText('a row of a table, '.repeat(6));
    const before = whole(bytes);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >>> 3] = (flipped[bit >>> 3] as number) ^ (1 << (bit & 7));
      expect(whole(flipped)).not.toBe(before);
    }
  });
});
