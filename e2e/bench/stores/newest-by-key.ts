import type { Rows } from './store.js';

/**
 * Returns, for each key, the newest version that is not newer than `timestamp`. An application must do this itself if
 * its store does not support versions. REQUIRES versions that are sorted by key, newest first, with negated times.
 */
export function newestByKey(
  keys: readonly (readonly [string, number])[],
  values: readonly Uint8Array[],
  timestamp: number,
): Rows {
  const found: { keys: string[]; values: Uint8Array[] } = { keys: [], values: [] };
  let last: string | null = null;
  for (const [index, [key, negated]] of keys.entries()) {
    if (key === last || -negated > timestamp) continue;
    last = key;
    found.keys.push(key);
    found.values.push(values[index] as Uint8Array);
  }
  return found;
}
