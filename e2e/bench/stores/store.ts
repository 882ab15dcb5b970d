/*
 * What every store that is measured can do. Each adapter takes its store's documented fast path; one that runs in a
 * worker implements the same interface there, behind `serve-store`.
 */

/** `relaxed`: survives the end of the browser. `strict`: a power cut too. */
export type Durability = 'relaxed' | 'strict';

export interface Row {
  readonly key: string;
  readonly value: Uint8Array;
}

export interface Version extends Row {
  readonly timestamp: number;
}

/** Rows that were read, in key order. */
export interface Rows {
  readonly keys: readonly string[];
  readonly values: readonly Uint8Array[];
}

export interface Store {
  /**
   * Opens the database of this name, and makes it if it is not there. Every write is acknowledged with this durability.
   */
  open(name: string, durability: Durability): Promise<void>;
  close(): Promise<void>;

  /** Writes one batch of rows that are not there yet. */
  load(rows: readonly Row[]): Promise<void>;
  /** Resolves when all that was written is durable as `strict` promises it. */
  flush(): Promise<void>;
  put(row: Row): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]>;

  /** The first `limit` rows from `from` on. */
  scan(from: string, limit: number): Promise<Rows>;
  scanAll(): Promise<Rows>;
  deleteMany(keys: readonly string[]): Promise<void>;

  /** Writes one batch of versions; keys and timestamps are new. Versions live beside the rows of the methods above. */
  loadVersions(versions: readonly Version[]): Promise<void>;
  /** The newest version of each key. */
  latest(): Promise<Rows>;
  /** The newest version of each key that is not younger than `timestamp`. */
  asOf(timestamp: number): Promise<Rows>;
  /** The `count` newest versions of each of these keys, the newest first. */
  newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]>;

  /** From now on rows live in a table that keeps every version of them; where a store has such. */
  keepHistory?(): Promise<void>;

  /** Gives back the room that replaced and deleted data takes, where a store has a command for it. */
  compact?(): Promise<void>;
}
