import type { NoteTable } from './notes.js';

/*
 * The calls of every measured store. Each adapter uses the fast path that its store's documentation describes. An
 * adapter that runs in a worker implements the same interface there, through `serve-store`.
 */

/** `relaxed`: writes survive if the browser is killed. `strict`: they also survive a power cut. */
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
   * Opens the database with this name, and creates it if it does not exist. Every write is acknowledged with this
   * durability.
   */
  open(name: string, durability: Durability): Promise<void>;
  close(): Promise<void>;

  /** Writes one batch of rows that do not exist yet. */
  load(rows: readonly Row[]): Promise<void>;
  /** Resolves when everything written is durable as `strict` promises. */
  flush(): Promise<void>;
  put(row: Row): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]>;

  /** The first `limit` rows from `from` on. */
  scan(from: string, limit: number): Promise<Rows>;
  scanAll(): Promise<Rows>;
  deleteMany(keys: readonly string[]): Promise<void>;

  /**
   * Writes one batch of versions whose keys and timestamps are new. Versions are stored apart from the rows of the
   * methods above.
   */
  loadVersions(versions: readonly Version[]): Promise<void>;
  /** The newest version of each key. */
  latest(): Promise<Rows>;
  /** The newest version of each key that is not newer than `timestamp`. */
  asOf(timestamp: number): Promise<Rows>;
  /** The `count` newest versions of each of these keys, the newest first. */
  newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]>;

  /** Reads the row's value and writes the new one, in one transaction. Resolves to the value that it has read. */
  exchange?(row: Row): Promise<Uint8Array | null>;

  /**
   * Opens the table of notes, and creates it if it does not exist. `isIndexed`: with an index of each of its columns,
   * which are created if they do not exist; they then have the notes that are already there.
   */
  openNotes?(isIndexed: boolean): Promise<NoteTable>;

  /** From now on, rows are in a table that keeps every version, if the store supports one. */
  keepHistory?(): Promise<void>;

  /** Frees the space of replaced and deleted data, if the store has a command for it. */
  compact?(): Promise<void>;
}
