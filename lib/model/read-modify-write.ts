import type { BytesLike } from './bytes-like.js';
import type { Durability } from './mutation.js';
import type { TimeRangeLike } from './time-range.js';
import type { TimestampLike } from './timestamp.js';

/** What the literals of an Increment and of an Append have in common. */
export interface ReadModifyWriteLike {
  readonly row: BytesLike;
  /** For columns that hold nothing yet. Default: the time at which it is applied. @see W-34 */
  readonly timestamp?: TimestampLike;
  /**
   * Where old values are looked for, from `min` up to, and without, `max`; a column without one there begins anew.
   *
   * @see W-35
   */
  readonly timeRange?: TimeRangeLike;
  /** Milliseconds after their timestamp for which the new cells live. Default: as the old ones. @see W-60, W-38 */
  readonly ttlMs?: number | null;
  /** Whether the answer holds the new cells. Default true. */
  readonly returnResults?: boolean;
  /** Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

/** The names of what they have in common. */
export const COMMON_NAMES = ['row', 'timestamp', 'timeRange', 'ttlMs', 'returnResults', 'durability', 'kind'] as const;
