import type { FamilySelection } from './family-selection.js';
import type { Filter } from './filter.js';
import { ALL_TIME, type TimeRange } from './time-range.js';

/** "All versions": the largest number of versions. HBase: `Integer.MAX_VALUE`. @see R-6 */
export const ALL_VERSIONS: number = 2 ** 31 - 1;

/**
 * The options of a read besides its rows, as a Get and a Scan contain them, as they are sent, and as the engine reads
 * them.
 */
export interface QueryOptions {
  /** In byte order; empty means every family. @see R-2 */
  readonly families: readonly FamilySelection[];
  /** At least 1. @see */
  readonly maxVersions: number;
  readonly timeRange: TimeRange;
  /** Replaces `timeRange` in these families. @see R-11 */
  readonly familyTimeRanges: readonly FamilyTimeRange[];
  /** Maximum number of cells per row and family; negative means all, 0 counts as 1. @see R-70 */
  readonly maxResultsPerColumnFamily: number;
  /** Number of cells to skip first, per row and family. @see R-70 */
  readonly rowOffsetPerColumnFamily: number;
  /** Decides what the read returns; in the engine, the bytes in which it was sent. @see R-40 */
  readonly filter: Filter | Uint8Array | null;
  /** Whether families that never decide about a row are read only for the rows that are found. @see R-86 */
  readonly loadColumnFamiliesOnDemand: boolean;
}

export interface FamilyTimeRange {
  readonly family: Uint8Array;
  readonly timeRange: TimeRange;
}

/** The additional options of a scan. */
export interface ScanOptions extends QueryOptions {
  /** Returns puts and markers, including deleted and expired ones. @see R-50 */
  readonly raw: boolean;
  /** Maximum number of cells per Result; 0 or less means whole rows. @see R-71 */
  readonly batch: number;
}

/** Reads the newest visible version of everything. */
export const NEWEST_OF_ALL: QueryOptions = Object.freeze({
  families: [],
  maxVersions: 1,
  timeRange: ALL_TIME,
  familyTimeRanges: [],
  maxResultsPerColumnFamily: -1,
  rowOffsetPerColumnFamily: 0,
  filter: null,
  loadColumnFamiliesOnDemand: true,
});

/**
 * Reads these columns, by default the newest visible version of each. Field by field: spreading one object into another takes longer
 * than reading a row.
 */
export function queryOf(
  families: readonly FamilySelection[],
  maxVersions: number = NEWEST_OF_ALL.maxVersions,
  timeRange: TimeRange = NEWEST_OF_ALL.timeRange,
): QueryOptions {
  const { familyTimeRanges, maxResultsPerColumnFamily, rowOffsetPerColumnFamily } = NEWEST_OF_ALL;
  const { filter, loadColumnFamiliesOnDemand } = NEWEST_OF_ALL;
  return {
    families,
    maxVersions,
    timeRange,
    familyTimeRanges,
    maxResultsPerColumnFamily,
    rowOffsetPerColumnFamily,
    filter,
    loadColumnFamiliesOnDemand,
  };
}
