import sqlite3InitModule, { type Database, type PreparedStatement } from '@sqlite.org/sqlite-wasm';
import { serveStore } from './serve-store.js';
import { CREATE_TABLES, PRAGMAS, STATEMENTS, SYNCHRONOUS } from './sqlite-statements.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

/** SQLite's own build: the pool of access handles in OPFS, which is exclusive, so that its write-ahead log may be used. */
class SqliteStore implements Store {
  private database!: Database;
  private statements!: Readonly<Record<keyof typeof STATEMENTS, PreparedStatement>>;
  private durability: Durability = 'relaxed';

  async open(name: string, durability: Durability): Promise<void> {
    const sqlite3 = await sqlite3InitModule();
    const pool = await sqlite3.installOpfsSAHPoolVfs({ name, directory: `/${name}` });
    this.database = new pool.OpfsSAHPoolDb('/database');
    this.durability = durability;
    this.database.exec([PRAGMAS, 'PRAGMA journal_mode = WAL;', SYNCHRONOUS[durability], CREATE_TABLES]);
    const prepared = Object.entries(STATEMENTS).map(([key, sql]) => [key, this.database.prepare(sql)]);
    this.statements = Object.fromEntries(prepared);
  }

  async close(): Promise<void> {
    for (const statement of Object.values(this.statements)) statement.finalize();
    this.database.exec('PRAGMA optimize');
    this.database.close();
  }

  async load(rows: readonly Row[]): Promise<void> {
    this.database.transaction(() => {
      for (const row of rows) this.write(row);
    });
  }

  async sync(): Promise<void> {
    this.database.exec([SYNCHRONOUS.strict, `REPLACE INTO marks VALUES ('loaded');`, SYNCHRONOUS[this.durability]]);
  }

  async put(row: Row): Promise<void> {
    this.write(row);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return this.read(key);
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return this.database.transaction(() => keys.map((key) => this.read(key)));
  }

  async scan(from: string, limit: number): Promise<Rows> {
    return readRows(this.statements.scan, [from, limit]);
  }

  async scanAll(): Promise<Rows> {
    return readRows(this.statements.scanAll, []);
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    const { remove } = this.statements;
    this.database.transaction(() => {
      for (const key of keys) remove.bind(1, key).stepReset();
    });
  }

  async loadVersions(versions: readonly Version[]): Promise<void> {
    const { putVersion } = this.statements;
    this.database.transaction(() => {
      for (const { key, timestamp, value } of versions) {
        putVersion.bind(1, key).bind(2, timestamp).bind(3, value).stepReset();
      }
    });
  }

  async latest(): Promise<Rows> {
    return readRows(this.statements.latest, []);
  }

  async asOf(timestamp: number): Promise<Rows> {
    return readRows(this.statements.asOf, [timestamp]);
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    return this.database.transaction(() => keys.map((key) => readRows(this.statements.newest, [key, count]).values));
  }

  async compact(): Promise<void> {
    this.database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  }

  private write({ key, value }: Row): void {
    this.statements.put.bind(1, key).bind(2, value).stepReset();
  }

  private read(key: string): Uint8Array | null {
    const { get } = this.statements;
    get.bind(1, key);
    const value = get.step() ? get.getBlob(0) : null;
    get.reset();
    return value;
  }
}

/** The rows of a statement that gives keys and values. */
function readRows(statement: PreparedStatement, parameters: (string | number)[]): Rows {
  const keys: string[] = [];
  const values: Uint8Array[] = [];
  if (parameters.length > 0) statement.bind(parameters);
  while (statement.step()) {
    keys.push(statement.getString(0) as string);
    values.push(statement.getBlob(1) as Uint8Array);
  }
  statement.reset();
  return { keys, values };
}

serveStore(new SqliteStore());
