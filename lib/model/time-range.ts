import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { isRecord } from './literal.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

/** The timestamps from `min` up to, but not including, `max`. @see N-54 */
export interface TimeRange {
  readonly min: number;
  readonly max: number;
}

/** A range as a literal: `[min, max]`, from `min` up to, but not including, `max`; or a range from a request. */
export type TimeRangeLike = readonly [min: TimestampLike, max: TimestampLike] | TimeRange;

/** Every timestamp that can be stored. @see N-56 */
export const ALL_TIME: TimeRange = Object.freeze({ min: 0, max: LATEST_TIMESTAMP });

/**
 * Reads two bounds; `min === max` is an empty range. Throws INVALID_ARGUMENT for a negative bound and for `max < min`.
 *
 * @see N-54
 */
export function toTimeRange(min: TimestampLike, max: TimestampLike): TimeRange {
  const range = { min: readBound(min, min, max), max: readBound(max, min, max) };
  if (range.max < range.min) throw invalidArgument(`maxStamp is smaller than minStamp`);
  return range;
}

/**
 * The range of the single timestamp `at`. Throws INVALID_ARGUMENT for a negative one and for LATEST_TIMESTAMP.
 *
 * @see N-55
 */
export function timeRangeAt(at: TimestampLike): TimeRange {
  const min = toTimestamp(at);
  if (min === LATEST_TIMESTAMP) throw invalidArgument('a timestamp to read must be smaller than LATEST_TIMESTAMP');
  return { min, max: min + 1 };
}

export function isAllTime({ min, max }: TimeRange): boolean {
  return min === ALL_TIME.min && max === ALL_TIME.max;
}

/** The range of a literal: a pair, or a range from a request. Throws INVALID_ARGUMENT. @see N-54 */
export function readTimeRange(range: unknown): TimeRange {
  const [min, max] = Array.isArray(range) && range.length === 2 ? range : isRecord(range) ? [range.min, range.max] : [];
  if (max === undefined) throw notAllowed('timeRange', '[min, max]', range);
  return toTimeRange(min, max);
}

/** The range as part of a literal; empty for all time. */
export function timeRangeLiteral(range: TimeRange): { readonly timeRange?: readonly [min: number, max: number] } {
  return isAllTime(range) ? {} : { timeRange: [range.min, range.max] };
}

function readBound(bound: TimestampLike, min: TimestampLike, max: TimestampLike): number {
  const number = bound instanceof Date ? bound.getTime() : bound;
  if (typeof number === 'number' && number < 0) {
    throw invalidArgument(`Timestamp cannot be negative. minStamp:${Number(min)}, maxStamp:${Number(max)}`);
  }
  return toTimestamp(number);
}
