import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';

/** Closing always flushes this number of families. */
const FAMILIES = 64;
/** A store file costs the next open as much time as reading this much of the log. */
const LOG_BYTES_PER_FILE = 16 * 1024;
/** The largest log that the next open reads instead of store files. */
const LOG_BYTES = 16 * 1024 * 1024;

/**
 * The regions that are flushed when the database closes: all of them (C-9), unless many families have a little in
 * memory each. Then thousands of tiny files would take longer to write, and to open again, than the log takes to read,
 * so what the log contains stays there. Regions that are large enough for a flush without a write are flushed even so,
 * and those with cells that are not in the log (W-61).
 */
export function regionsToFlushAtClose({ regions, wal, budget, state }: Engine): readonly Region[] {
  if (state.name === 'read-only') return [];
  const unflushed = [...regions.values()].filter((region) => region.hasUnflushed);
  const families = unflushed.flatMap(({ allStores }) => allStores.filter((store) => !store.memstore.isEmpty)).length;
  const log = Math.min(LOG_BYTES, families * LOG_BYTES_PER_FILE);
  if (families <= FAMILIES || wal.bytes > log) return unflushed;
  return unflushed.filter((region) => region.hasUnlogged || region.memstoreBytes > budget.idleFlushSize);
}

/** The regions with cells that only memory has (W-61). They are flushed even if another engine continues. */
export function unloggedRegions({ regions, state }: Engine): readonly Region[] {
  if (state.name === 'read-only') return [];
  return [...regions.values()].filter((region) => region.hasUnflushed && region.hasUnlogged);
}
