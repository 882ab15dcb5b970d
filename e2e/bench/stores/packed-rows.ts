import { packKeys } from './packed-keys.js';
import { buffersOf, type PackedValues, packValues } from './packed-values.js';
import type { Row } from './store.js';

/** Rows as the page and a worker exchange them. */
export interface PackedRows {
  /** In UTF-8. */
  readonly keys: PackedValues;
  readonly values: PackedValues;
}

/** A part of the data that was read: rows, or only values, which answer a list of keys. */
export interface PackedBatch {
  readonly keys: PackedValues | null;
  readonly values: PackedValues;
}

export function packRows(rows: readonly Row[]): PackedRows {
  return { keys: packKeys(rows.map(({ key }) => key)), values: packValues(rows.map(({ value }) => value)) };
}

/** The buffers that a message transfers instead of copying. */
export function rowBuffers({ keys, values }: PackedBatch): Transferable[] {
  return keys === null ? buffersOf(values) : [...buffersOf(keys), ...buffersOf(values)];
}
