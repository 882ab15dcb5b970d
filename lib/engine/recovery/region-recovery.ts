import type { Clock } from '../../clock.js';
import { BigtabError, errorToData } from '../../errors.js';
import type { MemoryBudget } from '../../model/memory-options.js';
import type { OpenMode } from '../../model/open-mode.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { RecoveryReport, StatusReport } from '../../model/status-report.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { settleAll } from '../../settle-all.js';
import type {
  Catalog,
  CatalogImage,
  DatabaseRecord,
  LogPosition,
  SpareFile,
  TableRecord,
} from '../../storage/catalog/catalog.js';
import { ReadOnlyCatalog } from '../../storage/catalog/read-only-catalog.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { ReadOnlyFileSystem } from '../../storage/fs/read-only-file-system.js';
import { ReserveFile } from '../../storage/fs/reserve-file.js';
import { Manifest } from '../../storage/manifest/manifest.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { type OperationLimits, OperationLog } from '../../storage/wal/operation-log.js';
import { type LogContents, readLog } from '../../storage/wal/read-log.js';
import { Wal } from '../../storage/wal/wal.js';
import type { Yielder } from '../../yielder.js';
import { flushRegion } from '../compaction/region-flush.js';
import { STORE_FILE_BYTES } from '../compaction/write-run.js';
import { CommitGroup } from '../region/commit-group.js';
import { ConfirmedTime } from '../region/confirmed-time.js';
import { DataClock } from '../region/data-clock.js';
import { DatabaseState } from '../region/database-state.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import { withIncompleteIndexes } from '../region/new-indexes.js';
import { OpenFiles } from '../region/open-files.js';
import { openingImage } from '../region/opening-image.js';
import type { Region } from '../region/region.js';
import { type DatabaseFacts, RegionCommit } from '../region/region-commit.js';
import { withYoungPoints } from '../region/rollback-point.js';
import { RowClock } from '../region/row-clock.js';
import { emptySpares, SpareFiles } from '../region/spare-files.js';
import { StorageGuard } from '../region/storage-guard.js';
import { StoreFileWatch } from '../region/store-file-watch.js';
import { type FileInventory, judgeUnknownFiles, quarantinedPaths } from './file-inventory.js';
import { type FoundImage, findImage } from './find-image.js';
import { type LostSnapshot, openLostSnapshots, rewriteSnapshot } from './lost-snapshots.js';
import { losesRecords, storeLostWrites } from './lost-writes.js';
import { type OpenedTable, type OpenParts, openTable, unreadTable } from './open-table.js';
import { finishRemoval } from './remove-database.js';
import { Replay, type ReplayTarget } from './replay.js';
import { tablesToOpen } from './tables-to-open.js';
import { writeImage } from './write-image.js';

/** Clients that live have sent their open operations again within this time; calls of other tabs do not wait longer. */
const RESENT_WITHIN_MS = 10_000;

export interface RecoveryOptions {
  readonly files: FileSystem;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly yielder: Yielder;
  /** Returns a number in [0, 1); for the salts of log segments. */
  readonly random: () => number;
  readonly budget: MemoryBudget;
  /** The settings of the database (S-8). */
  readonly site: Configuration;
  readonly timestamps: TimestampMode;
  /** Default `normal`; the other modes change nothing on the medium. */
  readonly mode?: OpenMode | undefined;
  readonly onError: (error: unknown) => void;
  /** See RegionCommit. */
  readonly onFenced: () => void;
  /** See RegionParts. */
  readonly prunes?: boolean;
  /** See DatabasePlatform. */
  readonly firstEpoch?: number | undefined;
  /** See DatabasePlatform. */
  readonly room?: (() => Promise<number>) | undefined;
  /** See DatabasePlatform. */
  readonly reserveBytes?: number | undefined;
  /** See DatabasePlatform. */
  readonly storeFileBytes?: number | undefined;
  /** See DatabasePlatform. */
  readonly obsoleteLimit?: number | undefined;
  /** See DatabasePlatform. */
  readonly operationLimits?: OperationLimits | undefined;
  /** Whether no table may go back over a commit that is a minute old: what that would need was removed. */
  readonly forgetsOldPoints?: boolean;
}

export interface Recovered {
  readonly engine: Engine;
  readonly manifest: Manifest;
  readonly origin: StatusReport['origin'];
  readonly report: RecoveryReport;
  readonly reserve: ReserveFile;
  /** Whether the log holds edits of dropped tables. */
  readonly hasDroppedEdits: boolean;
  /** Whether the database is only read because its image may be older than the data. */
  readonly isDoubted: boolean;
  /** The files of earlier processes that nothing needs. */
  readonly leftovers: ReadonlySet<string>;
}

/** How an image was found and given a new epoch. */
interface TakenOver {
  readonly inventory: FileInventory;
  readonly origin: StatusReport['origin'];
  readonly image: CatalogImage;
  readonly confirmed: ConfirmedTime;
  readonly dataClock: DataClock;
  /** Why the catalog cannot be used, or null. */
  readonly broken: unknown;
  readonly problems: readonly string[];
}

/** The contents of the store files and the log. */
interface ReadBack {
  readonly opened: readonly OpenedTable[];
  readonly regions: Map<string, Region>;
  /** What went back to an earlier state. */
  readonly back: WentBack;
  /** The snapshots that lack files. */
  readonly lost: readonly LostSnapshot[];
  readonly operations: OperationLog;
  readonly replayed: Replay['replayed'];
  /** The sequence id from which the log is needed. */
  readonly logStart: number;
  readonly log: LogContents;
}

/** Tables and snapshots that went back to an earlier state. */
interface WentBack {
  readonly tables: readonly TableRecord[];
  readonly snapshots: readonly LostSnapshot[];
}

/** Undoes one step of an open that failed. */
export type Undo = () => unknown;

/**
 * Opens a database: chooses the newest valid image of catalog and mirror → raises the epoch → opens the store files of
 * the tables with the newest commits → reads the log and applies the edits that are in no store file → flushes the
 * header of the new segment → starts the engine. Nothing is deleted in the process, so a crash at any step, even twice in a row, changes nothing. If it fails,
 * it closes everything that it had opened and removes its mirror: a second attempt then fails with the same error, not
 * because files are busy, and many attempts leave no files.
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const undo: Undo[] = [];
  try {
    const { files, catalog, mode } = options;
    undo.push(() => catalog.close());
    const found = await undeleted(options, await findImage(options));
    const reason = isNormal(options) ? found.doubt : `It was opened with open: '${mode}'.`;
    if (reason === null) return await open(options, found, undo);
    if (found.image === null) throw nothingToRead(options);
    const parts = { files: new ReadOnlyFileSystem(files), catalog: new ReadOnlyCatalog(catalog) };
    const recovered = await open({ ...options, ...parts, mode: isNormal(options) ? 'read-only' : mode }, found, undo);
    recovered.engine.state.becomesReadOnly(reason);
    return { ...recovered, isDoubted: isNormal(options) };
  } catch (error) {
    for (const step of undo.reverse()) await quietly(step);
    throw error;
  }
}

/** Finishes the removal of a deleted database, which then is a new one. */
async function undeleted(options: RecoveryOptions, found: FoundImage): Promise<FoundImage> {
  const { image, inventory } = found;
  if (image?.database.deleted !== true) return found;
  if (!isNormal(options)) throw nothingToRead(options);
  const { epoch } = image.database;
  const tombstone = inventory.manifests.find((manifest) => manifest.epoch === epoch);
  await finishRemoval(options.files, options.catalog, tombstone?.path ?? null);
  const after = await findImage(options);
  return { ...after, largestEpoch: Math.max(after.largestEpoch, epoch) };
}

/** Whether the medium may be changed. In the other modes, what recovery writes stays in memory and is forgotten. */
function isNormal({ mode = 'normal' }: RecoveryOptions): boolean {
  return mode === 'normal';
}

export async function quietly(step: Undo): Promise<void> {
  try {
    await step();
  } catch {
    // The error that ended the open is reported.
  }
}

async function open(options: RecoveryOptions, found: FoundImage, undo: Undo[]): Promise<Recovered> {
  const { files, clock, budget, site, prunes = true } = options;
  const started = clock.monotonic();
  const taken = await takeOver(options, found);
  const { inventory, origin, image, problems } = taken;
  const cache = new BlockCache(budget.blockCache);
  const watch = new StoreFileWatch(files, options.onError);
  const parts = { files, cache, watch, pool: new SlabPool(), site, prunes, salvages: options.mode === 'salvage' };
  // The mirror is written while the files and the log are read.
  const listed = usableSpares(image.database);
  const [manifest, read, spares] = await settleAll([
    mirror(files, image, undo),
    readBack(image, inventory, parts, undo, options.operationLimits),
    emptySpares(files, listed),
  ]);
  const { opened, back, lost, operations, replayed, logStart, log } = read;
  if (operations.complete()) clock.after(RESENT_WITHIN_MS, () => operations.bound());
  const lastSequenceId = Math.max(replayed.lastSequenceId, log.lastSequenceId);
  const known = await storeLostWrites(taken, { ...read, lastSequenceId }, options, manifest);
  const wal = await openLog(options, known.image.database, listed, log, lastSequenceId);
  undo.push(() => wal.close());
  wal.release(logStart);
  const engine = makeEngine(options, parts, known, { ...read, spares }, manifest, wal);
  const unknown = await judgeUnknownFiles(engine, inventory, log, logStart, found.doubt !== null);
  await commitFindings(engine, unknown.obsolete, back, logStart, log, isNormal(options));
  for (const { region } of lost) region.close();
  // Only with `salvage`, files may be both damaged and unread: what is left of them is named as soon as this is known.
  for (const { region, isDamaged } of opened) if (isDamaged) await engine.openFiles.read(region);
  const defects = [...[...opened, ...lost].flatMap((record) => record.problems), ...log.problems, ...unknown.problems];
  const report: RecoveryReport = {
    ms: clock.monotonic() - started,
    records: replayed.records,
    bytes: replayed.bytes,
    discardedBytes: log.discardedBytes,
    problems: [...problems, ...defects],
  };
  const reserve = new ReserveFile(
    files,
    image.database.epoch,
    options.reserveBytes ?? 0,
    inventory.reserves.map(({ path }) => path),
  );
  const reported = origin === 'opened' && defects.length > 0 ? 'recovered' : origin;
  return {
    engine,
    manifest,
    origin: reported,
    report,
    reserve,
    hasDroppedEdits: replayed.hasDropped,
    isDoubted: false,
    leftovers: new Set([...unknown.obsolete, ...unknown.unfinished]),
  };
}

/** Combines the parts of the database. */
function makeEngine(
  options: RecoveryOptions,
  parts: OpenParts & Pick<Engine, 'watch'>,
  { image, confirmed, dataClock, broken }: TakenOver,
  { regions, operations, replayed, spares }: ReadBack & { readonly spares: readonly SpareFile[] },
  manifest: Manifest,
  wal: Wal,
): Engine {
  const { files, catalog, clock, yielder, budget, onError, onFenced } = options;
  const rowClock = new RowClock(dataClock, options.timestamps, replayed.largestTimeSeen);
  const facts = (): DatabaseFacts => ({
    largestTimeSeen: rowClock.largestGiven,
    ...confirmed.record,
  });
  const guard = new StorageGuard({ catalog, files, clock, image: () => commit.image, onError, onFenced });
  catalog.onEnded = () => guard.doubt();
  const state = new DatabaseState();
  const { epoch } = image.database;
  const spareFiles = new SpareFiles(
    {
      files,
      clock,
      epoch,
      obsoleteLimit: options.obsoleteLimit ?? Number.POSITIVE_INFINITY,
      garbageBytes: () => commit.garbageBytes,
      takeNumber: () => commit.takeFileNumber(),
      mayMake: () => state.acceptsAll,
      onLeft: (path) => commit.leftFile(path),
      onError,
    },
    spares,
  );
  const commit: RegionCommit = new RegionCommit(image, {
    spareFiles,
    catalog,
    manifest,
    clock,
    facts,
    operations,
    log: wal,
    onError,
    onFenced,
    guard,
    state,
  });
  if (broken !== null) commit.degrade(broken);
  return {
    ...parts,
    room: options.room ?? (async () => Number.POSITIVE_INFINITY),
    clock,
    dataClock,
    yielder,
    epoch,
    storeFileBytes: options.storeFileBytes ?? STORE_FILE_BYTES,
    budget,
    wal,
    operations,
    group: new CommitGroup(wal, wal.lastSequenceId),
    rowClock,
    confirmed,
    commit,
    spareFiles,
    guard,
    state,
    openFiles: new OpenFiles({ ...parts, clock, yielder, regions, guard, onError }),
    regions,
    onError,
  };
}

/** Raises the epoch of the image, counts the opening, and writes it to the catalog. */
async function takeOver(options: RecoveryOptions, found: FoundImage): Promise<TakenOver> {
  const { catalog, clock, timestamps, firstEpoch, forgetsOldPoints } = options;
  const { inventory, origin, largestEpoch } = found;
  const dataClock = new DataClock(clock);
  const confirmed = new ConfirmedTime(clock, timestamps, found.image?.database ?? null, dataClock);
  const opening = openingImage(found.image, largestEpoch, confirmed.record, clock.now(), firstEpoch);
  const image = forgetsOldPoints ? withYoungPoints(opening, clock.now()) : opening;
  const mirror = found.image === null ? 'none' : found.isMirrored ? 'current' : 'older';
  const broken = await writeImage(catalog, image, mirror);
  const problems = [...found.problems];
  if (broken !== null) {
    problems.push(`IndexedDB cannot be used; the database works without it: ${errorToData(broken).message}`);
  }
  return { inventory, origin, image, confirmed, dataClock, broken, problems };
}

async function mirror(files: FileSystem, image: CatalogImage, undo: Undo[]): Promise<Manifest> {
  const manifest = await Manifest.create(files, image.database.epoch);
  undo.push(() => {
    manifest.close();
    return files.remove(manifest.path);
  });
  manifest.write(image);
  return manifest;
}

/** Opens all tables and applies the log to them. */
async function readBack(
  image: CatalogImage,
  inventory: FileInventory,
  parts: OpenParts,
  undo: Undo[],
  limits: OperationLimits | undefined,
): Promise<ReadBack> {
  const opened = await openTables(image, parts, undo, tablesToOpen(image, inventory));
  const regions = new Map<string, Region>(opened.map(({ region }) => [region.name, region]));
  const lost = await openLostSnapshots(image, inventory, parts);
  for (const { region } of lost) undo.push(() => region.close());
  const back = {
    tables: opened.filter(({ wentBack }) => wentBack).map(({ record }) => record),
    snapshots: lost.filter(({ wentBack }) => wentBack),
  };
  const operations = OperationLog.from(image.database, limits);
  const targets: ReplayTarget[] = [
    ...opened.map(({ region, record }) => ({ region, record, upTo: Number.POSITIVE_INFINITY })),
    ...back.snapshots.map(({ region, record, snapshot }) => ({
      region,
      record,
      upTo: snapshot.table.flushedSequenceId,
    })),
  ];
  const replay = new Replay(targets, operations, floorOf(image, regions.values()));
  const logStart = neededFrom(image, back);
  const position = positionOf(image, back);
  const { logSegment: active } = image.database;
  const quarantined = quarantinedPaths(image);
  const log = await readLog(parts.files, { logStart, position, active, quarantined }, replay);
  if (log.hasGaps) operations.lose(image.database.epoch);
  return {
    opened,
    regions,
    back: losesRecords({ log }) ? builtAgain(back) : back,
    lost,
    operations,
    replayed: replay.replayed,
    logStart,
    log,
  };
}

/** Records that went back, with indexes that are built again. */
function builtAgain({ tables, snapshots }: WentBack): WentBack {
  const again = snapshots.map((snapshot) => ({ ...snapshot, record: withIncompleteIndexes(snapshot.record) }));
  return { tables: tables.map(withIncompleteIndexes), snapshots: again };
}

/** `chosen`: the ids of the tables whose files are opened now; null = all. */
export async function openTables(
  image: CatalogImage,
  parts: OpenParts,
  undo: Undo[],
  chosen: ReadonlySet<number> | null = null,
): Promise<readonly OpenedTable[]> {
  return settleAll(
    image.tables.map(async (table) => {
      const isChosen = chosen === null || chosen.has(table.id);
      const opened = isChosen ? await openTable(table, parts) : unreadTable(table, parts);
      undo.push(() => opened.region.close());
      return opened;
    }),
  );
}

/** The listed spares, without those that are obsolete and going to be removed. */
function usableSpares({ obsolete, spares = [] }: DatabaseRecord): readonly SpareFile[] {
  return spares.filter((spare) => !obsolete.some(({ path }) => path === spare.path));
}

function openLog(
  options: RecoveryOptions,
  { epoch, generation }: DatabaseRecord,
  spares: readonly SpareFile[],
  log: LogContents,
  lastSequenceId: number,
): Promise<Wal> {
  const { files, clock, budget, random, onError } = options;
  const salts = (): number => Math.floor(random() * 2 ** 32);
  return Wal.open({
    files,
    epoch,
    generation,
    spares,
    previous: log,
    salts,
    segmentBytes: budget.logSegment,
    logBytes: budget.log,
    lastSequenceId,
    clock,
    onError,
  });
}

/**
 * Commits what recovery changed or found superfluous, in one commit: tables that went back, files that no image needs
 * any more, and the segment in which the log continues, whose loss the next open can then report. Then commits the
 * snapshots that went back.
 */
async function commitFindings(
  engine: Engine,
  obsolete: readonly string[],
  { tables: back, snapshots }: WentBack,
  logStart: number,
  log: LogContents,
  mayWrite: boolean,
): Promise<void> {
  const isEmpty = engine.commit.image.tables.length === 0 && engine.commit.snapshots.length === 0;
  if (!mayWrite || (isEmpty && obsolete.length === 0)) return;
  const went = back.length + snapshots.length > 0;
  const needed = [...back, ...snapshots.map(({ record }) => record)].flatMap(pathsOf);
  // Tables that went back still have the undone changes in their log and older files, unless the log was damaged too.
  const left = log.damaged ? [] : namedNoMore(engine.commit.image, back, needed);
  const committed = engine.commit.commit(() => ({
    put: back,
    obsolete: [...obsolete, ...left],
    needed,
    logStart,
    renewObsolete: went,
  }));
  if (!went) {
    // Losing this commit loses no data, and the next open finds unneeded files again: no call waits for it.
    committed.catch(engine.onError);
    return;
  }
  await committed;
  // Before the tables are flushed, because that moves the start of the log.
  for (const snapshot of snapshots) await rewriteSnapshot(engine, snapshot, log.damaged);
  // A table that went back has read edits from the log again: they must be in files before the log below its start is
  // removed.
  for (const { name } of back) await flushRegion(engine, engine.regions.get(name) as Region);
}

/** Files that `image` names for tables that went back, and that those no longer use. */
function namedNoMore(image: CatalogImage, back: readonly TableRecord[], needed: readonly string[]): string[] {
  const ids = back.map(({ id }) => id);
  const named = image.tables.filter(({ id }) => ids.includes(id)).flatMap(pathsOf);
  return named.filter((path) => !needed.includes(path));
}

function nothingToRead({ mode }: RecoveryOptions): BigtabError {
  return new BigtabError(
    'INVALID_OPERATION',
    `There is no database to read. Open it without open: '${mode}', or correct its name`,
  );
}

/** The sequence id above which the log must be complete: lower than the log start if something went back. */
function neededFrom(image: CatalogImage, { tables, snapshots }: WentBack): number {
  const records = [...tables, ...snapshots.map(({ record }) => record)];
  return records.reduce((from, { flushedSequenceId }) => Math.min(from, flushedSequenceId), image.database.logStart);
}

/** Where to begin to read the log: at the oldest position that a table or snapshot needs. */
function positionOf(image: CatalogImage, { tables, snapshots }: WentBack): LogPosition | undefined {
  let { logPosition: oldest } = image.database;
  const changes = [
    ...tables.map((record) => ({ record, stored: image.tables.find(({ id }) => id === record.id) })),
    ...snapshots.map(({ record, snapshot }) => ({ record, stored: snapshot.table })),
  ];
  for (const { record, stored } of changes) {
    const points = stored?.rollbackPoints ?? [];
    const undone = points.length - record.rollbackPoints.length;
    if (undone === 0) continue;
    // The newest points were undone.
    const position = points[undone - 1]?.logPosition;
    if (oldest === undefined || position === undefined) return undefined;
    if (position.sequenceId < oldest.sequenceId) oldest = position;
  }
  return oldest;
}

/**
 * Neither ids nor timestamps may be assigned twice, even if the log is empty. No file that was not opened has a larger
 * sequence id than the flushed one of its table.
 */
function floorOf(image: CatalogImage, regions: Iterable<Region>): { lastSequenceId: number; largestTimeSeen: number } {
  let lastSequenceId = image.database.logStart;
  for (const region of regions) {
    lastSequenceId = Math.max(lastSequenceId, region.flushedSequenceId);
    for (const { files } of region.allStores) {
      for (const { file } of files) lastSequenceId = Math.max(lastSequenceId, file.info.maxSequenceId);
    }
  }
  return { lastSequenceId, largestTimeSeen: image.database.largestTimeSeen };
}
