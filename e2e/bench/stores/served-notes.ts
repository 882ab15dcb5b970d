import type { Note, NoteColumn } from './notes.js';
import type { PackedRows } from './packed-rows.js';
import type { RowSink } from './row-sink.js';
import type { Eventually } from './served-store.js';

/**
 * The notes of a store's engine, on its side of the protocol. The methods are those of `NoteTable`, but notes are
 * packed, as `packNotes` does it, and are read into a sink.
 */
export interface ServedNotes {
  /** See `Store.openNotes`. No other method is called before. */
  open(isIndexed: boolean): Eventually<void>;
  put(note: Note): Eventually<void>;
  putAll(notes: PackedRows): Eventually<void>;
  scan(from: string, limit: number, sink: RowSink): Eventually<void>;
  find(column: NoteColumn, text: string, sink: RowSink): Eventually<void>;
}
