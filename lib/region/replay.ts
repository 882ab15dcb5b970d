import {
  encodedCellLength,
  FLAG_IMPLICIT_TIME,
  OFFSET_FAMILY,
  OFFSET_FLAGS,
  OFFSET_SEQUENCE_ID,
  OFFSET_TIMESTAMP,
} from '../keyvalue/cell-layout.js';
import type { OperationLog } from '../wal/operation-log.js';
import type { LogRecord } from '../wal/wal-segment-reader.js';
import type { Region } from './region.js';

/** What reading the log back found out. */
export interface Replayed {
  records: number;
  bytes: number;
  lastSequenceId: number;
  largestTimeSeen: number;
}

/**
 * Puts the log's edits that are in no store file back into the memstores, remembers operation ids, and notes the largest implicit
 * time. Cells of tables and families that the catalog no longer has are skipped.
 */
export class Replay {
  readonly #regions: ReadonlyMap<number, Region>;
  readonly #operations: OperationLog;
  readonly replayed: Replayed;

  constructor(
    regions: Iterable<Region>,
    operations: OperationLog,
    floor: { lastSequenceId: number; largestTimeSeen: number },
  ) {
    this.#regions = new Map([...regions].map((region) => [region.id, region]));
    this.#operations = operations;
    this.replayed = { records: 0, bytes: 0, ...floor };
  }

  apply(record: LogRecord): void {
    const { replayed } = this;
    let applied = false;
    for (const { tableId, buffer, start, end } of record.sections) {
      const region = this.#regions.get(tableId);
      for (let cell = start; cell < end; cell += encodedCellLength(buffer.view, cell)) {
        const sequenceId = buffer.view.getFloat64(cell + OFFSET_SEQUENCE_ID, true);
        if (sequenceId > replayed.lastSequenceId) replayed.lastSequenceId = sequenceId;
        if ((buffer.view.getUint8(cell + OFFSET_FLAGS) & FLAG_IMPLICIT_TIME) !== 0) {
          replayed.largestTimeSeen = Math.max(
            replayed.largestTimeSeen,
            buffer.view.getFloat64(cell + OFFSET_TIMESTAMP, true),
          );
        }
        if (region === undefined || region.damage !== null || sequenceId <= region.flushedSequenceId) continue;
        const store = region.storeById(buffer.view.getUint16(cell + OFFSET_FAMILY, true));
        if (store === undefined) continue;
        store.memstore.insert(buffer, cell);
        applied = true;
      }
      if (applied) replayed.bytes += end - start;
    }
    if (applied) replayed.records++;
    if (record.operation > 0 && record.connection !== null) {
      this.#operations.ran(record.connection, record.operation, record.answer);
    }
  }
}
