import type { Row } from '../stores/store.js';

/*
 * A probe is the shortest code that is as fast as the store's documentation says, without an interface shared with
 * other stores. It shows the cost of an adapter: an adapter must reach nine tenths of its speed.
 */

/**
 * Runs on the page; a probe that needs a worker starts its own. When a call resolves, the data it reads must have
 * arrived on the page.
 */
export interface Probe {
  open(name: string): Promise<void>;
  close(): Promise<void>;
  /** Writes one batch of rows that do not exist yet. */
  load(rows: readonly Row[]): Promise<void>;
  /** Reads all rows and returns how many of them arrived, with keys and values. */
  scanAll(): Promise<number>;
  /** Returns how many of these rows arrived. */
  getMany(keys: readonly string[]): Promise<number>;
  /** The length of the value; 0 if there is none. */
  get(key: string): Promise<number>;
  /** Writes a row that does not exist yet, with relaxed durability. */
  put(row: Row): Promise<void>;
}
