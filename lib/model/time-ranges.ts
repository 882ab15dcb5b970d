import { ALL_TIME, type TimeRange as Bounds, isAllTime, timeRangeAt, toTimeRange } from './time-range.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

/**
 * The timestamps from `min` up to, and without, `max`, for whoever likes HBase's names: every place that takes `[min,
 * max]` takes one. HBase: `TimeRange`.
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

  /** From `min` up to, and without, `max`; equal bounds are an empty range. Throws INVALID_ARGUMENT. @see N-54 */
  static between(min: TimestampLike, max: TimestampLike): TimeRange {
    return new TimeRange(toTimeRange(min, max));
  }

  /** From `min` on. Throws INVALID_ARGUMENT for a negative one. @see N-54 */
  static from(min: TimestampLike): TimeRange {
    return TimeRange.between(min, LATEST_TIMESTAMP);
  }

  /** Up to, and without, `max`. Throws INVALID_ARGUMENT for a negative one. @see N-54 */
  static until(max: TimestampLike): TimeRange {
    return TimeRange.between(0, max);
  }

  /** This one timestamp. Throws INVALID_ARGUMENT for a negative one and for LATEST_TIMESTAMP. @see N-55 */
  static at(timestamp: TimestampLike): TimeRange {
    return new TimeRange(timeRangeAt(timestamp));
  }

  /** Every timestamp, LATEST_TIMESTAMP too. @see N-56 */
  static allTime(): TimeRange {
    return new TimeRange(ALL_TIME);
  }

  /** Whether it is every timestamp. @see N-56 */
  isAllTime(): boolean {
    return isAllTime(this);
  }

  /** Whether the timestamp lies in it. @see N-54, N-56 */
  withinTimeRange(timestamp: TimestampLike): boolean {
    return this.compare(timestamp) === 0;
  }

  /** Whether the timestamp lies in it or behind it. */
  withinOrAfterTimeRange(timestamp: TimestampLike): boolean {
    return this.compare(timestamp) >= 0;
  }

  /**
   * Whether both have a timestamp in common, or `other` begins where this one ends: HBase counts that too.
   *
   * @see N-54
   */
  includesTimeRange(other: TimeRange): boolean {
    return this.isAllTime() || (this.min < other.max && this.max >= other.min);
  }

  /** −1, 0 or 1, as the timestamp lies before, in or behind it. */
  compare(timestamp: TimestampLike): number {
    const at = toTimestamp(timestamp);
    if (this.isAllTime()) return 0;
    if (at < this.min) return -1;
    return at >= this.max ? 1 : 0;
  }

  /** HBase's text form, with its own largest timestamp for LATEST_TIMESTAMP. @see A-30 */
  toString(): string {
    const [min, max] = [this.min, this.max].map((at) => (at === LATEST_TIMESTAMP ? 2n ** 63n - 1n : at));
    return `maxStamp=${max}, minStamp=${min}`;
  }
}
