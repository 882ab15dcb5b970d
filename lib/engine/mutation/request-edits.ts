import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodedCellLength, OFFSET_FAMILY } from '../../keyvalue/cell-layout.js';
import type { Durability } from '../../model/durability.js';
import type { SegmentMark } from '../../storage/memstore/segment.js';
import { IndexChange } from '../index/index-change.js';
import { requireUnique, type UniqueClaim } from '../index/unique-claims.js';
import type { CommitGroup, OperationId } from '../region/commit-group.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';

/** What writing needs in addition to the request: the group it belongs to, and who sent it. */
export interface EditsContext {
  readonly group: CommitGroup;
  readonly operation: OperationId | null;
}

/**
 * Writes one request to a log record and the memstores. Call `open`, append stamped cells, call `insert`, and repeat;
 * call `turnTo` to change to another table, which a request with SKIP_WAL may not; finally call `end`. A request that
 * opens nothing writes nothing. In a table with indexes, SKIP_WAL is ASYNC_WAL. If any part of it fails, the whole group is undone.
 */
export class RequestEdits {
  #region: Region;
  readonly #durability: Durability;
  readonly #context: EditsContext;
  readonly #claims: UniqueClaim[] | null;
  #writer: ByteWriter | null = null;
  #inserted = 0;

  /** `claims`: receives those of unique indexes, if the caller judges them; null: each mutation is judged by itself. */
  constructor(region: Region, durability: Durability, context: EditsContext, claims: UniqueClaim[] | null = null) {
    this.#region = region;
    // Entries follow from the difference to what is before, so a record is of no use without the ones before it.
    this.#durability = durability === 'SKIP_WAL' && region.indexes.length > 0 ? 'ASYNC_WAL' : durability;
    this.#context = context;
    this.#claims = claims;
  }

  /** Returns the writer for stamped cells. `sequenceId`: that of the first cell. */
  open(sequenceId: number): ByteWriter {
    if (this.#writer !== null) return this.#writer;
    const { group, operation } = this.#context;
    const logged = this.#durability !== 'SKIP_WAL';
    if (!logged) this.#region.hasUnlogged = true;
    this.#writer = logged ? group.beginRecord(operation, sequenceId, this.#region.id) : new ByteWriter();
    this.#inserted = this.#writer.length;
    return this.#writer;
  }

  /** What follows is for this table: it has its own section in the record. */
  turnTo(region: Region): void {
    this.insert();
    this.#region = region;
    if (this.#writer === null) return;
    this.#context.group.beginSection(region.id);
    this.#inserted = this.#writer.length;
  }

  /**
   * Writes one mutation of a row, in a table with indexes: its stamped `cells`, and the entries that it changes, which are
   * appended to them. `readPoint`: what is before it. Throws CONDITION_FAILED if it is judged by itself and violates a
   * unique index; it has written nothing then.
   */
  add(cells: ByteWriter, sequenceId: number, readPoint: number, now: number): void {
    this.insert();
    const change = IndexChange.of(this.#region, cells, readPoint);
    if (change !== null) {
      const marks = new Map<Store, SegmentMark>();
      const own = cells.length;
      this.#insert(cells, 0, marks);
      try {
        const claims = change.append(sequenceId, cells);
        if (this.#claims !== null) this.#claims.push(...claims);
        else for (let at = 0; at < claims.length; at++) requireUnique(claims, at, sequenceId, now);
        this.#insert(cells, own, marks);
      } catch (error) {
        for (const [store, mark] of marks) store.memstore.rollback(mark);
        throw error;
      }
    }
    this.open(sequenceId).raw(cells.bytes, 0, cells.length);
    if (change !== null) this.#inserted = (this.#writer as ByteWriter).length;
  }

  /** Inserts what was appended since the last call into the memstores of its families. */
  insert(): void {
    const buffer = this.#writer;
    if (buffer === null) return;
    this.#insert(buffer, this.#inserted, null);
    this.#inserted = buffer.length;
  }

  /** Adds to `marks` the state of each memstore before its first cell. */
  #insert(buffer: ByteWriter, from: number, marks: Map<Store, SegmentMark> | null): void {
    const { group } = this.#context;
    let store: Store | undefined;
    for (let cell = from; cell < buffer.length; cell += encodedCellLength(buffer.view, cell)) {
      const familyId = buffer.view.getUint16(cell + OFFSET_FAMILY, true);
      if (store?.familyId !== familyId) {
        store = this.#region.storeById(familyId) as Store;
        group.touch(store);
        if (marks !== null && !marks.has(store)) marks.set(store, store.memstore.mark());
      }
      store.memstore.insert(buffer, cell);
    }
  }

  /** Ends the record; reading the log returns `answer`. */
  end(answer: Uint8Array): void {
    const { group, operation } = this.#context;
    if (this.#writer === null || this.#durability === 'SKIP_WAL') return;
    group.endRecord(group.lastSequenceId, operation === null ? null : answer, this.#durability);
  }
}
