import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { type QueryOptions, queryOf } from '../../model/query-options.js';
import type { Region } from '../region/region.js';
import { writeRow } from '../region/region-reads.js';
import type { Store } from '../region/store.js';

/** What is read of a column; everything else is as in a get. */
export type ColumnQuery = Partial<Pick<QueryOptions, 'maxVersions' | 'timeRange'>>;

/**
 * Reads the visible versions of one column, newest first, tags included; by default the newest. They belong to the
 * caller.
 */
export function readColumn(
  region: Region,
  store: Store,
  row: Uint8Array,
  qualifier: Uint8Array,
  { maxVersions, timeRange }: ColumnQuery,
  readPoint: number,
  now: number,
): CellView[] {
  const families = [{ family: store.name, qualifiers: [qualifier] }];
  return readCells(region, row, queryOf(families, maxVersions, timeRange), readPoint, now);
}

/** Returns the cells that a get of the row returns, tags included. The cells belong to the caller. */
export function readCells(
  region: Region,
  row: Uint8Array,
  query: QueryOptions,
  readPoint: number,
  now: number,
): CellView[] {
  const writer = new ResultBlockWriter();
  writer.begin([]);
  writeRow(region.reads.get(row, query, readPoint, now), writer);
  return writer.lastRow();
}

/** Whether a get of the row finds a cell. Loads no values, and no cells after the first one. */
export function rowExists(
  { reads }: Pick<Region, 'reads'>,
  row: Uint8Array,
  query: QueryOptions,
  readPoint: number,
  now: number,
): boolean {
  const scan = reads.get(row, query, readPoint, now);
  try {
    return scan.scanner.exists();
  } finally {
    scan.close();
  }
}
