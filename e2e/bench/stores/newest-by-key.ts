import type { Rows } from './store.js';

/**
 * Of versions in the order of their keys, the newest first, with times negated: the first of each key that is not
 * younger than `timestamp`. What an application does itself over a store that knows no versions.
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
