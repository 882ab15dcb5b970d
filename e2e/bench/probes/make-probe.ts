import type { StoreName } from '../stores/store-names.js';
import { BrowserLevelProbe } from './browser-level.js';
import { DexieProbe } from './dexie.js';
import { IdbProbe } from './idb.js';
import { PgliteProbe } from './pglite.js';
import type { Probe } from './probe.js';
import { SqliteProbe } from './sqlite.js';
import { TinyBaseProbe } from './tinybase.js';
import { WaSqliteMirrorProbe } from './wa-sqlite-mirror.js';

/** The probes. One that runs in a worker is listed among the entry points of `bundle-page` too, as `/bench/probe-NAME.js`. */
const MAKE: Partial<Record<StoreName, () => Probe>> = {
  idb: () => new IdbProbe(),
  'idb-sqlite': () => new IdbProbe(),
  dexie: () => new DexieProbe(),
  'browser-level': () => new BrowserLevelProbe(),
  sqlite: () => new SqliteProbe('/bench/probe-sqlite.js'),
  'wa-sqlite': () => new SqliteProbe('/bench/probe-wa-sqlite.js'),
  'wa-sqlite-pool': () => new SqliteProbe('/bench/probe-wa-sqlite-pool.js'),
  'wa-sqlite-mirror': () => new WaSqliteMirrorProbe(),
  pglite: () => new PgliteProbe(),
  tinybase: () => new TinyBaseProbe(),
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
