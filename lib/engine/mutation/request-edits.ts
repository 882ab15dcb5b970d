import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodedCellLength, OFFSET_FAMILY } from '../../keyvalue/cell-layout.js';
import type { Durability } from '../../model/durability.js';
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
 * opens nothing writes nothing. If any part of it fails, the whole group is undone.
 */
export class RequestEdits {
  #region: Region;
  readonly #durability: Durability;
  readonly #context: EditsContext;
  #writer: ByteWriter | null = null;
  #inserted = 0;

  constructor(region: Region, durability: Durability, context: EditsContext) {
    this.#region = region;
    this.#durability = durability;
    this.#context = context;
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

  /** Inserts what was appended since the last call into the memstores of its families. */
  insert(): void {
    const buffer = this.#writer;
    if (buffer === null) return;
    const { group } = this.#context;
    let store: Store | undefined;
    for (let cell = this.#inserted; cell < buffer.length; cell += encodedCellLength(buffer.view, cell)) {
      const familyId = buffer.view.getUint16(cell + OFFSET_FAMILY, true);
      if (store?.familyId !== familyId) {
        store = this.#region.storeById(familyId) as Store;
        group.touch(store);
      }
      store.memstore.insert(buffer, cell);
    }
    this.#inserted = buffer.length;
  }

  /** Ends the record; reading the log returns `answer`. */
  end(answer: Uint8Array): void {
    const { group, operation } = this.#context;
    if (this.#writer === null || this.#durability === 'SKIP_WAL') return;
    group.endRecord(group.lastSequenceId, operation === null ? null : answer, this.#durability);
  }
}
