import { equalBytes } from '../../bytes/compare.js';
import type { Cell } from '../../model/cell.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';

/** What a cell needs in memory beside its bytes, roughly. */
const CELL_BYTES = 100;

/** The mutations that write cells of one row. */
export class RowPart {
  readonly row: Uint8Array;
  bytes = 0;
  /** The cells that reads return. */
  readonly expected: Cell[] = [];
  #put: Put | null = null;
  readonly #deletes: Delete[] = [];
  #late: Put | null = null;

  /** `markers`: those that may hide cells of this part, although an earlier part of the row has them. */
  constructor(row: Uint8Array, markers: readonly Cell[]) {
    this.row = row;
    for (const marker of markers) this.addMarker(marker);
  }

  /** `isShown`: whether reads return it; otherwise one of the markers hides it. */
  addPut(cell: Cell, isShown: boolean): void {
    this.#put ??= new Put(this.row);
    this.#put.add(cell);
    if (isShown) this.expected.push(cell);
    this.#count(cell);
  }

  /** A put that reads return, although one of the markers would hide it if it were written with them. */
  addLatePut(cell: Cell): void {
    this.#late ??= new Put(this.row);
    this.#late.add(cell);
    this.expected.push(cell);
    this.#count(cell);
  }

  addMarker(cell: Cell): void {
    let last = this.#deletes.at(-1);
    // A Delete has one marker of a whole family, which replaces those added before (W-22).
    const replaces = cell.type === 'DeleteFamily' && last?.added.some(({ family }) => equalBytes(family, cell.family));
    if (last === undefined || replaces) {
      last = new Delete(this.row);
      this.#deletes.push(last);
    }
    last.add(cell);
    this.#count(cell);
  }

  /** The mutations, to be applied one after the other. */
  get mutations(): readonly (Put | Delete | RowMutations)[] {
    const put = this.#put === null ? [] : [this.#put];
    const late = this.#late === null ? [] : [this.#late];
    if (put.length === 0 || this.#deletes.length === 0) return [...put, ...this.#deletes, ...late];
    // At once: otherwise a read could return cells that are deleted, and a compaction remove their markers too early.
    return [RowMutations.of([...put, ...this.#deletes]), ...late];
  }

  #count({ row, family, qualifier, value }: Cell): void {
    this.bytes += CELL_BYTES + row.length + family.length + qualifier.length + value.length;
  }
}
