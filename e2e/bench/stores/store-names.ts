/** The properties of a store that are known without loading it. */
export interface StoreFacts {
  readonly title: string;
  /** The package it comes from; null if it is made here. */
  readonly package: string | null;
  /** How it is used here. */
  readonly path: string;
  /**
   * `own`: Bigtab. `peer`: a durable store that Bigtab is compared with in ratios. `ceiling`: a store that keeps all
   * data in memory, or something that is not a store; it is listed in a separate table.
   */
  readonly role: 'own' | 'peer' | 'ceiling';
  /** Whether a write can wait for the device. */
  readonly strict: boolean;
  /** Whether it keeps rows in order, and supports versions of them. */
  readonly sorted: boolean;
  /** Whether it has a command that frees the space of replaced and deleted data. */
  readonly compacts: boolean;
  /** Extra arguments for Chromium when it runs this store. */
  readonly browserArguments?: readonly string[];
  /**
   * The only workloads in which it is measured. In all others, another configuration or another store on the same
   * engine is better.
   */
  readonly only?: readonly string[];
  /** The expected storage of IndexedDB in its browser. A run fails if the profile shows a different one. */
  readonly backingStore?: 'SQLite' | 'LevelDB';
}

const PEER = { role: 'peer', strict: true, sorted: true, compacts: true } as const;

/**
 * The workloads of stores on the same IndexedDB as idb, which is measured in all workloads. In a trial, these stores
 * reached less than a tenth of the speed of the best one in W1, W4, W5, W6 and W9, and took half of the time of a run.
 */
const ON_IDB = ['W2', 'W3', 'W7', 'W8', 'kill'] as const;

export const STORES = {
  bigtab: {
    ...PEER,
    title: 'Bigtab',
    package: null,
    path: 'lists of Puts; SYNC_WAL, strict FSYNC_WAL; block cache of 64 MiB',
    role: 'own',
  },
  idb: {
    ...PEER,
    title: 'idb',
    package: 'idb',
    path: 'a transaction a batch, requests unwrapped; getAllRecords, 5,000 rows a request in full scans; durability option',
    compacts: false,
    backingStore: 'LevelDB',
  },
  'idb-sqlite': {
    ...PEER,
    title: 'idb, IndexedDB on SQLite',
    package: 'idb',
    path: 'as idb; Chromium started with --enable-features=IdbSqliteBackingStore',
    compacts: false,
    browserArguments: ['--enable-features=IdbSqliteBackingStore'],
    backingStore: 'SQLite',
  },
  dexie: {
    ...PEER,
    title: 'Dexie',
    package: 'dexie',
    path: 'bulkPut, bulkGet; chromeTransactionDurability',
    compacts: false,
    backingStore: 'LevelDB',
    only: ON_IDB,
  },
  'browser-level': {
    ...PEER,
    title: 'browser-level',
    package: 'browser-level',
    path: 'batch, getMany, iterator.nextv; always relaxed: sync does nothing, so that a load is durable only in the relaxed sense',
    strict: false,
    compacts: false,
    backingStore: 'LevelDB',
    only: ON_IDB,
  },
  sqlite: {
    ...PEER,
    title: 'SQLite',
    package: '@sqlite.org/sqlite-wasm',
    path: 'OPFS SAHPool, exclusive WAL, C-style functions, prepared statements, WITHOUT ROWID, pages of 16 KiB, cache of 64 MiB',
  },
  'sqlite-row-ids': {
    ...PEER,
    title: 'SQLite, row ids',
    package: '@sqlite.org/sqlite-wasm',
    path: 'as SQLite, but rows are stored by row id beside an index of the keys; measured in loads only, as scans and single puts are slower',
    only: ['W1'],
  },
  'wa-sqlite': {
    ...PEER,
    title: 'wa-sqlite, OPFSWriteAheadVFS',
    package: '@journeyapps/wa-sqlite',
    path: 'OPFSWriteAheadVFS, usual locking (with EXCLUSIVE it loses acknowledged rows when the tab is killed), prepared statements, WITHOUT ROWID, pages of 16 KiB, cache of 64 MiB; synchronous NORMAL, strict FULL',
  },
  'wa-sqlite-row-ids': {
    ...PEER,
    title: 'wa-sqlite, OPFSWriteAheadVFS, row ids',
    package: '@journeyapps/wa-sqlite',
    path: 'as wa-sqlite, OPFSWriteAheadVFS, but rows are stored by row id beside an index of the keys; measured in loads only',
    only: ['W1'],
  },
  'wa-sqlite-pool': {
    ...PEER,
    title: 'wa-sqlite, AccessHandlePoolVFS',
    package: '@journeyapps/wa-sqlite',
    path: 'AccessHandlePoolVFS, exclusive WAL, prepared statements, WITHOUT ROWID, pages of 16 KiB, cache of 64 MiB; synchronous NORMAL, strict FULL',
  },
  'wa-sqlite-pool-row-ids': {
    ...PEER,
    title: 'wa-sqlite, AccessHandlePoolVFS, row ids',
    package: '@journeyapps/wa-sqlite',
    path: 'as wa-sqlite, AccessHandlePoolVFS, but rows are stored by row id beside an index of the keys; measured in loads only, as scans and single puts are slower',
    only: ['W1'],
  },
  'wa-sqlite-mirror': {
    ...PEER,
    title: 'wa-sqlite, IDBMirrorVFS',
    package: '@journeyapps/wa-sqlite',
    path: 'IDBMirrorVFS on the page, the whole database in its memory, exclusive, prepared statements, pages of 16 KiB; always relaxed, so that a load is durable only in the relaxed sense',
    // Its commits are IndexedDB transactions with the default durability, for which it has no option.
    strict: false,
  },
  pglite: {
    ...PEER,
    title: 'PGlite',
    package: '@electric-sql/pglite',
    path: 'opfs-ahp, shared_buffers 64 MB, COPY in binary form, prepared statements by protocol messages, relaxedDurability',
  },
  tinybase: {
    title: 'TinyBase',
    package: 'tinybase',
    path: "a table in the page's memory, saved to IndexedDB as a whole by its persister after each change; values as texts, a character a byte",
    role: 'ceiling',
    strict: false,
    sorted: false,
    compacts: false,
  },
  yardstick: {
    title: 'yardstick',
    package: null,
    path: 'no store: a map in memory, one log in OPFS, packed messages',
    role: 'ceiling',
    strict: true,
    sorted: false,
    compacts: false,
  },
} as const satisfies Readonly<Record<string, StoreFacts>>;

export type StoreName = keyof typeof STORES;

export const STORE_NAMES: readonly StoreName[] = Object.keys(STORES) as StoreName[];
