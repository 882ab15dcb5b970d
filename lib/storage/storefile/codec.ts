/*
 * How the payload of a block is stored: byte 1 of its frame.
 */
import { deflateSync, inflateSync } from 'fflate';

/** Stored uncompressed. */
export const CODEC_NONE = 0;
/** Raw DEFLATE (RFC 1951), which COMPRESSION => 'GZ' selects: the frame already has lengths and a check. */
export const CODEC_DEFLATE = 1;

/** Compressing a larger payload would block the worker for longer than a step may take. */
export const MOST_PACKED_BYTES: number = 1024 * 1024;

/** The payload compressed; null if that saves less than an eighth, because every read would have to decompress it. */
export function compress(payload: Uint8Array): Uint8Array | null {
  if (payload.length > MOST_PACKED_BYTES) return null;
  const packed = deflateSync(payload);
  return isWorthPacking(payload.length, packed.length) ? packed : null;
}

/** Whether a payload of `length` bytes is stored compressed if it then has `packedLength` bytes. */
export function isWorthPacking(length: number, packedLength: number): boolean {
  return packedLength * 8 <= length * 7;
}

/** Decompresses `packed` into `into` as far as there is room; returns the length, or -1 if `packed` is damaged. */
export function decompress(packed: Uint8Array, into: Uint8Array): number {
  try {
    return packed.length > 0 ? inflateSync(packed, { out: into }).length : -1;
  } catch {
    return -1;
  }
}
