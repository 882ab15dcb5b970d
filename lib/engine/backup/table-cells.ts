import type { ByteWriter } from '../../bytes/byte-writer.js';
import { compareRows, sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { BATCH_BYTES, type CellLimits, FamilyCells, type RowPosition } from './family-cells.js';
import type { PinnedTable } from './pinned-table.js';

/** Where a batch begins: in a row, at a family, and there at a cell or a write; null = where the family begins. */
export interface TablePosition {
  readonly row: Uint8Array;
  readonly family: number;
  readonly rest: RowPosition | null;
}

/** Rows between two readings of the clock. */
const ROWS_PER_LOOK = 8;

/**
 * Reads one batch of an exported table: row by row, and in each row family by family. Created for each batch, so that a
 * batch that failed can be read again. `close` it.
 */
export class TableCells {
  readonly #families: readonly FamilyCells[];
  readonly #row: SeekKey = new SeekKey();

  constructor(table: PinnedTable, limits: CellLimits) {
    const families: FamilyCells[] = [];
    this.#families = families;
    try {
      for (const [index, family] of table.families.entries()) families.push(new FamilyCells(family, index, limits));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The number of cells visited. */
  get seen(): number {
    return this.#families.reduce((sum, { seen }) => sum + seen, 0);
  }

  /**
   * Writes cells to `out` from `from` on, null = from the beginning, until it is full or `isOver` returns true. Returns
   * where the rest begins; null at the end of the table. Calls `rest` when `isDue` returns true.
   */
  async read(
    from: TablePosition | null,
    out: ByteWriter,
    { isDue, isOver, rest }: { isDue(): boolean; isOver(): boolean; rest(): Promise<void> },
  ): Promise<TablePosition | null> {
    this.#seek(from);
    let begun = from;
    for (let count = 1; begun !== null || this.#findRow(); count++) {
      const row = begun === null ? this.#row.cell : this.#row.firstOnRow(begun.row);
      const position = this.#writeRow(row, begun, out);
      if (position !== null) return position;
      begun = null;
      if (count % ROWS_PER_LOOK !== 0 && out.length < BATCH_BYTES) continue;
      if (out.length >= BATCH_BYTES || isOver())
        return this.#findRow() ? { row: this.#row.cell.copyRow(), family: 0, rest: null } : null;
      if (!isDue()) continue;
      for (const { heap } of this.#families) heap.pause();
      await rest();
      for (const { heap } of this.#families) heap.resume();
    }
    return null;
  }

  close(): void {
    for (const { heap } of this.#families) heap.close();
  }

  #seek(from: TablePosition | null): void {
    const key = new SeekKey();
    const row = from?.row ?? new Uint8Array(0);
    const first = from?.family ?? 0;
    for (const [index, family] of this.#families.entries()) {
      if (index < first) family.heap.seek(key.lastOnRow(row));
      else if (index === first && from !== null && from.rest !== null) family.continueRow(row, from.rest);
      else family.heap.seek(key.firstOnRow(row));
    }
  }

  /** Writes a row, or the rest of one that was begun. Returns where the rest begins if `out` is full. */
  #writeRow(row: CellView, begun: TablePosition | null, out: ByteWriter): TablePosition | null {
    for (let index = begun?.family ?? 0; index < this.#families.length; index++) {
      const family = this.#families[index] as FamilyCells;
      const { current } = family.heap;
      if (current === null || !sameRow(current, row)) continue;
      const rest = family.writeRow(row, index === begun?.family ? begun.rest : null, out);
      if (rest !== null) return { row: row.copyRow(), family: index, rest };
      if (out.length >= BATCH_BYTES && index + 1 < this.#families.length)
        return { row: row.copyRow(), family: index + 1, rest: null };
    }
    return null;
  }

  /** Copies the next row that any family has; returns false at the end. */
  #findRow(): boolean {
    let first: CellView | null = null;
    for (const { heap } of this.#families) {
      const { current } = heap;
      if (current !== null && (first === null || compareRows(current, first) < 0)) first = current;
    }
    if (first === null) return false;
    this.#row.firstOnRowOf(first);
    return true;
  }
}
