import type { Row } from '../stores/store.js';

/** The rows of a list, in the order of their keys. */
export interface LiveList {
  readonly size: number;
  /** The value of the row at this place. */
  valueAt(place: number): Uint8Array | null;
}

/** A store that keeps lists up to date. Each page has one open. */
export interface LiveStore {
  /** Opens the database, which other tabs may have open. */
  open(name: string): Promise<void>;
  load(rows: readonly Row[]): Promise<void>;
  put(row: Row): Promise<void>;
  /**
   * Reads the rows from `from` up to, but not including, `to`; null is the end of the table. Calls `show` with the list
   * once it has been read and after each change. Resolves to a function that ends this.
   */
  watch(from: string, to: string | null, show: (list: LiveList) => void): Promise<() => Promise<void>>;
}
