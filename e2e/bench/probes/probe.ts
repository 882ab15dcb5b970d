import type { Row } from '../stores/store.js';

/*
 * A probe is the shortest code in which a store's documentation says that it is fastest, without an interface that
 * other stores share. It shows what an adapter costs: an adapter has to reach nine tenths of it.
 */

/**
 * Runs on the page; one that needs a worker starts its own. What it reads must have arrived on the page when a call
 * resolves.
 */
export interface Probe {
  open(name: string): Promise<void>;
  close(): Promise<void>;
  /** Writes one batch of rows that are not there yet. */
  load(rows: readonly Row[]): Promise<void>;
  /** How many rows of all arrived, keys and values. */
  scanAll(): Promise<number>;
  /** How many of these rows arrived. */
  getMany(keys: readonly string[]): Promise<number>;
  /** How long the value is; 0 when there is none. */
  get(key: string): Promise<number>;
  /** Writes a row that is not there yet, relaxed. */
  put(row: Row): Promise<void>;
}
