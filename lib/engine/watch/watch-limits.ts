import { BigtabError } from '../../errors.js';

/** How much a watch may hold. */
export interface WatchLimits {
  /** Rows of one watch. */
  readonly rows: number;
  /** Bytes of the cells of one watch. */
  readonly bytes: number;
  /** Rows of one watch whose changes or expiries are remembered; above it, all rows are read again. */
  readonly remembered: number;
  /** Watches of one connection. */
  readonly watches: number;
  /** Bytes of rows that one reply adds to the readings of its connection. */
  readonly stepBytes: number;
}

export const WATCH_LIMITS: WatchLimits = {
  rows: 50_000,
  bytes: 64 * 1024 * 1024,
  remembered: 50_000,
  watches: 10_000,
  stepBytes: 256 * 1024,
};

/** The error of a watch that would hold more than `limits` allow. */
export function watchTooLarge(table: string, limits: WatchLimits): BigtabError {
  const most = `${limits.rows} rows or ${limits.bytes / 1024 / 1024} MiB`;
  const message = `A watch of table '${table}' holds more than ${most} of cells. Watch fewer rows: set a limit, or a narrower range.`;
  return new BigtabError('INVALID_OPERATION', message, { details: { table } });
}

export function tooManyWatches({ watches }: WatchLimits): BigtabError {
  const message = `A connection can have at most ${watches} watches. Close those that are no longer needed.`;
  return new BigtabError('INVALID_OPERATION', message, { details: { limit: watches } });
}
