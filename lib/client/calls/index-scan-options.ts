import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { Scan } from '../../model/scan.js';
import { isAllTime } from '../../model/time-range.js';

const KEYS = 'the rows are in the order of their values';
const PRESENT = 'an index has only the present values';
const WHOLE = 'its rows are returned as a whole';

/** Throws INVALID_ARGUMENT for the values of an index without its name, and for options that have no meaning with one. */
export function requireAllowedByIndex(scan: Scan): void {
  if (scan.index === null) return;
  const { index, from, to, prefix } = scan.index;
  if (index === undefined)
    throw invalidArgument(
      'equals, from and to are values of an index; name the index, or use start, stop or prefix for row keys',
    );
  if (typeof index !== 'string') throw notAllowed('index', 'the name of an index', index);
  if (prefix !== null && (from !== null || to !== null))
    throw invalidArgument('prefix cannot be combined with from and to; pass either the prefix or the bounds');
  const refused: readonly (readonly [isUsed: boolean, what: string, why: string])[] = [
    [scan.start.length > 0 || !scan.startInclusive, 'start', KEYS],
    [scan.stop.length > 0 || scan.stopInclusive, 'stop', KEYS],
    [!isAllTime(scan.timeRange) || scan.familyTimeRanges.length > 0, 'asOf, timeRange or timestamp', PRESENT],
    [scan.raw, 'raw', PRESENT],
    [scan.maxVersions > 1, 'versions', PRESENT],
    [scan.batch > 0, 'batch', WHOLE],
    [scan.allowPartialResults, 'allowPartialResults', WHOLE],
    [scan.needCursorResult, 'needCursorResult', WHOLE],
  ];
  const found = refused.find(([isUsed]) => isUsed);
  if (found === undefined) return;
  const [, what, why] = found;
  throw invalidArgument(`A scan by an index cannot have ${what}: ${why}. Scan without it, or without the index.`);
}
