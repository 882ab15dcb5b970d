import type { BytesLike } from './bytes-like.js';
import type { Durability } from './durability.js';
import type { TimeRangeLike } from './time-range.js';
import type { TimestampLike } from './timestamp.js';

/** The properties that the literals of an Increment and of an Append share. */
export interface ReadModifyWriteLike {
  readonly row: BytesLike;
  /** The timestamp for columns without a value. Default: the time at which the request is applied. @see W-34 */
  readonly timestamp?: TimestampLike;
  /**
   * The time range in which old values are read, from `min` up to, but not including, `max`; a column without a
   * value there counts as empty.
   *
   * @see W-35
   */
  readonly timeRange?: TimeRangeLike;
  /**
   * How many milliseconds after their timestamp the new cells live. Default: the same as the old cells.
   *
   * @see W-60, W-38
   */
  readonly ttlMs?: number | null;
  /** Whether the answer contains the new cells. Default true. */
  readonly returnResults?: boolean;
  /** Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

/** The names of the shared properties. */
export const COMMON_NAMES = ['row', 'timestamp', 'timeRange', 'ttlMs', 'returnResults', 'durability', 'kind'] as const;
