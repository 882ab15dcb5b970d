import type { Engine } from './engine.js';
import type { Region } from './region.js';

const HOUR_MS = 3_600_000;

/**
 * The time by which flushes and compactions remove what has expired: the confirmed time. In a table with indexes, an
 * hour earlier, unless the compaction was ordered and so rewrites everything. Otherwise the cells of one family, or the
 * newer of two versions, might be removed before others: if the clock were set back then, the row would show values that
 * have no entries.
 */
export function removalTime({ confirmed }: Engine, { indexes }: Region, ordered: boolean): number {
  return confirmed.now - (indexes.length > 0 && !ordered ? HOUR_MS : 0);
}
