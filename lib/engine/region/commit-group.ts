import type { ByteWriter } from '../../bytes/byte-writer.js';
import type { Durability } from '../../model/durability.js';
import type { SegmentMark } from '../../storage/memstore/segment.js';
import type { Wal } from '../../storage/wal/wal.js';
import type { Store } from './store.js';

/** An operation that may be sent again: who sent it and its number there. */
export interface OperationId {
  readonly connection: string;
  readonly number: number;
}

/**
 * The commit group: the requests of one turn, or of a part of it. Each request takes its sequence ids, appends its
 * record to the log's buffer and inserts its cells. At the end, one write of the log makes them durable; only then are
 * they answered.
 *
 * Invariants:
 *  1. A write is logged before it is visible, and before it is answered.
 *  2. Requests of the group see its earlier writes; no other reader does before the end.
 *  3. If the log cannot be written, the memstores are as before the group. Its sequence ids are not reused.
 */
export class CommitGroup {
  readonly #wal: Wal;
  readonly #marks = new Map<Store, SegmentMark>();
  #lastSequenceId: number;
  #mustWrite = false;
  #poison: { readonly error: unknown } | null = null;

  /** `lastSequenceId`: the largest one that was ever assigned. */
  constructor(wal: Wal, lastSequenceId: number) {
    this.#wal = wal;
    this.#lastSequenceId = lastSequenceId;
  }

  /** The largest sequence id assigned so far. */
  get lastSequenceId(): number {
    return this.#lastSequenceId;
  }

  /**
   * The read point of new readers: everything is visible. Between two requests of a group, only the group itself reads,
   * and failed writes are removed.
   */
  get readPoint(): number {
    return this.#lastSequenceId;
  }

  /** Bytes that this group added to the log's buffer. */
  get bytes(): number {
    return this.#wal.pendingBytes;
  }

  /** Takes the next `count` sequence ids and returns the first. */
  takeSequenceIds(count: number): number {
    const first = this.#lastSequenceId + 1;
    this.#lastSequenceId += count;
    return first;
  }

  /**
   * Begins the log record of one request with the edits of one table. The caller appends the edits, flat and stamped,
   * to the writer.
   */
  beginRecord(operation: OperationId | null, firstSequenceId: number, tableId: number): ByteWriter {
    this.#wal.beginRecord(operation?.connection ?? null, operation?.number ?? 0, firstSequenceId);
    return this.#wal.beginSection(tableId);
  }

  /** Begins the edits of another table in the open record; the writer stays the same. */
  beginSection(tableId: number): void {
    this.#wal.beginSection(tableId);
  }

  /** Ends the record. Reading the log returns `answer`, so that a repeated request is executed exactly once. */
  endRecord(lastSequenceId: number, answer: Uint8Array | null, durability: Durability): void {
    this.#wal.endRecord(lastSequenceId, answer);
    if (durability !== 'ASYNC_WAL') this.#mustWrite = true;
  }

  /** Reports that a request failed half way: at its end the whole group is undone and throws `error`. */
  poison(error: unknown): void {
    this.#poison ??= { error };
  }

  /** Whether a request failed half way. */
  get poisoned(): boolean {
    return this.#poison !== null;
  }

  /** Call before the first insert into `store`, so that it can be undone. */
  touch(store: Store): void {
    if (!this.#marks.has(store)) this.#marks.set(store, store.memstore.mark());
  }

  /** Ends the group. If it throws, nothing of the group is left in the log or a memstore. */
  end(): void {
    try {
      if (this.#poison !== null) throw this.#poison.error;
      if (this.#mustWrite) this.#wal.write();
      else if (this.#wal.pendingBytes > 0) this.#wal.defer();
    } catch (error) {
      if (this.#poison !== null) this.#wal.discard();
      for (const [store, mark] of this.#marks) store.memstore.rollback(mark);
      throw error;
    } finally {
      this.#marks.clear();
      this.#mustWrite = false;
      this.#poison = null;
    }
  }
}
