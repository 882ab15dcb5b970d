import { ALL_TIME, type TimeRange as Bounds, isAllTime, timeRangeAt, toTimeRange } from './time-range.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

/**
 * The timestamps from `min` up to, but not including, `max`, with HBase's names. Every option that accepts `[min, max]`
 * accepts a TimeRange. HBase: `TimeRange`.
 *
 * @example
 * const check = CheckAndMutate.newBuilder('r').timeRange(TimeRange.until(100));
 *
 * @see N-54
 */
export class TimeRange implements Bounds {
  readonly min: number;
  readonly max: number;

  private constructor({ min, max }: Bounds) {
    this.min = min;
    this.max = max;
  }

  /** From `min` up to, but not including, `max`; equal bounds are an empty range. Throws INVALID_ARGUMENT. @see N-54 */
  static between(min: TimestampLike, max: TimestampLike): TimeRange {
    return new TimeRange(toTimeRange(min, max));
  }

  /** All timestamps from `min`. Throws INVALID_ARGUMENT for a negative bound. @see N-54 */
  static from(min: TimestampLike): TimeRange {
    return TimeRange.between(min, LATEST_TIMESTAMP);
  }

  /** All timestamps up to, but not including, `max`. Throws INVALID_ARGUMENT for a negative bound. @see N-54 */
  static until(max: TimestampLike): TimeRange {
    return TimeRange.between(0, max);
  }

  /** Only this timestamp. Throws INVALID_ARGUMENT for a negative one and for LATEST_TIMESTAMP. @see N-55 */
  static at(timestamp: TimestampLike): TimeRange {
    return new TimeRange(timeRangeAt(timestamp));
  }

  /** Every timestamp, including LATEST_TIMESTAMP. @see N-56 */
  static allTime(): TimeRange {
    return new TimeRange(ALL_TIME);
  }

  /** Whether the range contains every timestamp. @see N-56 */
  isAllTime(): boolean {
    return isAllTime(this);
  }

  /** Whether the range contains the timestamp. @see N-54, N-56 */
  withinTimeRange(timestamp: TimestampLike): boolean {
    return this.compare(timestamp) === 0;
  }

  /** Whether the timestamp is in the range or after it. */
  withinOrAfterTimeRange(timestamp: TimestampLike): boolean {
    return this.compare(timestamp) >= 0;
  }

  /**
   * Whether the two ranges share a timestamp. As in HBase, also true if `other` begins where this range ends.
   *
   * @see N-54
   */
  includesTimeRange(other: TimeRange): boolean {
    return this.isAllTime() || (this.min < other.max && this.max >= other.min);
  }

  /** −1, 0 or 1 if the timestamp is before, in or after the range. */
  compare(timestamp: TimestampLike): number {
    const at = toTimestamp(timestamp);
    if (this.isAllTime()) return 0;
    if (at < this.min) return -1;
    return at >= this.max ? 1 : 0;
  }

  /** HBase's text form, with HBase's largest timestamp for LATEST_TIMESTAMP. @see A-30 */
  toString(): string {
    const [min, max] = [this.min, this.max].map((at) => (at === LATEST_TIMESTAMP ? 2n ** 63n - 1n : at));
    return `maxStamp=${max}, minStamp=${min}`;
  }
}
