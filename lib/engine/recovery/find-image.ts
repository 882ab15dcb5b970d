import { corruption } from '../../errors.js';
import type { StatusReport } from '../../model/status-report.js';
import { settleAll } from '../../settle-all.js';
import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';
import { isNewer } from '../../storage/catalog/catalog-image.js';
import { isBroken } from '../../storage/catalog/catalog-rules.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { type MirroredCatalog, readManifests } from '../../storage/manifest/read-manifests.js';
import { readLog } from '../../storage/wal/read-log.js';
import { chooseImage } from './choose-image.js';
import { type FileInventory, takeInventory } from './file-inventory.js';
import { imageFromFiles } from './image-from-files.js';

/** The image to continue with, and how it was found. */
export interface FoundImage {
  readonly inventory: FileInventory;
  /** Null if the database is new. */
  readonly image: CatalogImage | null;
  readonly origin: StatusReport['origin'];
  /** Messages for people. */
  readonly problems: readonly string[];
  /** Why the database may only be read, because the image may be older than the data; null if it is not. */
  readonly doubt: string | null;
  /** Whether the mirror contains all of the image. */
  readonly isMirrored: boolean;
  /** Of all names and manifests. */
  readonly largestEpoch: number;
}

const LOST = 'The catalog and its mirror are lost; tables were found in store files, and some may have been dropped.';
const OLD = 'The catalog is lost, and its mirror is older than the log: changes of the schema may be missing.';

/** Finds the image that applies: that of the catalog or of its mirror, or one made from store files. Changes nothing. */
export async function findImage(medium: {
  readonly files: FileSystem;
  readonly catalog: Catalog;
}): Promise<FoundImage> {
  const { files, catalog } = medium;
  // They only read, and a browser answers them in parallel.
  const [inventory, mirrored, [stored]] = await settleAll([
    takeInventory(files),
    readManifests(files),
    Promise.allSettled([catalog.open()]),
  ]);
  const largestEpoch = Math.max(inventory.largestEpoch, mirrored.image?.database.epoch ?? 0);
  const common = { inventory, largestEpoch };
  const isLost = stored.status === 'rejected' ? isBroken(stored.reason) : stored.value === null;
  if (isLost && mirrored.image === null) {
    const made = await imageFromFiles(files, inventory);
    if (made !== null) {
      const problems = [...mirrored.problems, ...made.problems];
      return { ...common, image: made.image, origin: 'recovered', problems, doubt: LOST, isMirrored: false };
    }
  }
  const { image, origin, problems } = chooseImage(stored, mirrored.image);
  if (image === null) await refuseOrphans(files, inventory);
  return {
    ...common,
    image,
    origin,
    problems: [...problems, ...mirrored.problems],
    doubt: isLost && (await isOlderThanLog(files, mirrored)) ? OLD : null,
    isMirrored: image !== null && mirrored.image !== null && !isNewer(image.database, mirrored.image.database),
  };
}

/** Whether the log states a later commit than the mirror has. */
async function isOlderThanLog(files: FileSystem, { image }: MirroredCatalog): Promise<boolean> {
  if (image === null) return false;
  const { logStart, logPosition: position, logSegment: active } = image.database;
  const nothing = { isSound: () => true, apply: () => {}, tableName: () => null, needs: () => true };
  const { generation } = await readLog(files, { logStart, position, active }, nothing);
  return generation !== null && isNewer(generation, image.database);
}

/**
 * A database that has files but no catalog and no mirror is not new: both were lost. Empty files may be those of a
 * deleted database, whose names came back in a power cut.
 */
async function refuseOrphans(files: FileSystem, { storeFiles, logSegments }: FileInventory): Promise<void> {
  for (const { path } of [...storeFiles, ...logSegments]) {
    const handle = await files.open(path);
    const size = handle.size();
    handle.close();
    if (size === 0) continue;
    throw corruption(path, 0, 'the file belongs to a database whose catalog and mirror are both missing');
  }
}
