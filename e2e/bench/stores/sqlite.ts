import sqlite3InitModule, { type Database, type PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import { serveStore } from './serve-store.js';
import type { ServedStore } from './served-store.js';
import { functionsOf } from './sqlite-exports.js';
import { SqliteNotes } from './sqlite-notes.js';
import { SqliteRows } from './sqlite-rows.js';
import { CACHE, EXCLUSIVE, STATEMENTS, type Statements, SYNCHRONOUS, tablesFor } from './sqlite-statements.js';
import type { Durability } from './store.js';

/**
 * Writing a page costs calls of the file system: with pages of 4 KiB, a load takes two to three times as long, while
 * reads and single puts are as fast.
 */
const PAGE_SIZE = 'PRAGMA page_size = 16384;';

/**
 * SQLite's own build with the pool of access handles in OPFS. The pool is exclusive, so SQLite's write-ahead log can be
 * used.
 */
class SqliteStore implements ServedStore {
  private readonly tables: string;
  private database!: Database;
  private prepared: readonly PreparedStatement[] = [];
  private rows!: SqliteRows;
  private durability: Durability = 'relaxed';
  notes!: SqliteNotes;

  constructor(tables: string) {
    this.tables = tables;
  }

  async open(name: string, durability: Durability): Promise<void> {
    const sqlite3 = await sqlite3InitModule();
    const pool = await sqlite3.installOpfsSAHPoolVfs({ name, directory: `/${name}` });
    this.database = new pool.OpfsSAHPoolDb('/database');
    this.durability = durability;
    this.database.exec([
      EXCLUSIVE,
      PAGE_SIZE,
      CACHE,
      'PRAGMA journal_mode = WAL;',
      SYNCHRONOUS[durability],
      this.tables,
    ]);
    const named = Object.entries(STATEMENTS).map(([key, sql]) => [key, this.database.prepare(sql)] as const);
    this.prepared = named.map(([, statement]) => statement);
    const statements = Object.fromEntries(named.map(([key, { pointer }]) => [key, pointer])) as Statements;
    const functions = functionsOf(sqlite3, this.database);
    this.rows = new SqliteRows(functions, statements);
    this.notes = new SqliteNotes(functions, this.database, this.rows);
  }

  close(): void {
    this.notes.dispose();
    this.rows.dispose();
    for (const statement of this.prepared) statement.finalize();
    this.database.exec('PRAGMA optimize');
    this.database.close();
  }

  load(rows: PackedRows): void {
    this.rows.transaction('beginWrite', () => this.rows.putAll(rows));
  }

  flush(): void {
    this.database.exec([SYNCHRONOUS.strict, `REPLACE INTO marks VALUES ('loaded');`, SYNCHRONOUS[this.durability]]);
  }

  put(key: string, value: Uint8Array): void {
    this.rows.put(key, value);
  }

  get(key: string): Uint8Array | null {
    return this.rows.get(key);
  }

  exchange(key: string, value: Uint8Array): Uint8Array | null {
    return this.rows.exchange(key, value);
  }

  getMany(keys: PackedValues, sink: RowSink): void {
    this.rows.transaction('beginRead', () => this.rows.getMany(keys, sink));
  }

  scan(from: string, limit: number, sink: RowSink): void {
    this.rows.scan(from, limit, sink);
  }

  scanAll(sink: RowSink): void {
    this.rows.scanAll(sink);
  }

  deleteMany(keys: PackedValues): void {
    this.rows.transaction('beginWrite', () => this.rows.removeAll(keys));
  }

  loadVersions(versions: PackedRows, timestamps: Float64Array): void {
    this.rows.transaction('beginWrite', () => this.rows.putVersions(versions, timestamps));
  }

  latest(sink: RowSink): void {
    this.rows.latest(sink);
  }

  asOf(timestamp: number, sink: RowSink): void {
    this.rows.asOf(timestamp, sink);
  }

  newest(keys: PackedValues, count: number, sink: RowSink): void {
    this.rows.transaction('beginRead', () => this.rows.newest(keys, count, sink));
  }

  compact(): void {
    this.database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  }
}

serveStore(new SqliteStore(tablesFor(location)));
