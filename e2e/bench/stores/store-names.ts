/** What is known of a store without loading it. */
export interface StoreFacts {
  readonly title: string;
  /** The package it comes from; null: it is made here. */
  readonly package: string | null;
  /** How it is used here. */
  readonly path: string;
  /** False: the yardstick, which no ratio is taken against. */
  readonly isPeer: boolean;
  /** Whether a write can wait for the device. */
  readonly strict: boolean;
  /** Whether it keeps rows in order, and versions of them. */
  readonly sorted: boolean;
  /** Whether it has a command that gives back the room of what was replaced and deleted. */
  readonly compacts: boolean;
}

const PEER = { isPeer: true, strict: true, sorted: true, compacts: true } as const;

export const STORES = {
  bigtab: { ...PEER, title: 'Bigtab', package: null, path: 'lists of Puts; SYNC_WAL, strict FSYNC_WAL', isPeer: false },
  idb: {
    ...PEER,
    title: 'idb',
    package: 'idb',
    path: 'a transaction a batch, getAll; durability option',
    compacts: false,
  },
  dexie: {
    ...PEER,
    title: 'Dexie',
    package: 'dexie',
    path: 'bulkPut, bulkGet; chromeTransactionDurability',
    compacts: false,
  },
  'browser-level': {
    ...PEER,
    title: 'browser-level',
    package: 'browser-level',
    path: 'batch, getMany, iterator.nextv; always relaxed',
    strict: false,
    compacts: false,
  },
  sqlite: {
    ...PEER,
    title: 'SQLite',
    package: '@sqlite.org/sqlite-wasm',
    path: 'OPFS SAHPool, exclusive WAL, prepared statements, WITHOUT ROWID',
  },
  'wa-sqlite': {
    ...PEER,
    title: 'wa-sqlite',
    package: '@journeyapps/wa-sqlite',
    path: 'OPFSWriteAheadVFS, exclusive, prepared statements, WITHOUT ROWID',
  },
  pglite: {
    ...PEER,
    title: 'PGlite',
    package: '@electric-sql/pglite',
    path: 'opfs-ahp, COPY in binary form, relaxedDurability',
  },
  yardstick: {
    title: 'yardstick',
    package: null,
    path: 'no store: a map in memory, one log in OPFS, packed messages',
    isPeer: false,
    strict: true,
    sorted: false,
    compacts: false,
  },
} as const satisfies Readonly<Record<string, StoreFacts>>;

export type StoreName = keyof typeof STORES;

export const STORE_NAMES: readonly StoreName[] = Object.keys(STORES) as StoreName[];
