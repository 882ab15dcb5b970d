import { encodeText } from '../bytes/text.js';
import type { FamilySelection } from '../model/family-selection.js';
import type { GetParts } from '../model/get-request.js';
import type { QueryOptions } from '../model/query-options.js';
import type { OpenScannerRequest } from '../service/scan-codec.js';
import { hbaseFilter } from './filters/hbase-filter.js';
import { type NotCarried, notCarried } from './not-carried.js';
import { nextRow } from './scan-range.js';
import type { Attributes, TColumn, TGet, TScan } from './thrift/structs.js';
import { sentTimeRange, timeRangeOf } from './timestamps.js';

/** HBase keeps the flag for raw scans among the attributes of a scan. */
const RAW: Attributes = [[encodeText('_raw_'), Uint8Array.of(0xff)]];

/** A get, or the scan of one row that replaces it. */
export type SentGet = { readonly get: TGet } | { readonly scan: TScan };

/** Throws UNSUPPORTED_OPERATION for what the gateway does not carry. */
export function sentGet(get: GetParts): SentGet {
  const { row, familyTimeRanges, maxResultsPerColumnFamily, rowOffsetPerColumnFamily } = get;
  const limit = maxResultsPerColumnFamily >= 0 ? maxResultsPerColumnFamily : undefined;
  const offset = rowOffsetPerColumnFamily > 0 ? rowOffsetPerColumnFamily : undefined;
  const query = sentQuery(get);
  if (familyTimeRanges.length === 0) return { get: { row, ...query, storeLimit: limit, storeOffset: offset } };
  if (limit !== undefined || offset !== undefined) throw notCarried('rangesWithLimits');
  return { scan: { ...query, startRow: row, stopRow: nextRow(row) ?? undefined, ...familyRanges(get), limit: 1 } };
}

/** What a scan requests besides its rows. Throws UNSUPPORTED_OPERATION for what the gateway does not carry. */
export function sentScan(scan: OpenScannerRequest): TScan {
  const refused: readonly (readonly [unknown, NotCarried])[] = [
    [scan.index !== null, 'indexes'],
    [scan.snapshotRequired, 'snapshotRequired'],
    [scan.needCursorResult || scan.allowPartialResults, 'partialResults'],
    [Number.isFinite(scan.maxResultSize), 'maxResultSize'],
    [scan.reversed && !scan.loadColumnFamiliesOnDemand && scan.filter !== null, 'reversedOnDemand'],
    [scan.maxResultsPerColumnFamily >= 0 || scan.rowOffsetPerColumnFamily > 0, 'scanFamilyLimits'],
  ];
  for (const [is, part] of refused) if (is) throw notCarried(part);
  return {
    ...sentQuery(scan),
    ...familyRanges(scan),
    batchSize: Number.isFinite(scan.batch) ? scan.batch : undefined,
    attributes: scan.raw ? RAW : undefined,
    reversed: scan.reversed ? true : undefined,
  };
}

function sentQuery({ families, maxVersions, timeRange, filter }: QueryOptions): Omit<TGet, 'row'> & TScan {
  return {
    columns: families.length === 0 ? undefined : families.flatMap(columnsOf),
    maxVersions,
    timeRange: sentTimeRange(timeRange),
    filterBytes: filter === null ? undefined : hbaseFilter(filter as Uint8Array),
  };
}

function columnsOf({ family, qualifiers }: FamilySelection): readonly TColumn[] {
  return qualifiers === null ? [{ family }] : qualifiers.map((qualifier) => ({ family, qualifier }));
}

function familyRanges({ familyTimeRanges }: QueryOptions): Pick<TScan, 'colFamTimeRangeMap'> {
  if (familyTimeRanges.length === 0) return {};
  return { colFamTimeRangeMap: familyTimeRanges.map(({ family, timeRange }) => [family, timeRangeOf(timeRange)]) };
}
