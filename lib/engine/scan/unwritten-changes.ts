import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';

/** A row that a read has visited, and that may change without a write. */
export interface UnwrittenChange {
  readonly row: Uint8Array;
  /** The first time at which a cell has expired; Infinity for never. */
  readonly expiresAt: number;
  /**
   * Whether a marker hides cells, or a cell is hidden by its own time to live: a flush or a compaction may remove what
   * hides, or older versions that are visible because of it.
   */
  readonly hides: boolean;
}

/** Collects the rows that may change without a write, whether or not the read returned them. */
export class UnwrittenChanges {
  /** Whether the read has visited a cell with a time to live. */
  foundTtl = false;
  #changes: { row: Uint8Array; expiresAt: number; hides: boolean }[] = [];

  /** Reports a put that is expired from `at` on. REQUIRES that the cells of a row are reported one after the other. */
  noteExpiry(cell: CellView, at: number): void {
    this.foundTtl = true;
    const change = this.#changeOf(cell);
    if (at < change.expiresAt) change.expiresAt = at;
  }

  /** Reports a marker, or a put that its own time to live hides. REQUIRES the same as `noteExpiry`. */
  noteHidden(cell: CellView): void {
    this.#changeOf(cell).hides = true;
  }

  /** Returns what was collected, and forgets it. */
  take(): readonly UnwrittenChange[] {
    const changes = this.#changes;
    if (changes.length > 0) this.#changes = [];
    return changes;
  }

  #changeOf({ key, rowOffset, rowLength }: CellView): { expiresAt: number; hides: boolean } {
    const last = this.#changes[this.#changes.length - 1];
    if (last !== undefined && equalRanges(last.row, 0, last.row.length, key, rowOffset, rowLength)) return last;
    const row = key.slice(rowOffset, rowOffset + rowLength);
    const change = { row, expiresAt: Number.POSITIVE_INFINITY, hides: false };
    this.#changes.push(change);
    return change;
  }
}
