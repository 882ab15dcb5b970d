import { nextKey } from '../../bytes/successor.js';
import { toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import type { IndexQuery } from '../../model/index-query.js';
import { isAllTime } from '../../model/time-range.js';
import type { RegionQuery } from '../region/region-reads.js';
import type { ScanRange } from '../region/scan-range.js';

/** The read that a watch keeps up to date. */
export interface WatchedRead extends ScanRange, RegionQuery {
  readonly table: string;
  /** The maximum number of rows; Infinity = no limit. */
  readonly limit: number;
}

/** The same read in bytes of its own: `read` may be views of a packet, and a watch outlives it. */
export function copyOfRead(read: WatchedRead): WatchedRead {
  const families = read.families.map(({ family, qualifiers }) => ({
    family: family.slice(),
    qualifiers: qualifiers?.map((qualifier) => qualifier.slice()) ?? null,
  }));
  const filter = read.filter === null ? null : (read.filter as Uint8Array).slice();
  return { ...read, start: read.start.slice(), stop: read.stop.slice(), families, filter };
}

/** What a scan may request in addition to a watched read. */
interface OtherOptions {
  readonly allowPartialResults: boolean;
  readonly needCursorResult: boolean;
  readonly index?: IndexQuery | null;
}

/**
 * Throws INVALID_ARGUMENT for a read that cannot be watched. What a time range, a raw scan or a read of the past returns
 * changes at a flush without a write; the others do not return rows.
 */
export function requireWatchable(read: WatchedRead & OtherOptions): void {
  const refused: readonly (readonly [boolean, string, string])[] = [
    [read.raw, 'raw', 'a flush changes what it returns'],
    [!isAllTime(read.timeRange) || read.familyTimeRanges.length > 0, 'a time range', 'a flush changes what it returns'],
    [Number.isFinite(read.batch), 'batch', 'it returns parts of rows'],
    [read.allowPartialResults, 'allowPartialResults', 'it returns parts of rows'],
    [(read.index ?? null) !== null, 'an index', 'its rows are kept in the order of their keys'],
    [read.needCursorResult, 'needCursorResult', 'it returns positions instead of rows'],
    [(read.filterState?.length ?? 0) > 0, 'a continued filter', 'it depends on the rows before the range'],
  ];
  for (const [isUsed, what, why] of refused)
    if (isUsed) throw invalidArgument(`A read with ${what} cannot be watched: ${why}. Watch the read without it.`);
}

/** Rows in ascending order. */
export interface RowRange {
  /** The first one that may belong to it. */
  readonly low: Uint8Array;
  /** The first one after it; null = it has no end. */
  readonly high: Uint8Array | null;
}

/** The rows that the read may visit. */
export function rowRangeOf({ start, startInclusive, stop, stopInclusive, reversed }: ScanRange): RowRange {
  const [from, fromInclusive, to, toInclusive] = reversed
    ? [stop, stopInclusive, start, startInclusive]
    : [start, startInclusive, stop, stopInclusive];
  return {
    low: from.length === 0 || fromInclusive ? from : nextKey(from),
    high: to.length === 0 ? null : toInclusive ? nextKey(to) : to,
  };
}

/** The start and the stop of the read in printable form; '' = an open end. */
export function printableRange({ start, stop }: ScanRange): readonly [start: string, stop: string] {
  return [toStringBinary(start), toStringBinary(stop)];
}
