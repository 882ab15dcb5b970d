import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER } from 'bigtab';
import { countOf, inDuration } from '../ui/amounts.js';

/** What a family loses when its attributes change, a sentence each; none when it keeps at least what it kept. */
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
  // Words are not compared with seconds: a change of them always asks for confirmation.
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
        : `Expired versions are kept only among the newest ${minVersions}.`,
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
