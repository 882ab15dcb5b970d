import type { Region } from '../region/region.js';
import type { RegionReads } from '../region/region-reads.js';
import type { Store } from '../region/store.js';

/** The reads of a table and its families, at one time. */
export interface IndexSnapshot {
  readonly reads: RegionReads;
  /** The families of the table, as the reads number them. */
  readonly stores: readonly Store[];
  readonly readPoint: number;
  readonly now: number;
}

/**
 * As the time of a snapshot: so early that nothing has expired. The entries of a row at this time are enough by any
 * clock, even one that is set back after a cell has expired.
 */
export const BEFORE_EXPIRY = 0;

/** The state of a table at a read point. */
export function snapshotOf({ reads, stores }: Region, readPoint: number, now: number): IndexSnapshot {
  return { reads, stores, readPoint, now };
}
