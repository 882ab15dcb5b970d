/*
 * How the payload of a block is stored: byte 1 of its frame.
 */
import { deflateSync, inflateSync } from 'fflate';

/** Stored uncompressed. */
export const CODEC_NONE = 0;
/** Raw DEFLATE (RFC 1951), which COMPRESSION => 'GZ' selects: the frame already has lengths and a check. */
export const CODEC_DEFLATE = 1;

/** Compressing a larger payload would block the worker for longer than a step may take. */
const MOST_BYTES = 1024 * 1024;

/** The payload compressed; null if that saves less than an eighth, because every read would have to decompress it. */
export function compress(payload: Uint8Array): Uint8Array | null {
  if (payload.length > MOST_BYTES) return null;
  const packed = deflateSync(payload);
  return packed.length * 8 <= payload.length * 7 ? packed : null;
}

/** Decompresses `packed` into `into`; returns false if the lengths do not match or `packed` is damaged. */
export function decompress(packed: Uint8Array, into: Uint8Array): boolean {
  try {
    return packed.length > 0 && inflateSync(packed, { out: into }).length === into.length;
  } catch {
    return false;
  }
}
