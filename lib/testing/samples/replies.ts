import { ByteWriter } from '../../bytes/byte-writer.js';

/** The reply to gets, with a block that was made without room for a header. */
export function encodeGetReply(answered: number, block: Uint8Array): Uint8Array {
  const out = new ByteWriter();
  out.u32(answered);
  out.raw(block);
  return out.finish();
}

/** The reply for a scanner's batch, with such a block. */
export function encodeScanReply(id: number, block: Uint8Array, cursor: Uint8Array | null = null): Uint8Array {
  const out = new ByteWriter();
  out.f64(id);
  out.raw(block);
  if (cursor !== null) out.sized(cursor);
  return out.finish();
}
