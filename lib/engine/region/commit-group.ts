import type { ByteWriter } from '../../bytes/byte-writer.js';
import type { Durability } from '../../model/mutation.js';
import type { SegmentMark } from '../../storage/memstore/segment.js';
import type { Wal } from '../../storage/wal/wal.js';
import type { Store } from './store.js';

/** An operation that may be sent again: who sent it and its number there. */
export interface OperationId {
  readonly connection: string;
  readonly number: number;
}

/**
 * The commit group: the requests of one turn, or of a part of it. Each takes its sequence ids, appends its record to
 * the log's buffer and inserts its cells; at the end one write of the log makes them safe, and only then they are
 * answered.
 *
 * Invariants:
 *  1. Log before visibility, and before any answer.
 *  2. Requests of the group see its earlier writes; nobody else does before the end.
 *  3. When the log cannot be written, the memstores are as before the group. Its sequence ids are not used again.
 */
export class CommitGroup {
  readonly #wal: Wal;
  readonly #marks = new Map<Store, SegmentMark>();
  #lastSequenceId: number;
  #mustWrite = false;
  #poison: { readonly error: unknown } | null = null;

  /** `lastSequenceId`: the largest one that was ever given out. */
  constructor(wal: Wal, lastSequenceId: number) {
    this.#wal = wal;
    this.#lastSequenceId = lastSequenceId;
  }

  /** The largest sequence id given out. */
  get lastSequenceId(): number {
    return this.#lastSequenceId;
  }

  /**
   * What a reader may see: everything. Between two requests of a group nobody reads but the group itself, and whatever
   * failed is taken out.
   */
  get readPoint(): number {
    return this.#lastSequenceId;
  }

  /** Bytes that this group added to the log's buffer. */
  get bytes(): number {
    return this.#wal.pendingBytes;
  }

  /** Takes the next `count` sequence ids and gives the first. */
  takeSequenceIds(count: number): number {
    const first = this.#lastSequenceId + 1;
    this.#lastSequenceId += count;
    return first;
  }

  /**
   * Begins the log record of one request with the edits of one table; the caller appends them, flat and stamped, to the
   * writer.
   */
  beginRecord(operation: OperationId | null, firstSequenceId: number, tableId: number): ByteWriter {
    this.#wal.beginRecord(operation?.connection ?? null, operation?.number ?? 0, firstSequenceId);
    return this.#wal.beginSection(tableId);
  }

  /** The edits of another table follow in the open record; the writer stays. */
  beginSection(tableId: number): void {
    this.#wal.beginSection(tableId);
  }

  /** Ends the record; `answer` comes back when the log is read, for exactly-once. */
  endRecord(lastSequenceId: number, answer: Uint8Array | null, durability: Durability): void {
    this.#wal.endRecord(lastSequenceId, answer);
    if (durability !== 'ASYNC_WAL') this.#mustWrite = true;
  }

  /** A request failed half way: the whole group is undone at its end, which throws `error`. */
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

  /** Ends the group. When it throws, nothing of the group is left in log or memstore. */
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
