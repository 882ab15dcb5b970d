import { BigtabStore } from '../stores/bigtab.js';
import { BrowserLevelStore } from '../stores/browser-level.js';
import { DexieStore } from '../stores/dexie.js';
import { IdbStore } from '../stores/idb.js';
import { RemoteStore } from '../stores/remote-store.js';
import type { Store } from '../stores/store.js';
import type { StoreName } from '../stores/store-names.js';
import { TinyBaseStore } from '../stores/tinybase.js';
import { YardstickStore } from '../stores/yardstick.js';

const MAKE: Readonly<Record<StoreName, () => Store>> = {
  bigtab: () => new BigtabStore(),
  idb: () => new IdbStore(),
  'idb-sqlite': () => new IdbStore(),
  dexie: () => new DexieStore(),
  'browser-level': () => new BrowserLevelStore(),
  sqlite: () => new RemoteStore('/bench/sqlite.js'),
  'wa-sqlite': () => new RemoteStore('/bench/wa-sqlite.js'),
  'wa-sqlite-pool': () => new RemoteStore('/bench/wa-sqlite-pool.js'),
  'wa-sqlite-mirror': missing,
  tinybase: () => new TinyBaseStore(),
  pglite: () => new RemoteStore('/bench/pglite.js'),
  yardstick: () => new YardstickStore(),
};

function missing(): Store {
  throw new Error('this store has no adapter yet');
}

/** A store of this name that is not open yet. */
export function makeStore(name: StoreName): Store {
  return MAKE[name]();
}
