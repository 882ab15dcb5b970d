import { ByteWriter } from '../../bytes/byte-writer.js';
import type { ScanPosition } from '../../service/scan-codec.js';

/** The reply to gets, with a block that was made without room for a header. */
export function encodeGetReply(answered: number, block: Uint8Array): Uint8Array {
  const out = new ByteWriter();
  out.u32(answered);
  out.raw(block);
  return out.finish();
}

/** The reply for a batch of scanner `number` of epoch 1, or for the last batch (0), with such a block. */
export function encodeScanReply(number: number, block: Uint8Array, position: ScanPosition | null = null): Uint8Array {
  const out = new ByteWriter();
  out.f64(number > 0 ? 1 : 0);
  out.f64(number);
  out.raw(block);
  if (position !== null) {
    out.sized(position.row);
    out.sized(position.filterState);
  }
  return out.finish();
}
