import type { CatalogImage, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import { MOST_IDLE_FILES } from '../region/open-files.js';
import type { FileInventory } from './file-inventory.js';

/**
 * The ids of the tables whose store files are opened together with the database: those with the newest commits, as far
 * as they have at most 64 files together, and each table of which a file is missing. The files of the others are opened
 * when they are first needed.
 *
 * A table can still go back to an earlier state when it must: the contents of a file are on the device before a commit
 * names it, so after a power cut it is complete or missing, and the list of names shows which. A device that does not
 * keep that promise damages the newest files first.
 */
export function tablesToOpen(
  { tables }: CatalogImage,
  { storeFiles }: Pick<FileInventory, 'storeFiles'>,
): ReadonlySet<number> {
  const present = new Set(storeFiles.map(({ path }) => path));
  const newestFirst = [...tables].sort((a, b) => newestCommit(b) - newestCommit(a));
  const chosen = new Set<number>();
  let left = MOST_IDLE_FILES;
  for (const table of newestFirst) {
    const paths = table.families.flatMap(({ runs }) => runs.flat().map((file) => storeFilePath(table.id, file)));
    left -= paths.length;
    if (left >= 0 || paths.some((path) => !present.has(path))) chosen.add(table.id);
  }
  return chosen;
}

/** The time of the newest commit of store files that is recorded; 0 if there is none. */
function newestCommit({ rollbackPoints }: TableRecord): number {
  return rollbackPoints[0]?.since ?? 0;
}
