import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';

/**
 * When the rows that a read has visited change because cells of theirs expire, whether or not the read returned the
 * rows.
 */
export class ExpiryTimes {
  /** Whether it has visited a cell with a time to live, even one that has expired. */
  found = false;
  #rows: Uint8Array[] = [];
  #times: number[] = [];

  /** Reports a put that is expired from `at` on. REQUIRES that the cells of a row are reported one after the other. */
  note({ key, rowOffset, rowLength }: CellView, at: number, now: number): void {
    this.found = true;
    if (at <= now) return;
    const last = this.#rows.length - 1;
    const row = this.#rows[last];
    if (row !== undefined && equalRanges(row, 0, row.length, key, rowOffset, rowLength)) {
      if (at < (this.#times[last] as number)) this.#times[last] = at;
      return;
    }
    this.#rows.push(key.slice(rowOffset, rowOffset + rowLength));
    this.#times.push(at);
  }

  /** Calls `each` with every row and the first time at which it may change, and forgets them. */
  drain(each: (row: Uint8Array, at: number) => void): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    for (let index = 0; index < rows.length; index++) each(rows[index] as Uint8Array, this.#times[index] as number);
    this.#rows = [];
    this.#times = [];
  }
}
