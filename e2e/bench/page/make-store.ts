import { BigtabStore } from '../stores/bigtab.js';
import { BrowserLevelStore } from '../stores/browser-level.js';
import { DexieStore } from '../stores/dexie.js';
import { IdbStore } from '../stores/idb.js';
import { LocalStore } from '../stores/local-store.js';
import { RemoteStore } from '../stores/remote-store.js';
import type { Store } from '../stores/store.js';
import type { StoreName } from '../stores/store-names.js';
import { TinyBaseStore } from '../stores/tinybase.js';
import { IDB_MIRROR } from '../stores/wa-sqlite-mirror.js';
import { WaSqliteStore } from '../stores/wa-sqlite-store.js';
import { YardstickStore } from '../stores/yardstick.js';

const MAKE: Readonly<Record<StoreName, () => Store>> = {
  bigtab: () => new BigtabStore(),
  idb: () => new IdbStore(),
  'idb-sqlite': () => new IdbStore(),
  dexie: () => new DexieStore(),
  'browser-level': () => new BrowserLevelStore(),
  sqlite: () => new RemoteStore('/bench/sqlite.js'),
  'sqlite-row-ids': () => new RemoteStore('/bench/sqlite.js?row-ids'),
  'wa-sqlite': () => new RemoteStore('/bench/wa-sqlite.js'),
  'wa-sqlite-row-ids': () => new RemoteStore('/bench/wa-sqlite.js?row-ids'),
  'wa-sqlite-pool': () => new RemoteStore('/bench/wa-sqlite-pool.js'),
  'wa-sqlite-pool-row-ids': () => new RemoteStore('/bench/wa-sqlite-pool.js?row-ids'),
  'wa-sqlite-mirror': () => new LocalStore(new WaSqliteStore(IDB_MIRROR)),
  tinybase: () => new TinyBaseStore(),
  pglite: () => new RemoteStore('/bench/pglite.js'),
  yardstick: () => new YardstickStore(),
};

/** The store with this name, not opened yet. */
export function makeStore(name: StoreName): Store {
  return MAKE[name]();
}
