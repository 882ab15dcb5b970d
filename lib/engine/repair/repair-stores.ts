import type { FamilyRecord, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { CallControl } from '../region/call-control.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import { entryPaths, reopenIndexes, withNewIndexes } from '../region/new-indexes.js';
import { withPurged } from '../region/purged-cells.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { rowsOf } from '../region/row-bounds.js';
import type { Store, StoreRun } from '../region/store.js';
import { openSnapshot } from '../snapshot/open-snapshot.js';
import type { Watches } from '../watch/watches.js';
import { lostRows } from './lost-parts.js';
import { rewriteRun, setAside } from './rewrite-run.js';

export interface RepairStoresParts {
  readonly engine: Engine;
  readonly maintenance: Pick<Maintenance, 'exclusive'>;
  readonly watches: Pick<Watches, 'schemaChanged'>;
}

/** What is repaired, and what was found and done so far. */
export interface RepairProgress {
  /** The paths of the files with problems. */
  readonly damaged: ReadonlySet<string>;
  /** Whether a path exists. */
  readonly exists: (path: string) => boolean;
  /** The paths of files that were replaced. */
  readonly repaired: Set<string>;
  /** The number of cells that were visited. */
  cells: number;
}

/** The parameters that the repair of every store shares. */
interface StoresRepair {
  readonly engine: Engine;
  readonly progress: RepairProgress;
  readonly control: CallControl;
  /** The number of cells that will be visited, as far as it is known. */
  readonly total: number;
}

/**
 * Replaces each run with a damaged file by what can be read of it, one commit for each, and gives up the rows that
 * compactions could not read. A file that only a newer version can read is left alone. While a run is rewritten, its
 * table is read and written, but not flushed.
 */
export async function repairStores(
  parts: RepairStoresParts,
  progress: RepairProgress,
  control: CallControl,
): Promise<void> {
  const { engine, maintenance, watches } = parts;
  const repair: StoresRepair = { engine, progress, control, total: cellsIn(engine, progress.damaged) };
  for (const region of [...engine.regions.values()]) {
    if (!isConcerned(engine, region, progress.damaged)) continue;
    const lostSome = await maintenance.exclusive(region, async () => {
      let lost = false;
      for (const store of region.stores) {
        if (region.closed || control.isAborted) break;
        if (await repairStore(repair, region, store)) lost = true;
      }
      return lost;
    });
    // Reads return other cells than before, or return some again.
    if (lostSome) watches.schemaChanged(region.name);
  }
  for (const { name } of engine.commit.snapshots) {
    if (!control.isAborted) await repairSnapshot(repair, name);
  }
}

/** The damaged runs that a snapshot has and no table any more. */
async function repairSnapshot(repair: StoresRepair, name: string): Promise<void> {
  const { engine, progress } = repair;
  const snapshot = engine.commit.snapshots.find((one) => one.name === name);
  if (snapshot === undefined || !pathsOf(snapshot.table).some((path) => progress.damaged.has(path))) return;
  const region = await openSnapshot(engine, snapshot);
  try {
    for (const store of region.stores) await repairRuns(repair, region, store);
  } finally {
    region.close();
  }
}

/** Resolves to whether anything is lost. */
async function repairStore(repair: StoresRepair, region: Region, store: Store): Promise<boolean> {
  const { engine, control, progress } = repair;
  const { exists, repaired } = progress;
  const lostSome = await repairRuns(repair, region, store);
  if (region.closed || control.isAborted) return lostSome;
  const { badRanges = [] } = familyRecord(engine, region, store);
  if (badRanges.length === 0) return lostSome;
  await engine.commit.commit(
    () => withoutBadRanges(engine, region, store, exists),
    () => {
      store.forgetLost();
      reopenIndexes(engine, region);
    },
  );
  for (const { file } of badRanges) repaired.add(storeFilePath(region.id, file));
  return true;
}

/**
 * Replaces the damaged runs of a store. Resolves to whether anything is lost. The files of the region stay open: with
 * many files, those of an unused region are closed.
 */
async function repairRuns(repair: StoresRepair, region: Region, store: Store): Promise<boolean> {
  const { ready, release } = repair.engine.openFiles.hold([region]);
  try {
    await ready;
    let lostSome = false;
    for (const run of store.runs) {
      if (repair.control.isAborted || region.closed) break;
      if (await repairRun(repair, region, store, run)) lostSome = true;
    }
    return lostSome;
  } finally {
    release();
  }
}

/** Replaces a run if it is damaged. Resolves to whether anything is lost. */
async function repairRun(
  { engine, total, progress, control }: StoresRepair,
  region: Region,
  store: Store,
  run: StoreRun,
): Promise<boolean> {
  const { damaged, exists, repaired } = progress;
  const bad = pathsOfRun(region, run).filter((path) => damaged.has(path));
  if (bad.length === 0) return false;
  const before = progress.cells;
  const lost = await rewriteRun(engine, region, store, run, {
    exists,
    stopped: () => control.isAborted || region.closed,
    onStep: (cells) => control.advance(Math.min(before + cells, total), total, 'cells'),
  });
  if (!control.isAborted) {
    progress.cells = before + cellsOf(run);
    control.advance(Math.min(progress.cells, total), total, 'cells');
    if (lost !== null) for (const path of bad) repaired.add(path);
  }
  return lost === true;
}

/** The files that compactions could not read completely are set aside, and their rows given up. */
function withoutBadRanges(
  engine: Engine,
  region: Region,
  store: Store,
  exists: (path: string) => boolean,
): TableChange {
  const table = engine.commit.table(region.id) as TableRecord;
  const { badRanges = [] } = familyRecord(engine, region, store);
  const files = new Map(badRanges.map(({ file }) => [file.number, file]));
  const families = table.families.map((family): FamilyRecord => {
    const { badRanges: _, ...rest } = family;
    return family.id === store.familyId ? withPurged(rest, 'all', engine.commit.nextGeneration) : family;
  });
  const lost = badRanges.flatMap(({ file, ...range }) => {
    const path = storeFilePath(region.id, file);
    return lostRows({ path, table: region.name, family: store.family.name }, [rowsOf(range)]);
  });
  // Older values may be visible now, of which the indexes have no entries.
  const next = withNewIndexes({ ...table, families }, engine.group.lastSequenceId);
  const quarantine = setAside(region.id, [...files.values()], exists);
  return { put: [next], obsolete: entryPaths(table), quarantine, lost };
}

function familyRecord({ commit }: Engine, region: Region, store: Store): FamilyRecord {
  const families = (commit.table(region.id) as TableRecord).families;
  return families.find(({ id }) => id === store.familyId) as FamilyRecord;
}

function pathsOfRun(region: Region, run: StoreRun): readonly string[] {
  return run.map(({ record }) => storeFilePath(region.id, record));
}

function isConcerned({ commit }: Engine, region: Region, damaged: ReadonlySet<string>): boolean {
  const badRanges = commit.table(region.id)?.families.flatMap((family) => family.badRanges ?? []) ?? [];
  const runs = region.stores.flatMap(({ runs }) => runs);
  return badRanges.length > 0 || runs.some((run) => pathsOfRun(region, run).some((path) => damaged.has(path)));
}

/** The number of cells that will be visited, as far as it is known. */
function cellsIn({ regions }: Engine, damaged: ReadonlySet<string>): number {
  let cells = 0;
  for (const region of regions.values()) {
    for (const run of region.stores.flatMap(({ runs }) => runs)) {
      if (!pathsOfRun(region, run).some((path) => damaged.has(path))) continue;
      cells += cellsOf(run);
    }
  }
  return cells;
}

function cellsOf(run: StoreRun): number {
  return run.reduce((cells, { file }) => cells + (file?.info.cellCount ?? 0), 0);
}
