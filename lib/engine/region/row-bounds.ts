import { decodeBase64, encodeBase64 } from '../../bytes/base64.js';
import { compareBytes } from '../../bytes/compare.js';
import { prefixStop } from '../../bytes/successor.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';

/*
 * The rows that a store file may hold, as its record in the catalog states them: enough to tell which reads a file that
 * cannot be opened concerns. Rows may have 32 KiB and records must be short, so both bounds are cut.
 */

/** The longest bound, in bytes. */
const BOUND_BYTES = 64;

/** Rows from `first` to `last`, both inclusive; `last` null means to the end. */
export interface RowBounds {
  readonly first: Uint8Array;
  readonly last: Uint8Array | null;
}

/** The same in a record of the catalog. */
export interface RecordedRows {
  readonly firstRow: string;
  readonly lastRow?: string;
}

/** Every row. */
export const ALL_ROWS: RowBounds = { first: new Uint8Array(0), last: null };

/** Bounds for the rows `first` … `last` in a record: the first is rounded down, the last is rounded up. */
export function rowBounds(first: Uint8Array, last: Uint8Array | null): RecordedRows {
  const above = last === null || last.length <= BOUND_BYTES ? last : prefixStop(last.subarray(0, BOUND_BYTES));
  const firstRow = encodeBase64(first.subarray(0, BOUND_BYTES));
  return above === null ? { firstRow } : { firstRow, lastRow: encodeBase64(above) };
}

/** The rows that a file with this record may hold; all rows if the record does not state them. */
export function rowsOf({ firstRow, lastRow }: Pick<FileRecord, 'firstRow' | 'lastRow'>): RowBounds {
  if (firstRow === undefined) return ALL_ROWS;
  return { first: decodeBase64(firstRow), last: lastRow === undefined ? null : decodeBase64(lastRow) };
}

/** The same rows, with those that touch as one. REQUIRES that they are in order. */
export function merged(rows: readonly RowBounds[]): readonly RowBounds[] {
  const result: RowBounds[] = [];
  for (const { first, last } of rows) {
    const before = result.at(-1);
    const touches = before !== undefined && (before.last === null || compareBytes(first, before.last) <= 0);
    if (touches) result[result.length - 1] = { first: before.first, last };
    else result.push({ first, last });
  }
  return result;
}
