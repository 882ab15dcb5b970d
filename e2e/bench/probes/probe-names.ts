import type { StoreName } from '../stores/store-names.js';

/** The stores that have a probe: those whose code comes from a package, with each of their configurations. */
export const PROBED = [
  'idb',
  'idb-sqlite',
  'dexie',
  'browser-level',
  'sqlite',
  'wa-sqlite',
  'wa-sqlite-pool',
  'wa-sqlite-mirror',
  'pglite',
  'tinybase',
] as const satisfies readonly StoreName[];
export type ProbedName = (typeof PROBED)[number];

export function hasProbe(name: StoreName): name is ProbedName {
  return (PROBED as readonly StoreName[]).includes(name);
}
