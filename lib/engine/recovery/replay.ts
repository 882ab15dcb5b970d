import {
  encodedCellLength,
  FLAG_IMPLICIT_TIME,
  OFFSET_FAMILY,
  OFFSET_FLAGS,
  OFFSET_SEQUENCE_ID,
  OFFSET_TIMESTAMP,
} from '../../keyvalue/cell-layout.js';
import { LATEST_TIMESTAMP } from '../../model/timestamp.js';
import type { LogOrigin, TableRecord } from '../../storage/catalog/catalog.js';
import type { OperationLog } from '../../storage/wal/operation-log.js';
import type { LogVisitor } from '../../storage/wal/read-log.js';
import type { LogRecord, LogSection } from '../../storage/wal/wal-segment-reader.js';
import { soundCellLength } from '../mutation/sound-cell.js';
import type { Region } from '../region/region.js';

/** What reading the log found. */
export interface Replayed {
  records: number;
  bytes: number;
  lastSequenceId: number;
  largestTimeSeen: number;
  /** Whether there are edits of dropped tables. */
  hasDropped: boolean;
}

/** A table, or a snapshot that lost files, into which edits are read. */
export interface ReplayTarget {
  readonly region: Region;
  readonly record: TableRecord;
  /** Edits after this sequence id are not its own; Infinity for a table. */
  readonly upTo: number;
}

/** A target of the edits of one table, as far as it takes them. */
interface Heir {
  readonly region: Region;
  readonly upTo: number;
}

/**
 * Restores the log's edits that are in no store file to the memstores, remembers operation ids, and records the largest
 * implicit timestamp. Cells of tables and families that the catalog no longer has are skipped.
 */
export class Replay implements LogVisitor {
  /** By the id of the table that the log names. */
  readonly #heirs = new Map<number, Heir[]>();
  /** The sequence ids up to which the edits of a table are in store files, in each state that it may go back to. */
  readonly #stored = new Map<number, number>();
  readonly #operations: OperationLog;
  readonly replayed: Replayed;

  constructor(
    targets: Iterable<ReplayTarget>,
    operations: OperationLog,
    floor: { lastSequenceId: number; largestTimeSeen: number },
  ) {
    for (const { region, record, upTo } of targets) {
      for (const { tableId, sequenceId } of originsOf(record, upTo)) {
        this.#heirs.set(tableId, [...(this.#heirs.get(tableId) ?? []), { region, upTo: sequenceId }]);
        this.#stored.set(tableId, Math.min(this.#stored.get(tableId) ?? Number.POSITIVE_INFINITY, storedUpTo(record)));
      }
    }
    this.#operations = operations;
    this.replayed = { records: 0, bytes: 0, hasDropped: false, ...floor };
  }

  /** Throws CORRUPTION for cells that the engine did not write. */
  isSound({ sequenceId, lastSequenceId, sections }: LogRecord): boolean {
    for (const { buffer, start, end } of sections) {
      for (let cell = start; cell < end; cell += soundCellLength(buffer, cell, end, FLAG_IMPLICIT_TIME)) {
        const stamped = buffer.view.getFloat64(cell + OFFSET_SEQUENCE_ID, true);
        if (!(stamped >= sequenceId && stamped <= lastSequenceId)) return false;
        if (buffer.view.getFloat64(cell + OFFSET_TIMESTAMP, true) >= LATEST_TIMESTAMP) return false;
      }
    }
    return true;
  }

  tableName(id: number): string | null {
    return this.#heirs.get(id)?.[0]?.region.name ?? null;
  }

  needs(tableId: number, lastSequenceId: number): boolean {
    return lastSequenceId > (this.#stored.get(tableId) ?? Number.POSITIVE_INFINITY);
  }

  apply(record: LogRecord): void {
    const { replayed } = this;
    let bytes = 0;
    for (const section of record.sections) if (this.#applySection(section)) bytes += section.end - section.start;
    if (bytes > 0) {
      replayed.records++;
      replayed.bytes += bytes;
    }
    replayed.lastSequenceId = Math.max(replayed.lastSequenceId, record.lastSequenceId);
    if (record.operation > 0 && record.connection !== null) {
      this.#operations.ran(record.connection, record.operation, record.answer);
    }
  }

  /** Returns false if every cell was in a store file already, or belongs to no table or family. */
  #applySection({ tableId, buffer, start, end }: LogSection): boolean {
    const { view } = buffer;
    const heirs = this.#heirs.get(tableId) ?? [];
    let applied = false;
    if (!heirs.some(({ upTo }) => upTo === Number.POSITIVE_INFINITY)) this.replayed.hasDropped = true;
    for (let cell = start; cell < end; cell += encodedCellLength(view, cell)) {
      this.#noteTime(view, cell);
      const sequenceId = view.getFloat64(cell + OFFSET_SEQUENCE_ID, true);
      for (const { region, upTo } of heirs) {
        if (sequenceId <= region.flushedSequenceId || sequenceId > upTo) continue;
        const store = region.storeById(view.getUint16(cell + OFFSET_FAMILY, true));
        if (store === undefined) continue;
        store.memstore.insert(buffer, cell);
        applied = true;
      }
    }
    return applied;
  }

  #noteTime(view: DataView, cell: number): void {
    if ((view.getUint8(cell + OFFSET_FLAGS) & FLAG_IMPLICIT_TIME) === 0) return;
    const time = view.getFloat64(cell + OFFSET_TIMESTAMP, true);
    this.replayed.largestTimeSeen = Math.max(this.replayed.largestTimeSeen, time);
  }
}

function storedUpTo({ flushedSequenceId, rollbackPoints }: TableRecord): number {
  return Math.min(flushedSequenceId, ...rollbackPoints.map((point) => point.flushedSequenceId));
}

/** Under which ids the log has the edits of a record. */
function originsOf({ id, origins = [] }: TableRecord, upTo: number): readonly LogOrigin[] {
  return [...origins, { tableId: id, sequenceId: upTo }];
}
