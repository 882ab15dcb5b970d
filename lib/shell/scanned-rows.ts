import { equalBytes } from '../bytes/compare.js';
import type { Result } from '../client/answers/result.js';

/** A Result of a scan. */
export interface ScannedRow {
  readonly row: Uint8Array;
  readonly result: Result;
  /** Whether it is a further part of the row before it; BATCH makes such parts. */
  readonly isSameRow: boolean;
}

/** The rows of a scan; parts of one row are adjacent. */
export async function* scannedRows(scanner: AsyncIterable<Result>): AsyncGenerator<ScannedRow> {
  let last: Uint8Array | null = null;
  for await (const result of scanner) {
    const { row } = result;
    if (row === null) continue;
    yield { row, result, isSameRow: last !== null && equalBytes(last, row) };
    last = row;
  }
}
