import type { FamilySelection } from './family-selection.js';
import type { Filter } from './filter.js';
import { ALL_TIME, type TimeRange } from './time-range.js';

/** "All versions": the largest number of versions. HBase: `Integer.MAX_VALUE`. @see R-6 */
export const ALL_VERSIONS: number = 2 ** 31 - 1;

/** What a read asks for besides its rows: as a Get and a Scan hold it, as it travels, and as the engine takes it. */
export interface QueryOptions {
  /** In byte order; empty = every family. @see R-2 */
  readonly families: readonly FamilySelection[];
  /** At least 1. @see */
  readonly maxVersions: number;
  readonly timeRange: TimeRange;
  /** Takes the place of `timeRange` in these families. @see R-11 */
  readonly familyTimeRanges: readonly FamilyTimeRange[];
  /** Cells per row and family; negative = all; 0 counts as 1. @see R-70 */
  readonly maxResultsPerColumnFamily: number;
  /** Cells per row and family that are passed over first. @see R-70 */
  readonly rowOffsetPerColumnFamily: number;
  /** Judges what the read gives back; in the engine the bytes as which it travelled. @see R-40 */
  readonly filter: Filter | Uint8Array | null;
  /** Whether families that decide about no row are read only for the rows that are found. @see R-86 */
  readonly loadColumnFamiliesOnDemand: boolean;
}

export interface FamilyTimeRange {
  readonly family: Uint8Array;
  readonly timeRange: TimeRange;
}

/** What a scan asks for besides. */
export interface ScanOptions extends QueryOptions {
  /** Puts and markers, deleted and expired ones too. @see R-50 */
  readonly raw: boolean;
  /** Cells a Result; 0 and less = whole rows. @see R-71 */
  readonly batch: number;
}

/** The newest visible version of everything. */
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
