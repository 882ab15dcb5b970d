import { compareBytes, equalBytes } from '../../bytes/compare.js';

/** The list is sorted and freed of duplicates when it is this much longer than after the last time. */
const SLACK = 256;

/** Rows that a commit may have changed, each once when they are taken. */
export class TouchedRows {
  readonly #matters: (row: Uint8Array) => boolean;
  #rows: Uint8Array[] = [];
  #different = 0;

  /** `matters` tells which rows still have to be returned; the others may be, too. */
  constructor(matters: (row: Uint8Array) => boolean) {
    this.#matters = matters;
  }

  /** At least the number of different rows. */
  get size(): number {
    return this.#rows.length;
  }

  /** Copies the row. */
  add(row: Uint8Array): void {
    const rows = this.#rows;
    const last = rows[rows.length - 1];
    if (last !== undefined && equalBytes(last, row)) return;
    rows.push(row.slice());
    if (rows.length < 2 * this.#different + SLACK) return;
    this.#rows = distinct(rows).filter(this.#matters);
    this.#different = this.#rows.length;
  }

  /** Removes the rows and returns them in ascending order. */
  take(): Uint8Array[] {
    const rows = this.#rows;
    this.clear();
    return rows.length < 2 ? rows : distinct(rows);
  }

  clear(): void {
    this.#rows = [];
    this.#different = 0;
  }
}

function distinct(rows: Uint8Array[]): Uint8Array[] {
  rows.sort(compareBytes);
  return rows.filter((row, index) => index === 0 || !equalBytes(row, rows[index - 1] as Uint8Array));
}
