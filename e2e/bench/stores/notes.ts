import type { Row } from './store.js';

/** A row with two more texts. Each of them can have an index. */
export interface Note extends Row {
  readonly kind: string;
  readonly day: string;
}

/** The columns that can have an index. */
export const NOTE_COLUMNS = ['kind', 'day'] as const;
export type NoteColumn = (typeof NOTE_COLUMNS)[number];

/** A table of notes, apart from the rows and versions of a store. Reads return whole notes. */
export interface NoteTable {
  /** Writes a note, instead of a stored one with its key. */
  put(note: Note): Promise<void>;
  /** Writes one batch of notes. */
  putAll(notes: readonly Note[]): Promise<void>;
  /** The first `limit` notes from the key `from` on. */
  scan(from: string, limit: number): Promise<readonly Note[]>;
  /** The notes with this text, in the order of their keys. Uses the index of the column. */
  find(column: NoteColumn, text: string): Promise<readonly Note[]>;
}
