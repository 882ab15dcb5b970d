import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { DATA_DIRECTORY, storeFilePath, WAL_DIRECTORY } from '../../storage/fs/file-names.js';
import type { OldSegment } from '../../storage/wal/segment-header.js';
import { recordsOf } from '../region/named-files.js';

/**
 * The obsolete files that recovery cannot need, however young they are: store files that no roll-back point of `image`
 * restores, and log segments that lie before the positions of all of them. `segments`: the older log segments.
 */
export function provablyUnneeded(image: CatalogImage, segments: readonly OldSegment[]): ReadonlySet<string> {
  const { database } = image;
  const positions = [database.logPosition];
  const restored = new Set<string>();
  for (const { id, rollbackPoints } of recordsOf(image)) {
    for (const { logPosition, replaced = [] } of rollbackPoints) {
      positions.push(logPosition);
      for (const { run } of replaced) for (const file of run) restored.add(storeFilePath(id, file));
    }
  }
  const lastOf = new Map(segments.map(({ path, lastSequenceId }) => [path, lastSequenceId]));
  const isPassed = (path: string): boolean => {
    const last = lastOf.get(path);
    if (last === undefined) return false;
    return positions.every(
      (position) => position !== undefined && position.path !== path && position.sequenceId >= last,
    );
  };
  const isUnneeded = (path: string): boolean => {
    if (path.startsWith(`${WAL_DIRECTORY}/`)) return isPassed(path);
    return path.startsWith(`${DATA_DIRECTORY}/`) && !restored.has(path);
  };
  return new Set(database.obsolete.map(({ path }) => path).filter(isUnneeded));
}
