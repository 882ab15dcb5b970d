/*
 * Which files a compaction selects: pure functions of sizes, ages and configuration. Files are listed oldest first;
 * a selection is always a run of neighbors, so that the output replaces them in sequence order.
 */

/** The properties of a file that decide the selection. HBase: `HStoreFile` as `CompactionPolicy` sees it. */
export interface FileStats {
  readonly sizeBytes: number;
  /** The wall clock when it was created, in ms. */
  readonly createdAt: number;
  /** Whether it was written from all files of its store. */
  readonly major: boolean;
  /** The largest timestamp of all cells; −1 if there are none. */
  readonly maxTimestamp: number;
  readonly minTimestamp: number;
  readonly cellCount: number;
}

/** HBase: `CompactionConfiguration`. */
export interface CompactionConfig {
  /** The minimum number of files of a minor compaction. */
  readonly minFiles: number;
  /** The maximum number of files of a minor compaction. */
  readonly maxFiles: number;
  /** No file may be larger than this ratio times all other files of the selection together. */
  readonly ratio: number;
  /** Selections up to this size need not be in ratio. */
  readonly minBytes: number;
  /** Larger files are left out of minor compactions, and larger selections are not made. */
  readonly maxBytes: number;
  /** Nothing larger is selected, because the medium may have no room for it. */
  readonly roomBytes: number;
  /** In a store with at least this many files, any selection is better than none. */
  readonly stuckFiles: number;
  /** Milliseconds between major compactions; 0 = none by time (C-7). */
  readonly majorPeriodMs: number;
  /** The fraction of the period by which it varies from store to store. */
  readonly majorJitter: number;
}

/** Files `from` … `to` − 1. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

/**
 * The files of the next minor compaction, or null if none is worthwhile. Of all runs of neighbors in ratio, it selects
 * the one with the most files, and of several such runs the smallest. HBase: `ExploringCompactionPolicy`.
 */
export function selectMinor(files: readonly FileStats[], config: CompactionConfig): Selection | null {
  const stuck = files.length >= config.stuckFiles;
  let best: Sized | null = null;
  let smallest: Sized | null = null;
  for (let from = 0; from < files.length; from++) {
    let bytes = 0;
    for (let to = from + 1; to <= Math.min(files.length, from + config.maxFiles); to++) {
      const { sizeBytes } = files[to - 1] as FileStats;
      if (sizeBytes > config.maxBytes) break;
      bytes += sizeBytes;
      if (bytes > config.roomBytes) break;
      if (to - from < config.minFiles) continue;
      const candidate = { from, to, bytes };
      if (stuck && (smallest === null || bytes < smallest.bytes)) smallest = candidate;
      if (bytes > config.maxBytes) continue;
      if (bytes >= config.minBytes && !inRatio(files, candidate, config.ratio)) continue;
      if (best === null || isBetter(candidate, best, stuck)) best = candidate;
    }
  }
  const chosen = best ?? smallest;
  return chosen === null ? null : { from: chosen.from, to: chosen.to };
}

/**
 * Whether a major compaction is due by time (C-7) and has room. `seed` in [0, 1) distributes the stores over the jitter
 * and stays the same for the same files. A single file that a major compaction wrote is left alone until its oldest
 * cell expires. HBase: `RatioBasedCompactionPolicy.shouldPerformMajorCompaction`.
 */
export function majorIsDue(
  files: readonly FileStats[],
  config: CompactionConfig,
  family: { readonly ttlMs: number; readonly now: number; readonly seed: number },
): boolean {
  const { majorPeriodMs, majorJitter, roomBytes } = config;
  if (files.length === 0 || majorPeriodMs === 0) return false;
  if (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > roomBytes) return false;
  const period = majorPeriodMs * (1 + majorJitter * (1 - 2 * family.seed));
  const oldest = Math.min(...files.map(({ createdAt }) => createdAt));
  if (family.now - oldest <= period) return false;
  const [only, second] = files;
  if (only === undefined || second !== undefined || !only.major) return true;
  return only.cellCount > 0 && family.now - only.minTimestamp > family.ttlMs;
}

/**
 * Indexes of the files whose cells have all expired: they may be removed without being read (C-6). REQUIRES
 * MIN_VERSIONS = 0. The newest file is kept, so that a store with past writes never looks new. HBase:
 * `DefaultStoreFileManager.getUnneededFiles`.
 */
export function expiredFiles(files: readonly FileStats[], oldest: number): readonly number[] {
  const places: number[] = [];
  for (const [place, { cellCount, maxTimestamp }] of files.entries()) {
    if (place < files.length - 1 && cellCount > 0 && maxTimestamp < oldest) places.push(place);
  }
  return places;
}

interface Sized extends Selection {
  readonly bytes: number;
}

/**
 * Whether this selection has more files for one rewrite, or fewer bytes to rewrite. For a stuck store, compares files
 * per byte.
 */
function isBetter(candidate: Sized, best: Sized, stuck: boolean): boolean {
  const [files, bestFiles] = [candidate.to - candidate.from, best.to - best.from];
  if (stuck && best.bytes > 0 && candidate.bytes > 0) return files / candidate.bytes > bestFiles / best.bytes;
  return files > bestFiles || (files === bestFiles && candidate.bytes < best.bytes);
}

function inRatio(files: readonly FileStats[], { from, to, bytes }: Sized, ratio: number): boolean {
  for (let place = from; place < to; place++) {
    const { sizeBytes } = files[place] as FileStats;
    if (sizeBytes > (bytes - sizeBytes) * ratio) return false;
  }
  return true;
}
