/*
 * A bloom filter's answer "no" is certain; its answer "yes" is wrong about once in a hundred times. The filter is
 * stored in parts, each for a range of the keys in file order. The parts have their own index, so that a get reads only
 * one part.
 *
 * The payload of a part, little-endian:
 *   0  bit count  u32
 *   4  probes     u8    bits set for each key
 *   5  bits       bit n is in byte n >> 3 with the value 1 << (n & 7)
 *
 * For a key with the hashes h and d, probe i tests the bit floor(((h + i·d) mod 2^32) · bit count / 2^32).
 */

export const BITS_PER_KEY = 10;
const PROBES = 7;
export const PART_HEADER_BYTES = 5;

const HASH_WORD = 0x9e3779b1;
const HASH_SPREAD = 0x85ebca77;
const HASH_FINAL = 0xc2b2ae3d;
const ROW_SEED = 0x2545f491;

/** Hash of a row, a signed 32-bit integer. */
export function hashRow(bytes: Uint8Array, offset: number, length: number): number {
  return hashBytes(bytes, offset, length, ROW_SEED);
}

/** Hash of a column, computed from the hash of its row. */
export function hashColumn(rowHash: number, bytes: Uint8Array, offset: number, length: number): number {
  return hashBytes(bytes, offset, length, rowHash);
}

function hashBytes(bytes: Uint8Array, offset: number, length: number, seed: number): number {
  let hash = seed ^ Math.imul(length, HASH_FINAL);
  let at = offset;
  const end = offset + length;
  while (at + 4 <= end) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ Math.imul(word, HASH_WORD), HASH_SPREAD);
    hash ^= hash >>> 15;
    at += 4;
  }
  let rest = 0;
  for (let shift = 0; at < end; at++, shift += 8) rest |= (bytes[at] as number) << shift;
  return mix(hash ^ Math.imul(rest, HASH_WORD));
}

/** Every bit of the result depends on every bit of `hash`. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), HASH_SPREAD);
  mixed = Math.imul(mixed ^ (mixed >>> 13), HASH_FINAL);
  return mixed ^ (mixed >>> 16);
}

/** Distance between the probes of a key; odd, so that they do not repeat soon. */
function stepOf(hash: number): number {
  return mix(hash ^ HASH_WORD) | 1;
}

/** The payload of a part for `count` keys, whose hashes are passed. */
export function encodeBloomPart(hashes: Int32Array, count: number): Uint8Array {
  const size = Math.max(8, Math.ceil((count * BITS_PER_KEY) / 8));
  const bits = size * 8;
  const part = new Uint8Array(PART_HEADER_BYTES + size);
  new DataView(part.buffer).setUint32(0, bits, true);
  part[4] = PROBES;
  for (let index = 0; index < count; index++) {
    let hash = hashes[index] as number;
    const step = stepOf(hash);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = Math.floor(((hash >>> 0) * bits) / 0x1_0000_0000);
      const at = PART_HEADER_BYTES + (bit >>> 3);
      part[at] = (part[at] as number) | (1 << (bit & 7));
      hash = (hash + step) | 0;
    }
  }
  return part;
}

/** Whether the payload from `start` to `end` can be a part. */
export function isBloomPart(view: DataView, start: number, end: number): boolean {
  const size = end - start - PART_HEADER_BYTES;
  return size > 0 && view.getUint32(start, true) === size * 8 && view.getUint8(start + 4) > 0;
}

/** Whether the part whose payload begins at `offset` may contain the key with this hash. */
export function bloomPartMayContain(bytes: Uint8Array, view: DataView, offset: number, keyHash: number): boolean {
  const bits = view.getUint32(offset, true);
  const probes = bytes[offset + 4] as number;
  const start = offset + PART_HEADER_BYTES;
  const step = stepOf(keyHash);
  let hash = keyHash;
  for (let probe = 0; probe < probes; probe++) {
    const bit = Math.floor(((hash >>> 0) * bits) / 0x1_0000_0000);
    if (((bytes[start + (bit >>> 3)] as number) & (1 << (bit & 7))) === 0) return false;
    hash = (hash + step) | 0;
  }
  return true;
}
