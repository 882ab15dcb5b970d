import { BigtabError } from '../../errors.js';
import { settleAll } from '../../settle-all.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { isOutOfSpace } from '../../storage/fs/file-errors.js';
import { readManifests } from '../../storage/manifest/read-manifests.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { type LogVisitor, readLog } from '../../storage/wal/read-log.js';
import { OBSOLETE_FOR_MS } from '../region/region-commit.js';
import { StoreFileWatch } from '../region/store-file-watch.js';
import { chooseImage } from './choose-image.js';
import { takeInventory } from './file-inventory.js';
import { openTables, quietly, type Recovered, type RecoveryOptions, recover, type Undo } from './region-recovery.js';

const ANYTHING: LogVisitor = { isSound: () => true, apply: () => {}, tableName: () => null, needs: () => true };

/**
 * Opens a database like `recover`. If there is no room for what an open writes, first removes obsolete files, and then
 * the reserve: then the database is `full`. If that is not enough, nothing is written, and the log is read into memory:
 * the database is `read-only`.
 */
export async function openWithoutRoom(options: RecoveryOptions): Promise<Recovered> {
  try {
    return await recover(options);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
  await removeObsolete(options);
  try {
    return await recover({ ...options, forgetsOldPoints: true });
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
  await removeReserve(options);
  try {
    const recovered = await recover({ ...options, forgetsOldPoints: true });
    recovered.engine.state.becomesFull(recovered.reserve);
    return recovered;
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    return await openReadOnly(options, error);
  }
}

/** A database that does not exist yet cannot be read: then the lack of room is the error. */
async function openReadOnly(options: RecoveryOptions, noRoom: unknown): Promise<Recovered> {
  const recovered = await recover({ ...options, mode: 'read-only' }).catch((error) => {
    throw BigtabError.is(error) && error.code === 'INVALID_OPERATION' ? noRoom : error;
  });
  recovered.engine.state.becomesReadOnly(
    'The device is full, and the reserve is used up. Free storage of the site or the device; the database is then opened again.',
    'QUOTA_EXCEEDED',
  );
  return recovered;
}

async function removeReserve({ files }: RecoveryOptions): Promise<void> {
  const { reserves } = await takeInventory(files);
  for (const { path } of reserves) await files.remove(path);
}

/**
 * Removes the obsolete files that are due, before anything is written. Removes nothing if a table has to go back to an
 * earlier state, because that may need them.
 */
async function removeObsolete(options: RecoveryOptions): Promise<void> {
  const { files, catalog, budget, site, prunes = true, onError } = options;
  const undo: Undo[] = [() => catalog.close()];
  let paths: readonly string[] = [];
  try {
    const [mirrored, [stored]] = await settleAll([readManifests(files), Promise.allSettled([catalog.open()])]);
    const { image } = chooseImage(stored, mirrored.image);
    if (image === null) return;
    const cache = new BlockCache(budget.blockCache);
    const watch = new StoreFileWatch(files, onError);
    const parts = { files, cache, watch, pool: new SlabPool(), site, prunes, salvages: false };
    const opened = await openTables(image, parts, undo);
    if (opened.some(({ wentBack, region }) => wentBack || region.damage !== null)) return;
    paths = await duePaths(options, image, mirrored.image ?? image);
  } finally {
    for (const step of undo.reverse()) await quietly(step);
  }
  for (const path of paths) await quietly(() => files.remove(path));
}

/** The files that both images list as obsolete and that are a minute old, without the log that is still needed. */
async function duePaths(
  { files, clock }: RecoveryOptions,
  { database }: CatalogImage,
  mirror: CatalogImage,
): Promise<readonly string[]> {
  const { logStart, logPosition: position, logSegment: active } = database;
  const { segments } = await readLog(files, { logStart, position, active }, ANYTHING);
  const needed = segments.filter(({ lastSequenceId }) => lastSequenceId > logStart).map(({ path }) => path);
  const mirrored = mirror.database.obsolete.map(({ path }) => path);
  const due = database.obsolete.filter(({ since }) => clock.now() - since >= OBSOLETE_FOR_MS);
  return due.map(({ path }) => path).filter((path) => mirrored.includes(path) && !needed.includes(path));
}
