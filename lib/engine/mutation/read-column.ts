import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { NEWEST_OF_ALL, type QueryOptions } from '../../model/query-options.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';
import { ONE_ROW } from '../scan/region-scanner.js';

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
  { maxVersions = NEWEST_OF_ALL.maxVersions, timeRange = NEWEST_OF_ALL.timeRange }: ColumnQuery,
  readPoint: number,
  now: number,
): CellView[] {
  const families = [{ family: store.name, qualifiers: [qualifier] }];
  const { familyTimeRanges, maxResultsPerColumnFamily, rowOffsetPerColumnFamily } = NEWEST_OF_ALL;
  const { filter, loadColumnFamiliesOnDemand } = NEWEST_OF_ALL;
  // Field by field: counters use this, and spreading one object into another takes longer than reading their row.
  const query: QueryOptions = {
    families,
    maxVersions,
    timeRange,
    familyTimeRanges,
    maxResultsPerColumnFamily,
    rowOffsetPerColumnFamily,
    filter,
    loadColumnFamiliesOnDemand,
  };
  return readCells(region, row, query, readPoint, now);
}

/** Returns the cells that a get of the row returns, tags included. The cells belong to the caller. */
export function readCells(
  region: Region,
  row: Uint8Array,
  query: QueryOptions,
  readPoint: number,
  now: number,
): CellView[] {
  const scan = region.reads.get(row, query, readPoint, now);
  const writer = new ResultBlockWriter();
  writer.begin([]);
  try {
    scan.scanner.fill(writer, ONE_ROW);
  } finally {
    scan.close();
  }
  return writer.lastRow();
}

/** Whether a get of the row finds a cell. Loads no values, and no cells after the first one. */
export function rowExists(
  region: Region,
  row: Uint8Array,
  query: QueryOptions,
  readPoint: number,
  now: number,
): boolean {
  const scan = region.reads.get(row, query, readPoint, now);
  try {
    return scan.scanner.exists();
  } finally {
    scan.close();
  }
}
