import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER } from 'bigtab';
import { countOf, inDuration } from '../../ui/amounts.js';

/** One sentence for each loss that a change of a family's attributes causes. */
export function lossesOf(before: FamilyDescriptor, after: FamilyAttributes): readonly string[] {
  const { maxVersions = before.maxVersions, minVersions = 0, timeToLive = FOREVER, keepDeletedCells = 'FALSE' } = after;
  const losses: string[] = [];
  if (maxVersions < before.maxVersions) {
    const now = before.maxVersions === ALL_VERSIONS ? 'all' : String(before.maxVersions);
    const newest = maxVersions === 1 ? 'version' : countOf(maxVersions, 'version');
    losses.push(`Each column keeps only its newest ${newest} instead of ${now}.`);
  }
  // Text such as `2 DAYS` cannot be compared with seconds, so it always needs confirmation.
  const isText = typeof timeToLive !== 'number';
  if (isText || timeToLive < before.timeToLive) {
    const age = isText ? timeToLive : inDuration(timeToLive);
    const exception = minVersions > 0 ? `, except the newest ${minVersions}` : '';
    losses.push(`Versions older than ${age} expire${exception}.`);
  } else if (timeToLive !== FOREVER && minVersions < before.minVersions) {
    const kept = minVersions === 0 ? 'no longer kept' : `removed, except the newest ${minVersions}`;
    losses.push(`Expired versions are ${kept}.`);
  }
  if (KEEPS[keepDeletedCells] < KEEPS[before.keepDeletedCells]) {
    const kept = keepDeletedCells === 'TTL' ? 'kept only until they expire' : 'no longer kept';
    losses.push(`Deleted cells are ${kept}.`);
  }
  return losses;
}

/** The order of the settings by how many deleted cells they keep. */
const KEEPS: Readonly<Record<FamilyDescriptor['keepDeletedCells'], number>> = { FALSE: 0, TTL: 1, TRUE: 2 };
