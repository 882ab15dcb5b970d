import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import type { ServedNotes } from './served-notes.js';
import type { Durability } from './store.js';

/** A store with asynchronous calls returns promises; a synchronous one does not have to. */
export type Eventually<T> = T | Promise<T>;

/**
 * The calls of a store's engine, on its side of the protocol: `serveStore` calls them in a worker, `LocalStore` on the
 * page. The methods are those of `Store`, but rows are packed, and are read into a sink. Only one call runs at a
 * time.
 */
export interface ServedStore {
  open(name: string, durability: Durability): Eventually<void>;
  close(): Eventually<void>;
  load(rows: PackedRows): Eventually<void>;
  flush(): Eventually<void>;
  put(key: string, value: Uint8Array): Eventually<void>;
  /** Returns a copy in a separate buffer, because a message copies the whole buffer of a value. */
  get(key: string): Eventually<Uint8Array | null>;
  /** Reads the value of a key and writes the new one, in one transaction. Returns the value that it has read. */
  exchange?(key: string, value: Uint8Array): Eventually<Uint8Array | null>;
  /** Adds a value for each key, or a missing one. */
  getMany(keys: PackedValues, sink: RowSink): Eventually<void>;
  scan(from: string, limit: number, sink: RowSink): Eventually<void>;
  scanAll(sink: RowSink): Eventually<void>;
  deleteMany(keys: PackedValues): Eventually<void>;
  loadVersions(versions: PackedRows, timestamps: Float64Array): Eventually<void>;
  latest(sink: RowSink): Eventually<void>;
  asOf(timestamp: number, sink: RowSink): Eventually<void>;
  /** Adds `count` values for each key, the newest first. If a key has fewer versions, the last values are missing. */
  newest(keys: PackedValues, count: number, sink: RowSink): Eventually<void>;
  compact?(): Eventually<void>;

  /** The table of notes, if the store measures indexes. */
  readonly notes?: ServedNotes;
}
