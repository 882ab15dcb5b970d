/*
 * The settings and statements that all builds of SQLite share: tables without row ids, clustered by the key, and
 * prepared statements. With row ids, full scans reach half the speed and single puts a third, but loads in random order
 * are 1.6 to 2.4 times as fast. Loads in key order are faster in SQLite's own build and about equal in wa-sqlite.
 */

/** 64 MiB of pages in memory. Each build sets the page size first. */
export const CACHE = 'PRAGMA cache_size = -65536;';

/**
 * The only connection keeps its lock, which SQLite's write-ahead log requires if memory cannot be shared. This comes
 * before all other settings, because they may read the database.
 */
export const EXCLUSIVE = 'PRAGMA locking_mode = EXCLUSIVE;';

/** With a write-ahead log, a commit waits for the device only with FULL. */
export const SYNCHRONOUS = { relaxed: 'PRAGMA synchronous = NORMAL;', strict: 'PRAGMA synchronous = FULL;' } as const;

export const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS versions (key TEXT, timestamp INTEGER, value BLOB, PRIMARY KEY (key, timestamp DESC)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS marks (key TEXT PRIMARY KEY) WITHOUT ROWID;`;

/** The same tables, with rows in the order in which they arrive and an index of their keys. */
const CREATE_TABLES_WITH_ROW_IDS = CREATE_TABLES.replace('value BLOB) WITHOUT ROWID', 'value BLOB)');

/** The tables for the worker with this address, in which the page can request row ids. */
export function tablesFor({ search }: Pick<Location, 'search'>): string {
  return search === '?row-ids' ? CREATE_TABLES_WITH_ROW_IDS : CREATE_TABLES;
}

export const STATEMENTS = {
  put: 'REPLACE INTO rows VALUES (?, ?)',
  get: 'SELECT value FROM rows WHERE key = ?',
  update: 'UPDATE rows SET value = ?2 WHERE key = ?1',
  remove: 'DELETE FROM rows WHERE key = ?',
  scan: 'SELECT key, value FROM rows WHERE key >= ? ORDER BY key LIMIT ?',
  scanAll: 'SELECT key, value FROM rows ORDER BY key',
  putVersion: 'REPLACE INTO versions VALUES (?, ?, ?)',
  // If a query has one max(), its other columns come from the row with the maximum: the first row of its key. So the
  // value is copied only once.
  latest: 'SELECT key, value, max(timestamp) FROM versions GROUP BY key',
  asOf: 'SELECT key, value, max(timestamp) FROM versions WHERE timestamp <= ? GROUP BY key',
  newest: 'SELECT value FROM versions WHERE key = ? ORDER BY timestamp DESC LIMIT ?',
  // A transaction around many reads halves their cost, because the log is looked up only once.
  beginRead: 'BEGIN',
  beginWrite: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const;

/** The addresses of the prepared statements in the memory of the build. */
export type Statements = Readonly<Record<keyof typeof STATEMENTS, number>>;
