import type { Catalog, CatalogImage, QuarantinedFile } from '../../storage/catalog/catalog.js';
import { isBroken } from '../../storage/catalog/catalog-rules.js';
import { WAL_DIRECTORY } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { Manifest } from '../../storage/manifest/manifest.js';
import { withIncompleteIndexes } from '../region/new-indexes.js';
import { mapRecords } from '../region/rollback-point.js';

/**
 * Stores an image that an open only reads, because it may be older than the data: the next open uses it. It replaces
 * nothing but a catalog that is lost. The log may have edits of tables that the image lacks, so all segments go into
 * quarantine: the next open reads them, and nothing removes them.
 */
export async function acceptImage(
  { files, catalog, now }: { readonly files: FileSystem; readonly catalog: Catalog; readonly now: number },
  image: CatalogImage,
): Promise<void> {
  // Later commits may have removed what an increment would have to tell.
  const { exports: _, ...database } = image.database;
  const names = await files.list(WAL_DIRECTORY);
  const segments = names.map((name): QuarantinedFile => ({ path: `${WAL_DIRECTORY}/${name}`, since: now }));
  const quarantined = [...(database.quarantined ?? []), ...segments];
  // The log may lack records on which later ones count.
  const records = mapRecords(image, withIncompleteIndexes);
  const accepted: CatalogImage = { ...records, database: { ...database, quarantined } };
  const manifest = await Manifest.create(files, database.epoch);
  try {
    manifest.write(accepted);
  } finally {
    manifest.close();
  }
  await catalog.replace(accepted).catch((error) => {
    // The next open repairs it from the manifest.
    if (!isBroken(error)) throw error;
  });
}
