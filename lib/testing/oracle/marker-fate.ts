/* What becomes of a marker in a flush or compaction (C-14, C-32…C-37). */
import { isExpired } from './family-rules.js';
import type { Rewrite } from './rewrite.js';
import type { StoredCell } from './stored-cell.js';

/** `drop rest`: the marker and the rest of its column. */
export type MarkerFate = 'keep' | 'drop' | 'drop rest';

/** `counted`: the newer puts of the column that were counted; `last`: the cell of the column that was looked at before. */
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
