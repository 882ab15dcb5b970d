import { BrowserLevelProbe } from './browser-level.js';
import { DexieProbe } from './dexie.js';
import { IdbProbe } from './idb.js';
import { PgliteProbe } from './pglite.js';
import type { Probe } from './probe.js';
import type { ProbedName } from './probe-names.js';
import { SqliteProbe } from './sqlite.js';
import { TinyBaseProbe } from './tinybase.js';
import { WaSqliteMirrorProbe } from './wa-sqlite-mirror.js';

/** The probes. One that runs in a worker is also an entry point of `bundle-page`, as `/bench/probe-NAME.js`. */
const MAKE: Readonly<Record<ProbedName, () => Probe>> = {
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

/** The probe of this store, not opened yet. */
export function makeProbe(name: ProbedName): Probe {
  return MAKE[name]();
}
