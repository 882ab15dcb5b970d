import { ByteReader } from '../../bytes/byte-reader.js';
import { encodedCellLength, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { NEWEST_OF_ALL, type QueryOptions } from '../../model/query-options.js';
import { ResultBlockWriter, readResultBlock } from '../../service/result-block.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';

/** What is read of a column; the rest as in a get. */
export type ColumnQuery = Partial<Pick<QueryOptions, 'maxVersions' | 'timeRange'>>;

/** The visible versions of one column, newest first, tags included; by default the newest. They belong to the caller. */
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
  // Field by field: counters read so, and to spread one object into another takes longer than their row.
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

/** What a get of the row gives, tags included. The cells belong to the caller. */
export function readCells(
  region: Region,
  row: Uint8Array,
  query: QueryOptions,
  readPoint: number,
  now: number,
): CellView[] {
  const scan = region.openGet(row, query, readPoint, now);
  const writer = new ResultBlockWriter();
  writer.begin([]);
  try {
    scan.scanner.fill(writer, { rows: 1, bytes: Number.POSITIVE_INFINITY, deadline: () => false });
  } finally {
    scan.close();
  }
  const bytes = writer.finish();
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'column'));
  const versions: CellView[] = [];
  for (const { cells, offset } of block.rows) {
    for (let at = offset; versions.length < cells; at += encodedCellLength(block.view, at)) {
      const version = new CellView();
      readCell(version, block, at);
      versions.push(version);
    }
  }
  return versions;
}
