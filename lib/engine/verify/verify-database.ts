import { BigtabError, corruption } from '../../errors.js';
import type { Verified } from '../../model/verify-report.js';
import type { Catalog, CatalogImage, SnapshotRecord } from '../../storage/catalog/catalog.js';
import { isHandleLost } from '../../storage/fs/file-errors.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import { ATTEMPTS } from '../../storage/fs/with-attempts.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { type FileInventory, takeInventory } from '../recovery/file-inventory.js';
import { lostPart } from '../recovery/open-table.js';
import type { CallControl } from '../region/call-control.js';
import type { Engine } from '../region/engine.js';
import { filesByPath, namedPaths, pathsOf, recordsOf } from '../region/named-files.js';
import type { Region } from '../region/region.js';
import type { DamagedFile, OpenFile } from '../region/store.js';
import { openSnapshot } from '../snapshot/open-snapshot.js';
import { damageOf, sentenceOf, VerifiedFiles } from './verified-files.js';
import { verifyCatalog } from './verify-catalog.js';
import { verifyIndexes } from './verify-indexes.js';
import { verifyLog } from './verify-log.js';
import { verifyStoreFile } from './verify-store-file.js';

export interface VerifyParts {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly manifest: Manifest;
  /** See Recovered. */
  readonly leftovers: ReadonlySet<string>;
}

/** Store files are read for this long at a time, so that other requests can run. */
const SLICE_MS = 4;

/**
 * Reads everything that is stored and checks it, beside normal work:
 *
 *  1. The catalog and its mirror contain the current image.
 *  2. Every record of the log that recovery would read.
 *  3. Every block, index and bloom filter of each store file of each table and each snapshot, and all its cells. A file that a
 *     compaction has replaced except for rows that it could not read is damaged.
 *  4. Every entry of the indexes that are complete; see `verifyIndexes`.
 *  5. Every file that is referred to exists, and something refers to every file, except those that a power cut left.
 *
 * Changes nothing. Files that tables begin to use while it runs are not read. Rejects with INVALID_OPERATION if it is
 * ended.
 */
export async function verifyDatabase(parts: VerifyParts, control: CallControl): Promise<Verified> {
  const { engine, catalog, manifest } = parts;
  const found = new VerifiedFiles();
  const before = engine.commit.image;
  const inventory = await takeInventory(engine.files);
  const manifests = inventory.manifests.map(({ path }) => path);
  await verifyCatalog(engine, catalog, manifest, manifests, found);
  const work = new Work(engine, control, totalOf(engine));
  const empty = await verifyLog(engine, found, () => work.rest());
  work.done += engine.wal.bytes;
  work.advance();
  for (const region of [...engine.regions.values()]) {
    await verifyRegion(region, work, found, async () => {
      if (region.indexes.length === 0) return;
      const size = sizeOf(region);
      await verifyIndexes(region, size, work, found);
      work.done += size;
      work.advance();
    });
  }
  for (const snapshot of engine.commit.snapshots) await verifySnapshot(snapshot, work, found);
  compareFiles(parts, before, inventory, empty, found);
  return { report: found.report, bytes: work.total };
}

/** The time and the progress of a check. */
class Work {
  readonly engine: Engine;
  readonly total: number;
  /** In bytes. */
  done = 0;
  readonly #control: CallControl;
  #end = 0;

  constructor(engine: Engine, control: CallControl, total: number) {
    this.engine = engine;
    this.total = total;
    this.#control = control;
    this.#begin();
  }

  /** Whether it is time for `rest`. */
  get isDue(): boolean {
    return this.engine.clock.monotonic() >= this.#end;
  }

  /** Lets other requests run. Rejects if the check was ended. */
  async rest(): Promise<void> {
    await this.engine.yielder();
    if (this.#control.isAborted) throw new BigtabError('INVALID_OPERATION', 'The check was ended before its end');
    this.#begin();
  }

  /** Reports `done`, and `more` bytes of the present file. */
  advance(more = 0): void {
    this.#control.advance(Math.min(this.done + more, this.total), this.total, 'bytes');
  }

  #begin(): void {
    this.#end = this.engine.clock.monotonic() + SLICE_MS;
  }
}

function filesOf({ allStores: stores }: Region): readonly (OpenFile | DamagedFile)[] {
  return stores.flatMap(({ runs }) => runs.flat());
}

function totalOf({ commit, regions, wal }: Engine): number {
  const files = [...filesByPath(recordsOf(commit.image)).values()];
  const own = files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, wal.bytes);
  // The rows of tables with indexes are read again.
  return [...regions.values()].reduce((bytes, region) => bytes + (region.indexes.length > 0 ? sizeOf(region) : 0), own);
}

function sizeOf(region: Region): number {
  return filesOf(region).reduce((bytes, { record }) => bytes + record.sizeBytes, 0);
}

/** The files that a table had at the time of the snapshot. */
async function verifySnapshot(snapshot: SnapshotRecord, work: Work, found: VerifiedFiles): Promise<void> {
  if (pathsOf(snapshot.table).every((path) => found.has(path))) return;
  const region = await openSnapshot(work.engine, snapshot);
  try {
    await verifyRegion(region, work, found);
  } finally {
    region.close();
  }
}

/** Checks the files of a table, and then `more` while they are open. */
async function verifyRegion(
  region: Region,
  work: Work,
  found: VerifiedFiles,
  more: () => Promise<void> = async () => {},
): Promise<void> {
  const held = work.engine.openFiles.hold([region]);
  try {
    await held.ready;
    await work.engine.openFiles.read(region, ATTEMPTS - 1);
    const files = filesOf(region);
    for (const { file } of files) file?.retain();
    try {
      for (const one of files) {
        const { sizeBytes } = one.record;
        const path = storeFilePath(region.id, one.record);
        // Several tables and snapshots may have the file.
        if (found.has(path)) continue;
        if (one.file === null) found.add(path, 'store file', sentenceOf(one.error));
        else await verifyFile(one.file, sizeBytes, work, found);
        work.done += sizeBytes;
        work.advance();
        await work.rest();
      }
    } finally {
      for (const { file } of files) file?.release();
    }
    await more();
  } finally {
    held.release();
  }
  for (const { badRanges = [] } of work.engine.commit.table(region.id)?.families ?? []) {
    for (const range of badRanges) {
      const path = storeFilePath(region.id, range.file);
      if (!found.has(path)) found.add(path, 'store file', sentenceOf(lostPart(region.id, range).error));
    }
  }
}

async function verifyFile(file: StoreFile, size: number, work: Work, found: VerifiedFiles): Promise<void> {
  const { path } = file;
  try {
    found.add(path, 'store file', ...(await problemsOf(file, size, work)));
  } catch (error) {
    if (!isHandleLost(error)) throw error;
    // The browser has ended the handle; it is opened again for all readers.
    await work.engine.watch.reopen(file);
    found.add(path, 'store file', ...(await problemsOf(file, size, work)));
  }
}

async function problemsOf(file: StoreFile, size: number, work: Work): Promise<readonly string[]> {
  if (file.failure !== null) await work.engine.watch.reopen(file);
  if (file.failure !== null) return [sentenceOf(file.failure)];
  const problems: string[] = [];
  const observer = {
    // The read throws, and the whole file is checked again.
    handleLost: () => {},
    filterUnreadable: (error: unknown) => void problems.push(sentenceOf(error)),
  };
  let again: StoreFile;
  try {
    again = file.again(work.engine.cache, observer);
  } catch (error) {
    return [damageOf(error)];
  }
  try {
    const { sizeBytes, cellCount } = again.info;
    if (sizeBytes !== size)
      problems.push(sentenceOf(corruption(file.path, 0, `expected ${size} bytes, found ${sizeBytes}`)));
    for (const { cells, problem } of verifyStoreFile(again)) {
      if (problem !== null) problems.push(problem);
      if (!work.isDue) continue;
      work.advance((size * cells) / cellCount);
      await work.rest();
    }
    return problems;
  } finally {
    again.release();
  }
}

/**
 * Adds files that should exist and do not, and files that nothing refers to. `before`: the image before the listing.
 * `empty`: log segments that contain nothing.
 */
function compareFiles(
  { engine, manifest, leftovers }: VerifyParts,
  before: CatalogImage,
  inventory: FileInventory,
  empty: readonly string[],
  found: VerifiedFiles,
): void {
  const { image } = engine.commit;
  const { manifests, logSegments, storeFiles, strangers } = inventory;
  const listed = [...manifests, ...logSegments, ...storeFiles];
  const exists = new Set(listed.map(({ path }) => path));
  const used = namedPaths(image);
  for (const path of namedPaths(before))
    if (used.has(path) && !exists.has(path)) found.add(path, 'store file', 'The directory does not contain the file.');
  const known = new Set([...used, ...namedPaths(before), ...empty, manifest.path]);
  for (const { database } of [before, image]) for (const { path } of database.obsolete) known.add(path);
  const { commit, wal, spareFiles } = engine;
  for (const { path } of [...wal.segments, wal.active, ...wal.spares, ...spareFiles.list]) known.add(path);
  for (const { path } of commit.quarantined) {
    known.add(path);
    if (exists.has(path) || strangers.includes(path)) found.add(path, 'quarantined');
  }
  for (const { path, epoch } of listed) {
    // A flush or a compaction may be writing a file of this epoch.
    if (known.has(path) || found.has(path) || epoch >= engine.epoch) continue;
    if (leftovers.has(path)) found.add(path, 'leftover');
    else found.add(path, 'unknown', 'Nothing refers to the file. It was not changed.');
  }
  for (const path of strangers)
    if (!known.has(path)) found.add(path, 'unknown', 'It is not a file of Bigtab, and was not changed.');
}
