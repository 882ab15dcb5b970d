import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/**
 * "The time at which the write is applied": a placeholder that the engine replaces and never stores. It is 2^53−1, the
 * largest safe integer; in HBase it is 2^63−1.
 *
 * @see N-52, A-30
 */
export const LATEST_TIMESTAMP: number = Number.MAX_SAFE_INTEGER;

/**
 * A timestamp: an integer 0 … 2^53−2, by convention milliseconds since 1970, or a `Date`, whose milliseconds are used.
 */
export type TimestampLike = number | Date;

/**
 * Reads a timestamp; LATEST_TIMESTAMP is allowed. Throws INVALID_ARGUMENT for a negative one and for anything but a
 * safe integer.
 *
 * @see N-51, A-30
 */
export function toTimestamp(value: unknown): number {
  const number = typeof value === 'object' && kindOf(value) === 'Date' ? (value as Date).getTime() : value;
  if (!Number.isSafeInteger(number))
    throw notAllowed('a timestamp', 'an integer from 0 to 2^53-2 or a valid Date', number);
  if ((number as number) < 0) throw invalidArgument(`Timestamp cannot be negative. ts=${number}`);
  // Turns -0 into 0.
  return (number as number) + 0;
}
