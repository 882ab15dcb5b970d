import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER } from 'bigtab';
import { countOf, inDuration } from '../../ui/amounts.js';

/** One sentence for each loss that a change of a family's attributes causes. */
export function lossesOf(before: FamilyDescriptor, after: FamilyAttributes): readonly string[] {
  const { maxVersions = before.maxVersions, minVersions = 0, timeToLive = FOREVER, keepDeletedCells = 'FALSE' } = after;
  const losses: string[] = [];
  if (maxVersions < before.maxVersions) {
    const now = before.maxVersions === ALL_VERSIONS ? 'all' : String(before.maxVersions);
    losses.push(
      maxVersions === 1
        ? `Each cell keeps only its newest version instead of ${now}.`
        : `Each cell keeps only its newest ${countOf(maxVersions, 'version')} instead of ${now}.`,
    );
  }
  // A text is not compared with seconds. A change from or to a text always needs confirmation.
  const isShorter = typeof timeToLive === 'number' ? timeToLive < before.timeToLive : true;
  if (isShorter) {
    const age = typeof timeToLive === 'number' ? inDuration(timeToLive) : timeToLive;
    losses.push(
      minVersions > 0
        ? `Versions older than ${age} expire, except the newest ${minVersions}.`
        : `Versions older than ${age} expire.`,
    );
  } else if (timeToLive !== FOREVER && minVersions < before.minVersions) {
    losses.push(
      minVersions === 0
        ? 'Expired versions are no longer kept.'
        : `Expired versions are removed, except among the newest ${minVersions}.`,
    );
  }
  if (
    keepDeletedCells !== before.keepDeletedCells &&
    before.keepDeletedCells !== 'FALSE' &&
    keepDeletedCells !== 'TRUE'
  ) {
    losses.push(
      keepDeletedCells === 'TTL'
        ? 'Deleted cells are kept only until they expire.'
        : 'Deleted cells are no longer kept.',
    );
  }
  return losses;
}
