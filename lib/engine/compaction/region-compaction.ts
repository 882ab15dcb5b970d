import { setting } from '../../model/schema/settings.js';
import type { FamilyRecord, ReplacedRun, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import { Caching } from '../../storage/storefile/block-cache.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { withRollbackPoint } from '../region/rollback-point.js';
import { isOpen, type OpenFile, type OpenRun, type Store, type StoreRun } from '../region/store.js';
import { createCompactionMatcher } from '../scan/compaction-matcher.js';
import { oldestUnexpired } from '../scan/scan-info.js';
import { type CompactionConfig, expiredFiles, type FileStats, majorIsDue, selectMinor } from './compaction-policy.js';
import { DamagedRowMatcher } from './damaged-row-matcher.js';
import { discardStoreFile, writeStoreFile } from './write-store-file.js';

/** A store with this number of files is compacted at once, and writes are delayed in the meantime. */
export const DELAY_FILES = 12;
/** While a store with this number of files is compacted, writes wait. */
export const WAIT_FILES = 20;

const MIN_FILES = 3;
const MAX_FILES = 10;
const RATIO = 1.2;
const MAX_BYTES = 512 * 1024 * 1024;

/** The runs of one compaction, and whether they are rewritten or removed without being read. */
export interface CompactionInputs {
  readonly runs: readonly OpenRun[];
  readonly expired: boolean;
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
  store: Store,
  major: boolean,
  roomBytes: number = Number.POSITIVE_INFINITY,
): CompactionInputs | null {
  const { isWhole } = store;
  const parts = readableParts(store.runs);
  if (parts.length === 0) return null;
  if (major) {
    const runs = parts.sort((a, b) => b.length - a.length)[0] as readonly OpenRun[];
    return isWhole || runs.length > 1 ? { runs, expired: false } : null;
  }
  for (const runs of parts) {
    const inputs = chooseByPolicy(engine, store, runs, roomBytes);
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
  store: Store,
  runs: readonly OpenRun[],
  roomBytes: number,
): CompactionInputs | null {
  const { scanInfo, settings, isWhole } = store;
  const now = engine.confirmed.now;
  const stats = runs.map(statsOf);
  if (isWhole && scanInfo.minVersions === 0 && setting('hbase.store.delete.expired.storefile', settings)) {
    const expired = expiredFiles(stats, oldestUnexpired(scanInfo, now));
    if (expired.length > 0) {
      return { runs: runs.filter((_, index) => expired.includes(stats[index] as FileStats)), expired: true };
    }
  }
  const config = configOf(engine, store, roomBytes);
  const age = { ttlMs: scanInfo.ttlMs, now: engine.clock.now(), seed: seedOf(runs) };
  if (isWhole && majorIsDue(stats, config, age)) return { runs, expired: false };
  const minor = selectMinor(stats, config);
  return minor === null ? null : { runs: runs.slice(minor.from, minor.to), expired: false };
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
 * Replaces `inputs` with one new file, or with none if they are expired: cells → file on the device → catalog (the
 * commit point) → manifest → view. The inputs are removed when a power cut can no longer undo the new name and the last
 * reader has released them. If all files of the store are selected, it is a major compaction, whoever requested it
 * (C-1), unless a file cannot be read. Returns false if it was given up; then everything that it wrote is removed.
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
    const output = inputs.expired ? null : await writeOutput(engine, region, store, runs, control);
    if (output === null && !inputs.expired) return false;
    return await commitOutput(engine, region, store, runs, output, control);
  } finally {
    for (const { file } of files) file.release();
    release();
  }
}

function writeOutput(
  engine: Engine,
  region: Region,
  store: Store,
  runs: readonly OpenRun[],
  control: CompactionControl,
): Promise<OpenFile | null> {
  const files = runs.flat();
  const { scanInfo, isWhole, damage } = store;
  const major = isWhole && runs.length === store.runs.length;
  const infos = files.map(({ file }) => file.info);
  const now = engine.confirmed.now;
  // A file that has expired completely is dropped unread, even if a compaction would keep it (C-10, C-50).
  const oldest = scanInfo.minVersions > 0 || !isWhole ? 0 : oldestUnexpired(scanInfo, now);
  const read = files.filter(({ file }) => file.info.maxTimestamp >= oldest);
  const matcher = createCompactionMatcher(scanInfo, {
    kind: major ? 'drop' : 'retain',
    now,
    earliestPutTimestamp: Math.min(...infos.map(({ minPutTimestamp }) => minPutTimestamp)),
  });
  return writeStoreFile(engine, region, store, {
    kind: 'compaction',
    major,
    replaces: files.map(({ record }) => record.number),
    flushedSequenceId: Math.max(...infos.map(({ flushedSequenceId }) => flushedSequenceId)),
    sources: () => read.map(({ file }, order) => file.scanner(order, Caching.None)),
    matcher: damage === null ? matcher : new DamagedRowMatcher(matcher, damage),
    ...control,
  });
}

async function commitOutput(
  engine: Engine,
  region: Region,
  store: Store,
  runs: readonly OpenRun[],
  output: OpenFile | null,
  { stopped }: CompactionControl,
): Promise<boolean> {
  const givenUp = new Error('the compaction was stopped');
  let committed = false;
  try {
    await engine.commit.commit(
      () => {
        if (stopped()) throw givenUp;
        return compactionChange(engine, region, store, runs, output);
      },
      () => {
        committed = true;
        store.replaceRuns(runs, output === null ? [] : [output]);
      },
    );
  } catch (error) {
    if (error !== givenUp) throw error;
  } finally {
    if (!committed && output !== null) await discardStoreFile(engine, output);
  }
  return committed;
}

function compactionChange(
  engine: Engine,
  region: Region,
  { familyId }: Store,
  inputs: readonly OpenRun[],
  output: OpenFile | null,
): TableChange {
  const table = engine.commit.table(region.id) as TableRecord;
  const files = inputs.flat();
  const numbers = new Set(files.map(({ record }) => record.number));
  const replaced: ReplacedRun[] = [];
  const families = table.families.map((family): FamilyRecord => {
    if (family.id !== familyId) return family;
    for (const [at, run] of family.runs.entries()) {
      if (run.some(({ number }) => numbers.has(number))) replaced.push({ family: familyId, at, run });
    }
    const runs = family.runs.filter((run) => !run.some(({ number }) => numbers.has(number)));
    if (output !== null) runs.splice(replaced[0]?.at as number, 0, [output.record]);
    return { ...family, runs };
  });
  const added = output === null ? [] : [output.record.number];
  return {
    put: [{ ...withRollbackPoint(engine, table, { added, replaced }), families }],
    obsolete: files.map(({ record }) => storeFilePath(region.id, record)),
  };
}

function configOf(engine: Engine, { settings }: Store, roomBytes: number): CompactionConfig {
  return {
    minFiles: MIN_FILES,
    maxFiles: MAX_FILES,
    ratio: RATIO,
    minBytes: engine.budget.flushSize,
    maxBytes: MAX_BYTES,
    roomBytes,
    stuckFiles: DELAY_FILES,
    majorPeriodMs: setting('hbase.hregion.majorcompaction', settings),
    majorJitter: setting('hbase.hregion.majorcompaction.jitter', settings),
  };
}

/** A number in [0, 1) that stays the same while the oldest file is the same. */
function seedOf([oldest]: readonly OpenRun[]): number {
  const { number = 0, epoch = 0 } = oldest?.[0]?.record ?? {};
  return (Math.imul(number, 0x9e37_79b1) ^ Math.imul(epoch, 0x85eb_ca77)) / 2 ** 32 + 0.5;
}
