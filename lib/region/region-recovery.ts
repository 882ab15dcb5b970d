import type { Catalog, CatalogImage, TableRecord } from '../catalog/catalog.js';
import { FORMAT_VERSION } from '../catalog/catalog-image.js';
import type { Clock } from '../clock.js';
import { corruption } from '../errors.js';
import type { FileSystem } from '../fs/file-system.js';
import { Manifest } from '../manifest/manifest.js';
import { readManifests } from '../manifest/read-manifests.js';
import { SlabPool } from '../memstore/slab.js';
import type { MemoryBudget } from '../model/memory-options.js';
import type { RecoveryReport } from '../service/status-report.js';
import { BlockCache } from '../storefile/block-cache.js';
import { OperationLog } from '../wal/operation-log.js';
import { type LogContents, readLog } from '../wal/read-log.js';
import { Wal } from '../wal/wal.js';
import type { Yielder } from '../yielder.js';
import { chooseImage } from './choose-image.js';
import { CommitGroup } from './commit-group.js';
import type { Engine } from './engine.js';
import { type FileInventory, judgeUnknownFiles, takeInventory } from './file-inventory.js';
import { openTable } from './open-table.js';
import type { Region } from './region.js';
import { RegionCommit } from './region-commit.js';
import { flushRegion } from './region-flush.js';
import { Replay } from './replay.js';
import { RowClock, type TimestampMode } from './row-clock.js';

export interface RecoveryOptions {
  readonly files: FileSystem;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly yielder: Yielder;
  /** In [0, 1); for the salts of log segments. */
  readonly random: () => number;
  readonly budget: MemoryBudget;
  readonly timestamps: TimestampMode;
  readonly onError: (error: unknown) => void;
}

export interface Recovered {
  readonly engine: Engine;
  readonly manifest: Manifest;
  readonly origin: 'created' | 'opened';
  readonly report: RecoveryReport;
}

/**
 * Opens a database: the newest valid image of catalog and mirror stands → the epoch is raised → store files are opened → the log is
 * read and what is in no store file applied → the header of the new segment is flushed → the engine serves.
 * Nothing is deleted on the way, so a crash during any of it, twice in a row too, changes nothing.
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { files, catalog, clock, budget, onError } = options;
  const started = clock.monotonic();
  const inventory = await takeInventory(files);
  const mirrored = await readManifests(files);
  const { image: found, problems: imageProblems } = await chooseImage(catalog, mirrored.image);
  if (found === null) refuseOrphans(inventory);
  const problems = [...imageProblems, ...mirrored.problems];
  const raised = raiseEpoch(found, Math.max(inventory.largestEpoch, mirrored.image?.database.epoch ?? 0));
  const { epoch } = raised.database;
  await catalog.replace(raised);
  const manifest = await Manifest.create(files, epoch);
  manifest.write(raised);

  const parts = { files, cache: new BlockCache(budget.blockCache), pool: new SlabPool() };
  const opened = await Promise.all(raised.tables.map((table) => openTable(table, parts)));
  const regions = new Map<string, Region>(opened.map(({ region }) => [region.name, region]));
  for (const table of opened) problems.push(...table.problems);

  const operations = OperationLog.from(raised.database.operations);
  const replay = new Replay(regions.values(), operations, floorOf(raised, regions.values()));
  const back = opened.filter(({ wentBack }) => wentBack).map(({ record }) => record);
  const logStart = neededFrom(raised, back);
  const log = await readLog(files, logStart, (record) => replay.apply(record));
  problems.push(...log.problems);
  const { replayed } = replay;

  const wal = await Wal.open({
    files,
    epoch,
    previous: log,
    salts: () => Math.floor(options.random() * 2 ** 32),
    segmentBytes: budget.logSegment,
    lastSequenceId: replayed.lastSequenceId,
    clock,
    onError,
  });
  const rowClock = new RowClock(clock, options.timestamps, replayed.largestTimeSeen);
  const commit = new RegionCommit({
    catalog,
    manifest,
    image: raised,
    now: () => clock.now(),
    facts: () => ({ operations: operations.toRecords(), largestTimeSeen: rowClock.largestSeen }),
    onError,
  });
  const engine: Engine = {
    ...parts,
    clock,
    yielder: options.yielder,
    epoch,
    budget,
    wal,
    operations,
    group: new CommitGroup(wal, replayed.lastSequenceId),
    rowClock,
    commit,
    regions,
    onError,
  };
  wal.release(logStart);
  problems.push(...(await commitFindings(engine, inventory, back, logStart, log)));
  return {
    engine,
    manifest,
    origin: found === null ? 'created' : 'opened',
    report: {
      ms: clock.monotonic() - started,
      records: replayed.records,
      bytes: replayed.bytes,
      discardedBytes: log.discardedBytes,
      problems,
    },
  };
}

/** What recovery changed or found superfluous, in one commit: tables that went back, and files that no image needs any more. */
async function commitFindings(
  engine: Engine,
  inventory: FileInventory,
  back: readonly TableRecord[],
  logStart: number,
  log: LogContents,
): Promise<readonly string[]> {
  const { obsolete, problems } = await judgeUnknownFiles(engine, inventory, log);
  if (back.length === 0 && obsolete.length === 0) return problems;
  await engine.commit.commit(() => ({ put: back, obsolete, logStart, renewObsolete: back.length > 0 }));
  // What a table that went back got from the log again must stand in files before the log below its start is removed.
  for (const { name } of back) await flushRegion(engine, engine.regions.get(name) as Region);
  return problems;
}

/** A database without catalog and mirror that has files all the same is not new: something took both away. */
function refuseOrphans(inventory: FileInventory): void {
  const [orphan] = [...inventory.storeFiles, ...inventory.logSegments];
  if (orphan === undefined) return;
  throw corruption(orphan.path, 0, 'the file belongs to a database whose catalog and mirror are both gone');
}

function raiseEpoch(found: CatalogImage | null, largestEpoch: number): CatalogImage {
  if (found === null) {
    const database = {
      format: FORMAT_VERSION,
      epoch: largestEpoch + 1,
      generation: 1,
      nextTableId: 1,
      nextFileNumber: 1,
      logStart: 0,
      operations: [],
      largestTimeSeen: 0,
      obsolete: [],
    };
    return { database, tables: [] };
  }
  const { database } = found;
  const epoch = Math.max(largestEpoch, database.epoch) + 1;
  return { ...found, database: { ...database, epoch, generation: database.generation + 1 } };
}

/** The sequence id above which the log must be whole: lower than the log start when tables went back. */
function neededFrom(image: CatalogImage, back: readonly TableRecord[]): number {
  return back.reduce((from, { flushedSequenceId }) => Math.min(from, flushedSequenceId), image.database.logStart);
}

/** Neither ids nor times may be given out twice, also when the log is empty. */
function floorOf(image: CatalogImage, regions: Iterable<Region>): { lastSequenceId: number; largestTimeSeen: number } {
  let lastSequenceId = image.database.logStart;
  for (const region of regions) {
    lastSequenceId = Math.max(lastSequenceId, region.flushedSequenceId);
    for (const { files } of region.stores) {
      for (const { file } of files) lastSequenceId = Math.max(lastSequenceId, file.info.maxSequenceId);
    }
  }
  return { lastSequenceId, largestTimeSeen: image.database.largestTimeSeen };
}
