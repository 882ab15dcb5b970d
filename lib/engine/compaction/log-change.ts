import type { Engine } from '../region/engine.js';
import type { TableChange } from '../region/region-commit.js';

/**
 * What a commit states about the log: its new start, and the segments below it, which are obsolete from then on.
 * `flushed`: the ids of the tables whose snapshots this commit adds to the store files.
 */
export function logChange(
  { commit, group, regions, wal }: Engine,
  flushed: ReadonlySet<number>,
): Pick<TableChange, 'logStart' | 'obsolete'> {
  let oldest = group.lastSequenceId + 1;
  for (const region of regions.values()) {
    oldest = Math.min(oldest, flushed.has(region.id) ? region.oldestActive : region.oldestUnflushed);
  }
  const logStart = Math.max(oldest - 1, commit.image.database.logStart);
  const listed = new Set(commit.obsolete.map(({ path }) => path));
  const segments = wal.obsoleteAt(logStart).filter(({ path }) => !listed.has(path));
  return { logStart, obsolete: segments.map(({ path }) => path) };
}
