/* Reads TGet and TScan as HBase's gateway reads them. */
import { equalBytes } from '../../bytes/compare.js';
import { decodeText } from '../../bytes/text.js';
import type { Attributes, TColumn, TGet, TScan } from '../../hbase/thrift/structs.js';
import { Get, Scan } from '../../index.js';
import { decodeFilter } from './decode-filter.js';
import { plainError } from './gateway-failure.js';
import { readTimeRange } from './read-times.js';

/** The Get of a TGet. Throws what the Get throws; the gateway does not say why it refuses one. */
export function readGet(given: TGet): Get {
  const get = addColumns(new Get(given.row), given.columns);
  if (given.timeRange !== undefined) get.setTimeRange(...readTimeRange(given.timeRange));
  if (given.maxVersions !== undefined) get.readVersions(positiveVersions(given.maxVersions));
  if (given.storeLimit !== undefined) get.setMaxResultsPerColumnFamily(given.storeLimit);
  if (given.storeOffset !== undefined) get.setRowOffsetPerColumnFamily(given.storeOffset);
  if (given.filterBytes !== undefined) get.setFilter(decodeFilter(given.filterBytes));
  return get;
}

/** The Scan of a TScan, or null if it finds nothing: the gateway accepts a scan of no versions. */
export function readScan(given: TScan): Scan | null {
  const { startRow = EMPTY, stopRow = EMPTY, maxVersions = 1 } = given;
  const scan = addColumns(new Scan(), given.columns);
  // Equal bounds are a get, in the calls of HBase's client that the gateway uses.
  scan.withStartRow(startRow).withStopRow(stopRow, startRow.length > 0 && equalBytes(startRow, stopRow));
  if (given.timeRange !== undefined) scan.setTimeRange(...readTimeRange(given.timeRange));
  for (const [family, range] of given.colFamTimeRangeMap ?? [])
    scan.setColumnFamilyTimeRange(family, ...readTimeRange(range));
  if (given.batchSize !== undefined) scan.setBatch(given.batchSize);
  if (given.reversed !== undefined) scan.setReversed(given.reversed);
  if (given.limit !== undefined) scan.setLimit(given.limit);
  if (given.caching !== undefined) scan.setCaching(given.caching);
  if (attributeOf(given.attributes, '_raw_')?.[0]) scan.setRaw(true);
  if (given.filterBytes !== undefined) scan.setFilter(decodeFilter(given.filterBytes));
  return maxVersions < 1 ? null : scan.readVersions(maxVersions);
}

/** The value of an attribute of a request. */
export function attributeOf(attributes: Attributes | undefined, name: string): Uint8Array | undefined {
  return attributes?.find(([key]) => decodeText(key) === name)?.[1];
}

const EMPTY = new Uint8Array();

function addColumns<T extends Get | Scan>(query: T, columns: readonly TColumn[] = []): T {
  for (const { family, qualifier } of columns) {
    if (qualifier === undefined) query.addFamily(family);
    else query.addColumn(family, qualifier);
  }
  return query;
}

function positiveVersions(versions: number): number {
  if (versions < 1) throw plainError('versions must be positive');
  return versions;
}
