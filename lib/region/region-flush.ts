import type { FamilyRecord, FileRecord, RollbackPoint, TableRecord } from '../catalog/catalog.js';
import { storeFilePath } from '../fs/file-names.js';
import type { FileHandle } from '../fs/file-system.js';
import type { Segment } from '../memstore/segment.js';
import { StoreFile } from '../storefile/store-file.js';
import { runSteps } from './background-step.js';
import type { Engine } from './engine.js';
import type { Region } from './region.js';
import { OBSOLETE_FOR_MS, type TableChange } from './region-commit.js';
import type { OpenFile, Store } from './store.js';
import { StoreFlusher } from './store-flusher.js';

interface FlushedStore {
  readonly store: Store;
  readonly file: OpenFile;
}

/**
 * Writes what the memstores of `region` hold now into one new store file per family and commits all families together:
 * files → log flushed up to the boundary → catalog → manifest → views. Families without cells make no file. A flush that failed
 * leaves its snapshots, and the next one begins with them. Gives false when the region was closed before it ended.
 * REQUIRES that no other flush or schema change of the region runs.
 */
export async function flushRegion(engine: Engine, region: Region): Promise<boolean> {
  for (let passes = region.hasSnapshots ? 2 : 1; passes > 0 && !region.closed && region.hasUnflushed; passes--) {
    region.takeSnapshots(engine.group.lastSequenceId);
    if (!(await flushSnapshots(engine, region))) return false;
  }
  return !region.closed;
}

async function flushSnapshots(engine: Engine, region: Region): Promise<boolean> {
  const flushed: FlushedStore[] = [];
  let committed = false;
  try {
    for (const store of region.stores) {
      const { snapshot } = store.memstore;
      if (snapshot === null) continue;
      const file = await writeStoreFile(engine, region, store, snapshot);
      if (file === null) return false;
      flushed.push({ store, file });
    }
    engine.wal.syncUpTo(region.snapshotBoundary);
    await engine.commit.commit(
      () => flushChange(engine, region, flushed),
      () => {
        region.flushed(new Map(flushed.map(({ store, file }) => [store, file])));
        engine.wal.release(engine.commit.image.database.logStart);
        committed = true;
      },
    );
    return true;
  } finally {
    if (!committed) await giveUp(engine, flushed);
  }
}

/** No image names these files, unless the commit's outcome is not known: then recovery judges them. */
async function giveUp(engine: Engine, flushed: readonly FlushedStore[]): Promise<void> {
  for (const { file } of flushed) {
    file.file.release();
    if (!engine.commit.unsure) await removeUnnamed(engine, file.file.path);
  }
}

/** A file that was not committed takes room that the next try needs. One that cannot be removed waits for recovery. */
async function removeUnnamed(engine: Engine, path: string): Promise<void> {
  await engine.files.remove(path).catch(() => {});
}

async function writeStoreFile(
  engine: Engine,
  region: Region,
  store: Store,
  snapshot: Segment,
): Promise<OpenFile | null> {
  const number = engine.commit.takeFileNumber();
  const path = storeFilePath(region.id, engine.epoch, number);
  const handle = await engine.files.create(path);
  try {
    const flusher = new StoreFlusher(snapshot, handle, path, {
      tableId: region.id,
      tableName: region.name,
      familyId: store.familyId,
      familyDescriptor: store.family,
      tableDescriptor: region.descriptor,
      schemaGeneration: region.schemaGeneration,
      epoch: engine.epoch,
      fileNumber: number,
      kind: 'flush',
      replaces: [],
      blockSize: store.family.blockSize,
      bloomFilter: store.family.bloomFilter,
      flushedSequenceId: region.snapshotBoundary,
    });
    if (!(await runSteps(flusher, engine.clock, engine.yielder, () => region.closed))) {
      await abandon(engine, handle, path);
      return null;
    }
    const record: FileRecord = { number, epoch: engine.epoch, sizeBytes: handle.size() };
    return { record, file: StoreFile.open(handle, path, engine.cache) };
  } catch (error) {
    await abandon(engine, handle, path);
    throw error;
  }
}

async function abandon(engine: Engine, handle: FileHandle, path: string): Promise<void> {
  handle.close();
  await removeUnnamed(engine, path);
}

function flushChange(engine: Engine, region: Region, flushed: readonly FlushedStore[]): TableChange {
  const { commit, wal } = engine;
  const table = commit.table(region.id);
  if (table === undefined || table.schemaGeneration !== region.schemaGeneration) {
    throw new Error(`the flush of '${region.name}' was computed for a schema that no longer stands`);
  }
  const since = engine.clock.now();
  const added = new Map(flushed.map(({ store, file }) => [store.familyId, file.record]));
  const families: FamilyRecord[] = table.families.map((family) => {
    const record = added.get(family.id);
    return record === undefined ? family : { ...family, runs: [...family.runs, [record]] };
  });
  const point: RollbackPoint = {
    since,
    // No table has an edit at or below the log's start that is in no file.
    flushedSequenceId: Math.max(table.flushedSequenceId, commit.image.database.logStart),
    added: flushed.map(({ file }) => file.record.number),
  };
  const young = table.rollbackPoints.filter((older) => since - older.since < OBSOLETE_FOR_MS);
  const record: TableRecord = {
    ...table,
    families,
    flushedSequenceId: region.snapshotBoundary,
    rollbackPoints: [point, ...young],
  };
  const logStart = logStartAfter(engine, region);
  const listed = new Set(commit.obsolete.map(({ path }) => path));
  const segments = wal.obsoleteAt(logStart).filter(({ path }) => !listed.has(path));
  return { put: [record], logStart, obsolete: segments.map(({ path }) => path) };
}

/** The largest sequence id such that it and all before stand in store files once the snapshots of `region` do. */
function logStartAfter(engine: Engine, region: Region): number {
  let oldest = engine.group.lastSequenceId + 1;
  for (const other of engine.regions.values()) {
    oldest = Math.min(oldest, other === region ? other.oldestActive : other.oldestUnflushed);
  }
  return Math.max(oldest - 1, engine.commit.image.database.logStart);
}
