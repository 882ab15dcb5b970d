import type { FamilyRecord, PurgedCells, TableRecord } from '../../storage/catalog/catalog.js';
import type { Segment } from '../../storage/memstore/segment.js';
import type { Engine } from '../region/engine.js';
import { withExpired } from '../region/kept-history.js';
import { countsOf, purgedBetween, withPurged } from '../region/purged-cells.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { removalTime } from '../region/removal-time.js';
import { withRollbackPoint } from '../region/rollback-point.js';
import type { OpenFile, Store } from '../region/store.js';
import { createCompactionMatcher } from '../scan/compaction-matcher.js';
import { CellRewriter } from './cell-rewriter.js';
import { logChange } from './log-change.js';
import { discardStoreFile, writeStoreFile } from './write-store-file.js';

export interface FlushedStore {
  readonly store: Store;
  readonly file: OpenFile;
  readonly purged: keyof PurgedCells | null;
}

/**
 * Writes the memstores of `region` into one new store file per family and commits all families together: files → log
 * flushed up to the boundary → catalog → manifest → views. Families without cells get no file. A failed flush
 * keeps its snapshots, and the next one begins with them. Returns false if the region was closed before it ended.
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
  const flushed = await writeFrozen(engine, region);
  if (flushed === null) return false;
  let committed = false;
  try {
    engine.wal.flushUpTo(region.snapshotBoundary);
    await engine.commit.commit(
      (_, together) => flushChange(engine, region, flushed, together),
      () => {
        committed = true;
        region.flushed(new Map(flushed.map(({ store, file }) => [store, file])));
        engine.wal.release(engine.commit.image.database.logStart);
        engine.commit.onRewritten(region.name);
      },
    );
    return true;
  } finally {
    if (!committed) await discard(engine, flushed);
  }
}

/**
 * Writes the frozen memory of all families into files, which nothing names yet. Returns null if the region was closed;
 * then, and if it fails, the files are removed.
 */
export async function writeFrozen(engine: Engine, region: Region): Promise<readonly FlushedStore[] | null> {
  const flushed: FlushedStore[] = [];
  let complete = false;
  try {
    for (const store of region.allStores) {
      const { snapshot } = store.memstore;
      if (snapshot === null) continue;
      const file = await writeSnapshot(engine, region, store, snapshot);
      if (file === null) return null;
      flushed.push({ store, file, purged: purgedByFlush(store, snapshot, file) });
    }
    complete = true;
    return flushed;
  } finally {
    if (!complete) await discard(engine, flushed);
  }
}

async function discard(engine: Engine, flushed: readonly FlushedStore[]): Promise<void> {
  for (const { file } of flushed) await discardStoreFile(engine, file);
}

/**
 * Writes the frozen memory by the rules of a flush, which remove cells by what this memory alone contains (C-20). It is
 * always one file: memory is small.
 */
async function writeSnapshot(
  engine: Engine,
  region: Region,
  store: Store,
  snapshot: Segment,
): Promise<OpenFile | null> {
  const keepsAll = region.importing !== null;
  const { now } = engine.confirmed;
  const removesBefore = removalTime(engine, region, false);
  const rules = { kind: 'retain', keepsAll, now, removesBefore, earliestPutTimestamp: 0, expired: store } as const;
  const rewriter = new CellRewriter([snapshot.scanner(0)], createCompactionMatcher(store.scanInfo, rules));
  try {
    return await writeStoreFile(engine, region, store, {
      kind: 'flush',
      major: false,
      createdAt: engine.clock.now(),
      replaces: [],
      flushedSequenceId: region.snapshotBoundary,
      rewriter,
      stopped: () => region.closed,
    });
  } finally {
    rewriter.abandon();
  }
}

/** A flush keeps every marker that another does not cover. */
function purgedByFlush(
  { scanInfo }: Store,
  { cellCount }: Segment,
  { file: { info } }: OpenFile,
): keyof PurgedCells | null {
  const after = countsOf([info]);
  return purgedBetween({ ...after, puts: cellCount - after.markers }, after, scanInfo);
}

/** `together`: the ids of the tables that the same commit flushes. */
function flushChange(
  engine: Engine,
  region: Region,
  flushed: readonly FlushedStore[],
  together: Set<number>,
): TableChange {
  const table = engine.commit.table(region.id);
  if (table === undefined || table.schemaGeneration !== region.schemaGeneration) {
    throw new Error(`the flush of '${region.name}' was computed for a schema that has changed since`);
  }
  const record: TableRecord = {
    ...withFlushed(engine, table, flushed),
    flushedSequenceId: region.snapshotBoundary,
  };
  together.add(region.id);
  return { put: [withExpired(record, region.stores)], ...logChange(engine, together) };
}

/** `table` with one more run in each of these families, and a point to go back to before that. */
export function withFlushed(engine: Engine, table: TableRecord, flushed: readonly FlushedStore[]): TableRecord {
  const { nextGeneration } = engine.commit;
  const families: FamilyRecord[] = table.families.map((family) => {
    const added = flushed.find(({ store }) => store.familyId === family.id);
    if (added === undefined) return family;
    return { ...withPurged(family, added.purged, nextGeneration), runs: [...family.runs, [added.file.record]] };
  });
  return { ...withRollbackPoint(engine, table, { added: flushed.map(({ file }) => file.record.number) }), families };
}
