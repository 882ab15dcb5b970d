import type { Cell } from '../../model/cell.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import type { RowMutations } from '../../model/row-mutations.js';
import type { AbortSignalLike } from '../calls/call-options.js';
import type { Table } from '../table.js';
import type { RowPart } from './row-part.js';

/** Rows that are written together. */
export class CopyPage {
  bytes = 0;
  /** The last row that was added. */
  lastRow: Uint8Array | null = null;
  /** The cells that reads return. */
  readonly expected: Cell[] = [];
  readonly #puts: Put[] = [];
  readonly #deletes: Delete[] = [];
  readonly #others: (Put | Delete | RowMutations)[] = [];

  /** The part of a row that was not in the page before. */
  add(part: RowPart): void {
    this.lastRow = part.row;
    this.bytes += part.bytes;
    for (const cell of part.expected) this.expected.push(cell);
    const { mutations } = part;
    // Lists of puts or of deletes are the fastest. Mutations of both kinds of one row keep their order.
    if (mutations.every((mutation) => mutation instanceof Put)) this.#puts.push(...mutations);
    else if (mutations.every((mutation) => mutation instanceof Delete)) this.#deletes.push(...mutations);
    else this.#others.push(...mutations);
  }

  async write(to: Table, signal: AbortSignalLike | undefined): Promise<void> {
    if (this.#puts.length > 0) await to.put(this.#puts, { signal });
    if (this.#deletes.length > 0) await to.delete(this.#deletes, { signal });
    if (this.#others.length > 0) await to.batch(this.#others, [], { signal });
  }
}
