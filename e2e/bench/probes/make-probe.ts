import type { StoreName } from '../stores/store-names.js';
import type { Probe } from './probe.js';
import { SqliteProbe } from './sqlite.js';
import { WaSqliteMirrorProbe } from './wa-sqlite-mirror.js';

/** The probes. One that runs in a worker is listed among the entry points of `bundle-page` too, as `/bench/probe-NAME.js`. */
const MAKE: Partial<Record<StoreName, () => Probe>> = {
  sqlite: () => new SqliteProbe('/bench/probe-sqlite.js'),
  'wa-sqlite': () => new SqliteProbe('/bench/probe-wa-sqlite.js'),
  'wa-sqlite-pool': () => new SqliteProbe('/bench/probe-wa-sqlite-pool.js'),
  'wa-sqlite-mirror': () => new WaSqliteMirrorProbe(),
};

export function hasProbe(name: StoreName): boolean {
  return MAKE[name] !== undefined;
}

/** A probe of this store that is not open yet. */
export function makeProbe(name: StoreName): Probe {
  const make = MAKE[name];
  if (make === undefined) throw new Error(`${name} has no probe`);
  return make();
}
