import type { Note } from './notes.js';
import { packKeys } from './packed-keys.js';
import type { PackedRows } from './packed-rows.js';
import { packValues } from './packed-values.js';
import type { Rows } from './store.js';

/** The notes as rows with three texts each instead of a key: the key, the kind and the day. */
export function packNotes(notes: readonly Note[]): PackedRows {
  return {
    keys: packKeys(notes.flatMap(({ key, kind, day }) => [key, kind, day])),
    values: packValues(notes.map(({ value }) => value)),
  };
}

/** The notes that were packed, after their texts and values were unpacked. */
export function toNotes({ keys, values }: Rows): Note[] {
  return values.map((value, at) => ({
    key: keys[at * 3] as string,
    value,
    kind: keys[at * 3 + 1] as string,
    day: keys[at * 3 + 2] as string,
  }));
}
