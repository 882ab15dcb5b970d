import { packKeys } from './packed-keys.js';
import { buffersOf, type PackedValues, packValues } from './packed-values.js';
import type { Row } from './store.js';

/** Rows as the page and a worker exchange them. */
export interface PackedRows {
  /** In UTF-8. Empty where a list of values answers a list of keys. */
  readonly keys: PackedValues;
  readonly values: PackedValues;
}

export function packRows(rows: readonly Row[]): PackedRows {
  return { keys: packKeys(rows.map(({ key }) => key)), values: packValues(rows.map(({ value }) => value)) };
}

/** The buffers that a message transfers instead of copying. Where there are no keys, their empty buffers are not worth it. */
export function rowBuffers({ keys, values }: PackedRows): Transferable[] {
  return keys.ends.length === 0 ? buffersOf(values) : [...buffersOf(keys), ...buffersOf(values)];
}
