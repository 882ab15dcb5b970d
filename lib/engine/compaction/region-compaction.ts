import { isCorruption } from '../../errors.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { setting } from '../../model/schema/settings.js';
import type { BadRange, FamilyRecord, FileRecord, ReplacedRun, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import { Caching } from '../../storage/storefile/block-cache.js';
import type { DamagedRows } from '../region/damaged-rows.js';
import type { Engine } from '../region/engine.js';
import { withExpired } from '../region/kept-history.js';
import { type CellCounts, countsOf, purgedBetween, withPurged } from '../region/purged-cells.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { removalTime } from '../region/removal-time.js';
import { withRollbackPoint } from '../region/rollback-point.js';
import { rowBounds } from '../region/row-bounds.js';
import { isOpen, type OpenFile, type OpenRun, type Store, type StoreRun } from '../region/store.js';
import { createCompactionMatcher } from '../scan/compaction-matcher.js';
import { oldestUnexpired } from '../scan/scan-info.js';
import { CellRewriter } from './cell-rewriter.js';
import { type CompactionConfig, expiredFiles, type FileStats, majorIsDue, selectMinor } from './compaction-policy.js';
import { DamagePassingScanner } from './damage-passing-scanner.js';
import { DamagedRowMatcher } from './damaged-row-matcher.js';
import { refreshIndexes } from './refresh-indexes.js';
import { discardRun, writeRun } from './write-run.js';

/** A store with this number of files is compacted at once, and writes are delayed in the meantime. */
export const DELAY_FILES = 12;
/** While a store with this number of files is compacted, writes wait. */
export const WAIT_FILES = 20;

/**
 * Selections up to this size need not be in ratio, unless the flush size is smaller. HBase uses the flush size. Here a
 * flush in a pause of writing makes a file of a few hundred KiB, and larger files would be rewritten with every few of
 * them.
 */
const SMALL_BYTES = 4 * 1024 * 1024;

/** How the files of minor compactions are selected in every store. */
export function minorCompactions(
  flushSize: number,
): Omit<CompactionConfig, 'roomBytes' | 'majorPeriodMs' | 'majorJitter'> {
  return {
    minFiles: 3,
    maxFiles: 10,
    ratio: 1.2,
    minBytes: Math.min(flushSize, SMALL_BYTES),
    maxBytes: 512 * 1024 * 1024,
    stuckFiles: DELAY_FILES,
  };
}

/** The runs of one compaction, and how it runs. */
export interface CompactionInputs {
  readonly runs: readonly OpenRun[];
  /** Whether they are removed without being read. */
  readonly expired: boolean;
  /** Whether a user has ordered it. */
  readonly ordered: boolean;
}

/** How a running compaction is controlled and observed. */
export interface CompactionControl {
  /** Called before each step and before the commit; true gives the compaction up. */
  readonly stopped: () => boolean;
  readonly onStep: (cells: number) => void;
}

/**
 * The runs of `store` to compact, or null if there is nothing to do: all of them if `major`, otherwise those that the
 * policy selects. The policy leaves out selections that need more than `roomBytes`.
 */
export function chooseInputs(
  engine: Engine,
  region: Region,
  store: Store,
  major: boolean,
  roomBytes: number = Number.POSITIVE_INFINITY,
): CompactionInputs | null {
  const { isWhole } = store;
  const parts = readableParts(store.runs);
  if (parts.length === 0) return null;
  if (major) {
    const runs = parts.sort((a, b) => b.length - a.length)[0] as readonly OpenRun[];
    return isWhole || runs.length > 1 ? { runs, expired: false, ordered: true } : null;
  }
  for (const runs of parts) {
    const inputs = chooseByPolicy(engine, region, store, runs, roomBytes);
    if (inputs !== null) return inputs;
  }
  return null;
}

/**
 * The runs between those that cannot be read: an output replaces neighbors in the order of their sequence ids, so no
 * compaction reaches across a damaged file.
 */
function readableParts(runs: readonly StoreRun[]): OpenRun[][] {
  const parts: OpenRun[][] = [[]];
  for (const run of runs) {
    if (isOpen(run)) parts.at(-1)?.push(run);
    else parts.push([]);
  }
  return parts.filter(({ length }) => length > 0);
}

/** Expired runs first (C-6), then all runs if that is due by time (C-7), otherwise a minor compaction. */
function chooseByPolicy(
  engine: Engine,
  region: Region,
  store: Store,
  runs: readonly OpenRun[],
  roomBytes: number,
): CompactionInputs | null {
  const { scanInfo, settings, isWhole } = store;
  const stats = runs.map(statsOf);
  if (isWhole && scanInfo.minVersions === 0 && setting('hbase.store.delete.expired.storefile', settings)) {
    const expired = expiredFiles(stats, oldestUnexpired(scanInfo, removalTime(engine, region, false)));
    if (expired.length > 0) {
      const chosen = runs.filter((_, index) => expired.includes(stats[index] as FileStats));
      return { runs: chosen, expired: true, ordered: false };
    }
  }
  const config = configOf(engine, store, roomBytes);
  const age = { ttlMs: scanInfo.ttlMs, now: engine.clock.now(), seed: seedOf(runs) };
  if (isWhole && majorIsDue(stats, config, age)) return { runs, expired: false, ordered: false };
  const minor = selectMinor(stats, config);
  return minor === null ? null : { runs: runs.slice(minor.from, minor.to), expired: false, ordered: false };
}

/** The properties of a run as the policy sees them. */
function statsOf(run: OpenRun): FileStats {
  const infos = run.map(({ file }) => file.info);
  const first = infos[0] as FileStats;
  if (infos.length === 1) return first;
  return {
    sizeBytes: infos.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    cellCount: infos.reduce((sum, { cellCount }) => sum + cellCount, 0),
    createdAt: first.createdAt,
    major: first.major,
    minTimestamp: Math.min(...infos.map(({ minTimestamp }) => minTimestamp)),
    maxTimestamp: Math.max(...infos.map(({ maxTimestamp }) => maxTimestamp)),
  };
}

/**
 * Replaces `inputs` with one new run, or with none if they are expired: cells → files on the device → catalog (the
 * commit point) → manifest → view. The inputs are removed when a power cut can no longer undo the new names and the last
 * reader has released them. If all files of the store are selected, it is a major compaction, whoever requested it
 * (C-1), unless a file cannot be read. If a part of an input is damaged, the output has the other cells, the catalog
 * lists the rows of that part as unreadable, and the input is kept. Returns false if it was given up; then everything
 * that it wrote is removed.
 */
export async function compactStore(
  engine: Engine,
  region: Region,
  store: Store,
  inputs: CompactionInputs,
  control: CompactionControl,
): Promise<boolean> {
  const { runs } = inputs;
  const files = runs.flat();
  // The region may end while a step waits: this keeps the files open for the compaction.
  for (const { file } of files) file.retain();
  const { ready, release } = engine.openFiles.hold([region]);
  try {
    await ready;
    if (inputs.expired) return await commitOutput(engine, region, store, runs, [], [], control);
    const found: DamagedPart[] = [];
    const output = await writeOutput(engine, region, store, inputs, null, control).catch((error) => {
      if (!isCorruption(error)) throw error;
      return writeOutput(engine, region, store, inputs, found, control);
    });
    if (output === null) return false;
    const committed = await commitOutput(engine, region, store, runs, output, found, control);
    if (committed) for (const { error } of found) engine.onError(error);
    return committed;
  } finally {
    for (const { file } of files) file.release();
    release();
  }
}

/** Rows of an input that cannot be read. */
interface DamagedPart extends DamagedRows {
  readonly record: FileRecord;
}

/** `found`: passes over damaged parts of the inputs and adds them here; null = throws CORRUPTION at the first one. */
function writeOutput(
  engine: Engine,
  region: Region,
  store: Store,
  { runs, ordered }: CompactionInputs,
  found: DamagedPart[] | null,
  control: CompactionControl,
): Promise<OpenRun | null> {
  const files = runs.flat();
  const { scanInfo, damage } = store;
  const isWhole = store.isWhole && found === null;
  const major = isWhole && runs.length === store.runs.length;
  const infos = files.map(({ file }) => file.info);
  const removesBefore = removalTime(engine, region, ordered);
  // A file that has expired completely is dropped unread, even if a compaction would keep it (C-10, C-50).
  const oldest = scanInfo.minVersions > 0 || !isWhole ? 0 : oldestUnexpired(scanInfo, removesBefore);
  const read = files.filter(({ file }) => file.info.maxTimestamp >= oldest);
  const matcher = createCompactionMatcher(scanInfo, {
    kind: major ? 'drop' : 'retain',
    keepsAll: region.importing !== null,
    now: engine.confirmed.now,
    removesBefore,
    earliestPutTimestamp: Math.min(...infos.map(({ minPutTimestamp }) => minPutTimestamp)),
    expired: store,
  });
  const judge = damage === null && found === null ? matcher : new DamagedRowMatcher(matcher, damage ?? [], found ?? []);
  const sources = read.map((input, order) => sourceOf(input, order, found));
  return writeRun(engine, region, store, {
    kind: 'compaction',
    major,
    createdAt: engine.clock.now(),
    replaces: files.map(({ record }) => record.number),
    flushedSequenceId: Math.max(...infos.map(({ flushedSequenceId }) => flushedSequenceId)),
    rewriter: new CellRewriter(sources, judge, engine.storeFileBytes),
    ...control,
  });
}

function sourceOf({ file, record }: OpenFile, order: number, found: DamagedPart[] | null): KeyValueScanner {
  const scanner = file.scanner(order, Caching.None);
  if (found === null) return scanner;
  return new DamagePassingScanner(file, scanner, (rows, error) => found.push({ record, rows, error }));
}

async function commitOutput(
  engine: Engine,
  region: Region,
  store: Store,
  runs: readonly OpenRun[],
  output: OpenRun,
  found: readonly DamagedPart[],
  { stopped }: CompactionControl,
): Promise<boolean> {
  const givenUp = new Error('the compaction was stopped');
  let committed = false;
  try {
    await engine.commit.commit(
      () => {
        if (stopped()) throw givenUp;
        return compactionChange(engine, region, store, runs, output, found);
      },
      () => {
        committed = true;
        store.replaceRuns(runs, output, found);
        refreshIndexes(engine, region);
        engine.commit.onRewritten(region.name);
      },
    );
  } catch (error) {
    if (error !== givenUp) throw error;
  } finally {
    if (!committed) await discardRun(engine, output);
  }
  return committed;
}

function compactionChange(
  engine: Engine,
  region: Region,
  { familyId, scanInfo }: Store,
  inputs: readonly OpenRun[],
  output: OpenRun,
  found: readonly DamagedPart[],
): TableChange {
  const table = engine.commit.table(region.id) as TableRecord;
  const files = inputs.flat();
  const numbers = new Set(files.map(({ record }) => record.number));
  const replaced: ReplacedRun[] = [];
  const written = output.map(({ record }) => record);
  const [before, after] = [files, output].map((some) => countsOf(some.map(({ file }) => file.info)));
  const purged = purgedBetween(before as CellCounts, after as CellCounts, scanInfo);
  const families = table.families.map((family): FamilyRecord => {
    if (family.id !== familyId) return family;
    for (const [at, run] of family.runs.entries()) {
      if (run.some(({ number }) => numbers.has(number))) replaced.push({ family: familyId, at, run });
    }
    const runs = family.runs.filter((run) => !run.some(({ number }) => numbers.has(number)));
    if (written.length > 0) runs.splice(replaced[0]?.at as number, 0, written);
    const badRanges = [...(family.badRanges ?? []), ...found.map((part) => badRange(part, written[0] as FileRecord))];
    const { nextGeneration } = engine.commit;
    return { ...withPurged(family, purged, nextGeneration), runs, ...(badRanges.length > 0 && { badRanges }) };
  });
  const kept = new Set(found.map(({ record }) => record));
  const added = written.map(({ number }) => number);
  return {
    put: [withExpired({ ...withRollbackPoint(engine, table, { added, replaced }), families }, region.stores)],
    obsolete: files.flatMap(({ record }) => (kept.has(record) ? [] : [storeFilePath(region.id, record)])),
  };
}

function badRange({ rows: { first, last }, record }: DamagedPart, by: FileRecord): BadRange {
  return { ...rowBounds(first, last), file: record, by: by.number };
}

function configOf(engine: Engine, { settings }: Store, roomBytes: number): CompactionConfig {
  return {
    ...minorCompactions(engine.budget.flushSize),
    roomBytes,
    majorPeriodMs: setting('hbase.hregion.majorcompaction', settings),
    majorJitter: setting('hbase.hregion.majorcompaction.jitter', settings),
  };
}

/** A number in [0, 1) that stays the same while the oldest file is the same. */
function seedOf([oldest]: readonly OpenRun[]): number {
  const { number = 0, epoch = 0 } = oldest?.[0]?.record ?? {};
  return (Math.imul(number, 0x9e37_79b1) ^ Math.imul(epoch, 0x85eb_ca77)) / 2 ** 32 + 0.5;
}
