import { toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { isAllTime, type TimeRange } from '../model/time-range.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import type { TColumnValue, TTimeRange } from './thrift/structs.js';
import type { Int64 } from './thrift/types.js';

/** HBase's "now", and the end of all time. */
const LONG_MAX = 2n ** 63n - 1n;

/** A timestamp as it is sent. Undefined for "now": the server then assigns it. */
export function sentTimestamp(timestamp: number): number | undefined {
  return timestamp === LATEST_TIMESTAMP ? undefined : timestamp;
}

/** A time range as it is sent; undefined for all time. */
export function sentTimeRange(range: TimeRange): TTimeRange | undefined {
  return isAllTime(range) ? undefined : timeRangeOf(range);
}

export function timeRangeOf({ min, max }: TimeRange): TTimeRange {
  return { minStamp: longOf(min), maxStamp: longOf(max) };
}

function longOf(timestamp: number): Int64 {
  return timestamp >= LATEST_TIMESTAMP ? LONG_MAX : timestamp;
}

/** The timestamp of a cell that was received. Throws INVALID_OPERATION if a number cannot hold it. */
export function receivedTimestamp(row: Uint8Array, { family, qualifier, timestamp = 0 }: TColumnValue): number {
  if (typeof timestamp === 'number' && timestamp < LATEST_TIMESTAMP) return timestamp;
  const place = `${toStringBinary(family)}:${toStringBinary(qualifier)} of row '${toStringBinary(row)}'`;
  throw new BigtabError(
    'INVALID_OPERATION',
    `The cell ${place} has the timestamp ${timestamp}, but the largest here is 2^53-2. Read with a time range that leaves it out.`,
    { details: { timestamp: String(timestamp) } },
  );
}
