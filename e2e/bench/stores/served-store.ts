import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import type { Durability } from './store.js';

/** A store whose calls return before they are done returns promises; one that is synchronous need not. */
export type Eventually<T> = T | Promise<T>;

/**
 * What a store's engine does, on its side of the protocol: `serveStore` calls it in a worker, `LocalStore` on the page.
 * The methods are those of `Store`, but rows come packed and are read into a sink. One call runs at a time.
 */
export interface ServedStore {
  open(name: string, durability: Durability): Eventually<void>;
  close(): Eventually<void>;
  load(rows: PackedRows): Eventually<void>;
  flush(): Eventually<void>;
  put(key: string, value: Uint8Array): Eventually<void>;
  /** Returns a copy in its own buffer: a message copies the whole buffer of a value. */
  get(key: string): Eventually<Uint8Array | null>;
  /** Adds a value or a missing one for each key. */
  getMany(keys: PackedValues, sink: RowSink): Eventually<void>;
  scan(from: string, limit: number, sink: RowSink): Eventually<void>;
  scanAll(sink: RowSink): Eventually<void>;
  deleteMany(keys: PackedValues): Eventually<void>;
  loadVersions(versions: PackedRows, timestamps: Float64Array): Eventually<void>;
  latest(sink: RowSink): Eventually<void>;
  asOf(timestamp: number, sink: RowSink): Eventually<void>;
  /**
   * Adds `count` values for each key, the newest first; where a key has fewer versions, the last of them are missing.
   */
  newest(keys: PackedValues, count: number, sink: RowSink): Eventually<void>;
  compact?(): Eventually<void>;
}
