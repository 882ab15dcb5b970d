import { ByteWriter } from '../../bytes/byte-writer.js';
import { appendRefreshed, markedRows } from '../index/doubtful-rows.js';
import { BEFORE_EXPIRY, snapshotOf } from '../index/index-snapshot.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { writeInternally } from './write-internally.js';

/** The rows of one log record. */
const ROWS_PER_RECORD = 1000;

/**
 * Writes the entries of the rows again that may have changed without a write (see engine/index/doubtful-rows): within
 * the turn in which they may have changed, so no read misses them. If it fails, reads by the indexes are refused until
 * they are built again, or until the next open, which calls this too. Never throws.
 */
export function refreshIndexes(engine: Engine, region: Region): void {
  try {
    rewriteEntries(engine, region);
  } catch (error) {
    for (const index of region.indexes) index.lose();
    engine.onError(error);
  }
}

/** Throws the error of the log, and CORRUPTION. */
function rewriteEntries(engine: Engine, region: Region): void {
  const { group } = engine;
  for (const index of region.indexes) {
    const rows = markedRows(index, group.readPoint);
    for (let from = 0; from < rows.length; from += ROWS_PER_RECORD) {
      const sequenceId = group.takeSequenceIds(1);
      const snapshot = snapshotOf(region, sequenceId, BEFORE_EXPIRY);
      const out = new ByteWriter();
      for (const row of rows.slice(from, from + ROWS_PER_RECORD))
        appendRefreshed(out, region, snapshot, index, row, sequenceId);
      if (out.length === 0) continue;
      writeInternally(engine, region, (edits) => edits.open(sequenceId).raw(out.bytes, 0, out.length));
    }
  }
}
