import type { CompactionConfig, FileStats, Selection } from '../../engine/compaction/compaction-policy.js';
import { memoryBudget } from '../../model/memory-options.js';

/** This number of files of a tier is merged into one file of the next tier. */
const WIDTH = 8;
/** The largest file of the lowest tier. */
const LOWEST_BYTES = WIDTH * memoryBudget().idleFlushSize;

/**
 * Tiered compaction with few, wide merges: of the lowest tier that has enough files, all files and the smaller newer
 * ones. Cassandra: `SizeTieredCompactionStrategy`, here of neighbors only.
 */
export function selectTiered(files: readonly FileStats[], { roomBytes }: CompactionConfig): Selection | null {
  const tiers = files.map(tierOf);
  for (let tier = 0; tier <= Math.max(0, ...tiers); tier++) {
    const from = tiers.findLastIndex((other) => other > tier) + 1;
    const suffix = files.slice(from);
    if (suffix.filter((file) => tierOf(file) === tier).length < WIDTH) continue;
    const bytes = suffix.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return bytes <= roomBytes ? { from, to: files.length } : null;
  }
  return null;
}

function tierOf({ sizeBytes }: FileStats): number {
  return sizeBytes <= LOWEST_BYTES ? 0 : Math.ceil(Math.log(sizeBytes / LOWEST_BYTES) / Math.log(WIDTH));
}
