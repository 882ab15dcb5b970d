import { Get, Scan } from '../../../../index.js';
import { toFilter } from '../../filters/read-filter.js';
import { toPrintable } from '../../printable-bytes.js';
import { toBytes as b, toTime } from '../call-arguments.js';
import { NotCounterpart } from '../calls-left-out.js';
import type { Kind, Makers, Method, Methods } from './kind.js';

/*
 * Get and Scan.
 */

export const QUERY_MAKERS: Makers = {
  Get: ([row]) => new Get(b(row)),
  Scan: ([from]) => (from === undefined ? new Scan() : scanOf(from as Get | Scan)),
};

/** A Get is a scan of its one row. */
function scanOf(from: Get | Scan): Scan {
  if (from instanceof Scan) return new Scan(from);
  const { row, checkExistenceOnly, kind, ...options } = {
    ...from.toLiteral(),
    checkExistenceOnly: undefined,
    kind: undefined,
  };
  return new Scan(options).withStartRow(from.row).withStopRow(from.row, true);
}

const QUERY_METHODS: Methods = {
  addFamily: (self: Get, [family]) => self.addFamily(b(family)),
  addColumn: (self: Get, [family, qualifier]) => self.addColumn(b(family), b(qualifier)),
  getMaxVersions: (self: Get) => self.maxVersions,
  setTimeRange: (self: Get, [min, max]) => self.setTimeRange(toTime(min), toTime(max)),
  setTimestamp: (self: Get, [ts]) => self.setTimestamp(toTime(ts)),
  getTimeRange: (self: Get) => self.timeRange,
  setColumnFamilyTimeRange: (self: Get, [family, min, max]) =>
    self.setColumnFamilyTimeRange(b(family), toTime(min), toTime(max)),
  getColumnFamilyTimeRange: (self: Get) => self.familyTimeRanges.map(({ family, timeRange }) => [family, timeRange]),
  getFamilyMap: (self: Get) => self.families.map(({ family, qualifiers }) => [family, qualifiers]),
  familySet: (self: Get) => self.families.map(({ family }) => family),
  getFamilies: (self: Get) => self.families.map(({ family }) => family),
  hasFamilies: (self: Get) => self.families.length > 0,
  numFamilies: (self: Get) => self.families.length,
  getMaxResultsPerColumnFamily: (self: Get) => self.maxResultsPerColumnFamily,
  getRowOffsetPerColumnFamily: (self: Get) => self.rowOffsetPerColumnFamily,
  setFilter: (self: Get, [filter]) => self.setFilter(toFilter(filter)),
  getFilter: (self: Get) => self.filter,
  hasFilter: (self: Get) => self.filter !== null,
  getLoadColumnFamiliesOnDemandValue: onDemand as Method,
  doLoadColumnFamiliesOnDemand: onDemand as Method,
  getIsolationLevel: (self: Scan) => self.isolationLevel ?? 'READ_COMMITTED',
};

/**
 * HBase's client leaves the default to the server, which reads on demand. Here the request itself has the default
 * (R-86).
 */
function onDemand(self: Scan): boolean {
  if (self.loadColumnFamiliesOnDemand) throw new NotCounterpart('a request that leaves a default to the server');
  return false;
}

export const QUERY_KINDS: readonly Kind[] = [
  {
    is: (object) => object instanceof Get,
    methods: {
      ...QUERY_METHODS,
      getRow: (self: Get) => self.row,
      isCheckExistenceOnly: (self: Get) => self.checkExistenceOnly,
    },
  },
  {
    is: (object) => object instanceof Scan,
    methods: {
      ...QUERY_METHODS,
      withStartRow: (self: Scan, [row, inclusive]) => self.withStartRow(b(row), inclusive as boolean | undefined),
      withStopRow: (self: Scan, [row, inclusive]) => self.withStopRow(b(row), inclusive as boolean | undefined),
      setStartStopRowForPrefixScan: (self: Scan, [prefix]) => self.setStartStopRowForPrefixScan(b(prefix)),
      getStartRow: (self: Scan) => self.start,
      getStopRow: (self: Scan) => self.stop,
      includeStartRow: (self: Scan) => self.startInclusive,
      includeStopRow: (self: Scan) => self.stopInclusive,
      isReversed: (self: Scan) => self.reversed,
      getBatch: (self: Scan) => self.batch,
      getCaching: (self: Scan) => self.caching,
      getLimit: (self: Scan) => self.limit,
      getMaxResultSize: (self: Scan) => self.maxResultSize,
      getAllowPartialResults: (self: Scan) => self.allowPartialResults,
      isNeedCursorResult: (self: Scan) => self.needCursorResult,
      isRaw: (self: Scan) => self.raw,
      isGetScan: (self: Scan) =>
        self.start.length > 0 &&
        self.startInclusive &&
        self.stopInclusive &&
        toPrintable(self.start) === toPrintable(self.stop),
    },
  },
];
