/* What a flush or compaction does with a marker (C-14, C-32…C-37). */
import { type FamilyRules, isExpired } from './family-rules.js';
import type { StoredCell } from './stored-cell.js';

/** `retain`: flush and minor compaction; `drop`: a compaction of all files (C-1). */
export type RewriteKind = 'retain' | 'drop';

/** The values that are the same for all cells of one run. */
export interface Rewrite {
  readonly rules: FamilyRules;
  readonly kind: RewriteKind;
  /** Cells that have expired by this time are dropped. */
  readonly now: number;
  /** Cells that have expired by this time are hidden; not before `now`. */
  readonly shownAt: number;
  /** Infinity if there are no puts. */
  readonly earliestPutTimestamp: number;
}

/** `drop rest`: the marker and the rest of its column. */
export type MarkerFate = 'keep' | 'drop' | 'drop rest';

/** `counted`: the number of counted newer puts of the column; `last`: the previously visited cell of the column. */
export function markerFate(
  marker: StoredCell,
  counted: number,
  last: StoredCell | undefined,
  { rules, kind, now, earliestPutTimestamp }: Rewrite,
): MarkerFate {
  if (kind === 'retain') return 'keep';
  if (rules.purgeDelayMs > 0 && now - marker.timestamp <= rules.purgeDelayMs) return 'keep';
  const expired = isExpired(marker, rules, now);
  const keepsDeleted = rules.keepDeletedCells === 'TRUE' || (rules.keepDeletedCells === 'TTL' && !expired);
  if (!keepsDeleted) return 'drop';
  if (marker.timestamp < earliestPutTimestamp) return 'drop rest';
  if (marker.timestamp === last?.timestamp && marker.type === last.type) return 'drop';
  return counted <= rules.versions && (!expired || counted <= rules.minVersions) ? 'keep' : 'drop rest';
}
