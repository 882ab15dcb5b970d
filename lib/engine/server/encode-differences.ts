import { ByteWriter } from '../../bytes/byte-writer.js';
import { errorToData } from '../../errors.js';
import { writeWatchFailure, writeWatchPart } from '../../service/watch-codec.js';
import type { Differences } from '../watch/connection-watches.js';

/** The section of a reply that carries differences (see watch-codec). */
export function encodeDifferences({ number, changes }: Differences): Uint8Array {
  const out = new ByteWriter();
  out.u32(number);
  for (const change of changes) {
    if ('error' in change) writeWatchFailure(out, change.watch, errorToData(change.error));
    else writeWatchPart(out, change, change.block);
  }
  return out.release();
}
