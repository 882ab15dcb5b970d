/*
 * How the payload of a block is stored: byte 1 of its frame.
 */
import { deflateSync, inflateSync } from 'fflate';

/** As it is. */
export const CODEC_NONE = 0;
/** Raw DEFLATE (RFC 1951), what COMPRESSION => 'GZ' asks for: the frame has lengths and a check already. */
export const CODEC_DEFLATE = 1;

/** A larger payload would hold the worker up for longer than a step may take. */
const MOST_BYTES = 1024 * 1024;

/** The payload compressed; null when that saves less than an eighth, because every read would pay for it. */
export function compress(payload: Uint8Array): Uint8Array | null {
  if (payload.length > MOST_BYTES) return null;
  const packed = deflateSync(payload);
  return packed.length * 8 <= payload.length * 7 ? packed : null;
}

/** Fills `into` with what was compressed; false when `packed` cannot be that. */
export function decompress(packed: Uint8Array, into: Uint8Array): boolean {
  try {
    return packed.length > 0 && inflateSync(packed, { out: into }).length === into.length;
  } catch {
    return false;
  }
}
