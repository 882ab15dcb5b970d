import { BigtabError } from '../../errors.js';
import type { Repaired } from '../../model/repair-report.js';
import type { VerifiedFile } from '../../model/verify-report.js';
import type { QuarantinedFile } from '../../storage/catalog/catalog.js';
import { parseStoreFilePath } from '../../storage/fs/file-names.js';
import { withAttempts } from '../../storage/fs/with-attempts.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import type { IndexBuilds } from '../compaction/index-builds.js';
import type { Maintenance } from '../compaction/maintenance.js';
import { takeInventory } from '../recovery/file-inventory.js';
import type { CallControl } from '../region/call-control.js';
import type { Engine } from '../region/engine.js';
import { type VerifyParts, verifyDatabase } from '../verify/verify-database.js';
import { lostPart } from './lost-parts.js';
import { repairIndexes } from './repair-indexes.js';
import { repairLog } from './repair-log.js';
import { type RepairProgress, type RepairStoresParts, repairStores } from './repair-stores.js';

export interface RepairParts extends VerifyParts, RepairStoresParts {
  readonly maintenance: Maintenance;
  /**
   * If the database is only read, because its list of tables and files may be older than the data: makes that list count,
   * and ends the host, so that the database is opened again. Otherwise null.
   */
  readonly accept: (() => Promise<void>) | null;
  readonly indexes: Pick<IndexBuilds, 'consider'>;
}

/**
 * Checks everything that is stored, and repairs what has a problem, beside normal work:
 *
 *  1. The catalog and its mirror are written again.
 *  2. A run of store files with a damaged one is replaced by what can be read of it, block by block.
 *  3. The indexes of a table begin again without entries if an entry is missing, or if older values may be visible because
 *     cells were lost. They are built after the repair.
 *  4. What is in the log is stored in store files, and damaged segments are set aside.
 *  5. Files that nothing refers to are set aside.
 *
 * Each step is one commit or several, so a crash leaves everything as it was or repaired, and a repair that is ended
 * keeps what it has done. What is set aside is in quarantine: nothing uses it, and it is kept until a call with
 * `release`, which makes all of it obsolete. Rejects with INVALID_OPERATION if it is ended.
 */
export async function repairDatabase(parts: RepairParts, release: boolean, control: CallControl): Promise<Repaired> {
  const { engine } = parts;
  const { commit } = engine;
  if (parts.accept !== null) {
    await parts.accept();
    // The call is sent again to the next engine.
    await control.aborted;
    throw new BigtabError(
      'INVALID_OPERATION',
      'The list of files is restored. Open the database again, and repair again',
    );
  }
  engine.state.checkWritable();
  const { lost: reported = [] } = commit.image.database;
  const { report, bytes } = await verifyDatabase(parts, control);
  const bad = report.files.filter(({ problems }) => problems.length > 0);
  const exists = await existing(engine);
  const damaged = new Set(bad.map(({ path }) => path));
  const progress: RepairProgress = { damaged, exists, repaired: new Set(), cells: 0 };
  await repairCopies(engine, bad, progress);
  checkNotEnded(control);
  try {
    await repairIndexes(parts, progress, control);
    await repairStores(parts, progress, control);
  } finally {
    parts.indexes.consider();
  }
  checkNotEnded(control);
  const segments = pathsOf(bad, 'log');
  await repairLog(parts, segments, exists);
  for (const path of segments) progress.repaired.add(path);
  checkNotEnded(control);
  await setUnknownAside(engine, [...pathsOf(bad, 'unknown'), ...pathsOf(report.files, 'leftover')]);
  const { lost = [] } = commit.image.database;
  // This report may not arrive: a later call forgets what it lists.
  if (release && commit.quarantined.length + reported.length > 0) await commit.commit(() => ({ release, reported }));
  const { repaired, cells } = progress;
  const quarantined = commit.quarantined.map(({ path }) => path);
  return {
    report: { repaired: [...repaired], quarantined, lost: lost.map(lostPart) },
    total: cells > 0 ? cells : bytes,
    unit: cells > 0 ? 'cells' : 'bytes',
  };
}

async function repairCopies(
  { commit }: Engine,
  bad: readonly VerifiedFile[],
  { repaired }: RepairProgress,
): Promise<void> {
  const paths = [...pathsOf(bad, 'catalog'), ...pathsOf(bad, 'manifest')];
  if (paths.length === 0) return;
  await commit.rebuild({ catalog: pathsOf(bad, 'catalog').length > 0, mirror: pathsOf(bad, 'manifest').length > 0 });
  for (const path of paths) repaired.add(path);
}

async function setUnknownAside(engine: Engine, paths: readonly string[]): Promise<void> {
  const quarantine: Omit<QuarantinedFile, 'since'>[] = [];
  for (const path of paths) {
    const entry = await entryOf(engine, path);
    if (entry !== null) quarantine.push(entry);
  }
  if (quarantine.length > 0) await engine.commit.commit(() => ({ quarantine }));
}

/** Null for a store file that a newer version wrote: it is left where it is. */
async function entryOf({ files, cache }: Engine, path: string): Promise<Omit<QuarantinedFile, 'since'> | null> {
  const handle = await withAttempts(() => files.open(path)).catch(() => null);
  if (handle === null) return { path };
  const entry = { path, bytes: handle.size() };
  try {
    if (parseStoreFilePath(path) !== null) StoreFile.open(handle, path, cache);
    return entry;
  } catch (error) {
    return BigtabError.is(error) && error.code === 'FORMAT_TOO_NEW' ? null : entry;
  } finally {
    handle.close();
  }
}

function pathsOf(files: readonly VerifiedFile[], wanted: VerifiedFile['kind']): readonly string[] {
  return files.filter(({ kind }) => kind === wanted).map(({ path }) => path);
}

/** Whether a path exists. */
async function existing({ files }: Engine): Promise<(path: string) => boolean> {
  const { logSegments, manifests, reserves, storeFiles, strangers } = await takeInventory(files);
  const named = [...logSegments, ...manifests, ...reserves, ...storeFiles].map(({ path }) => path);
  const paths = new Set([...named, ...strangers]);
  return (path) => paths.has(path);
}

function checkNotEnded({ isAborted }: CallControl): void {
  if (isAborted) throw new BigtabError('INVALID_OPERATION', 'The repair was ended before its end; what it did is kept');
}
