import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import { Factory, SQLITE_ROW, type SqliteApi } from '@journeyapps/wa-sqlite/src/sqlite-api.js';
import { serveStore } from './serve-store.js';
import { CREATE_TABLES, PRAGMAS, STATEMENTS, SYNCHRONOUS } from './sqlite-statements.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

type Parameter = string | number | Uint8Array;

/** wa-sqlite: its file system with a write-ahead log of its own, in the synchronous build. */
class WaSqliteStore implements Store {
  private sqlite!: SqliteApi;
  private database = 0;
  private statements!: Readonly<Record<keyof typeof STATEMENTS, number>>;
  private durability: Durability = 'relaxed';

  async open(name: string, durability: Durability): Promise<void> {
    const module = await createModule();
    this.sqlite = Factory(module);
    this.sqlite.vfs_register(await OPFSWriteAheadVFS.create('write-ahead', module), true);
    this.database = await this.sqlite.open_v2(name);
    this.durability = durability;
    await this.run(PRAGMAS + SYNCHRONOUS[durability] + CREATE_TABLES);
    const prepared: [string, number][] = [];
    for (const [key, sql] of Object.entries(STATEMENTS)) prepared.push([key, await this.prepare(sql)]);
    this.statements = Object.fromEntries(prepared) as typeof this.statements;
  }

  async close(): Promise<void> {
    for (const statement of Object.values(this.statements)) await this.sqlite.finalize(statement);
    await this.run('PRAGMA optimize');
    await this.sqlite.close(this.database);
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.transaction(async () => {
      for (const row of rows) await this.put(row);
    });
  }

  sync(): Promise<void> {
    return this.run(`${SYNCHRONOUS.strict} REPLACE INTO marks VALUES ('loaded'); ${SYNCHRONOUS[this.durability]}`);
  }

  put({ key, value }: Row): Promise<void> {
    return this.execute(this.statements.put, [key, value]);
  }

  async get(key: string): Promise<Uint8Array | null> {
    let value: Uint8Array | null = null;
    await this.execute(this.statements.get, [key], (statement) => {
      value = this.sqlite.column_blob(statement, 0).slice();
    });
    return value;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const values: (Uint8Array | null)[] = [];
    await this.transaction(async () => {
      for (const key of keys) values.push(await this.get(key));
    });
    return values;
  }

  scan(from: string, limit: number): Promise<Rows> {
    return this.rows(this.statements.scan, [from, limit]);
  }

  scanAll(): Promise<Rows> {
    return this.rows(this.statements.scanAll, []);
  }

  deleteMany(keys: readonly string[]): Promise<void> {
    return this.transaction(async () => {
      for (const key of keys) await this.execute(this.statements.remove, [key]);
    });
  }

  loadVersions(versions: readonly Version[]): Promise<void> {
    return this.transaction(async () => {
      for (const { key, timestamp, value } of versions) {
        await this.execute(this.statements.putVersion, [key, timestamp, value]);
      }
    });
  }

  latest(): Promise<Rows> {
    return this.rows(this.statements.latest, []);
  }

  asOf(timestamp: number): Promise<Rows> {
    return this.rows(this.statements.asOf, [timestamp]);
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const found: (readonly Uint8Array[])[] = [];
    await this.transaction(async () => {
      for (const key of keys) found.push((await this.rows(this.statements.newest, [key, count])).values);
    });
    return found;
  }

  compact(): Promise<void> {
    return this.run('VACUUM');
  }

  /** The lock for writing is taken at the beginning: this file system refuses to take it later. */
  private async transaction(work: () => Promise<void>): Promise<void> {
    await this.run('BEGIN IMMEDIATE');
    await work();
    await this.run('COMMIT');
  }

  private async run(sql: string): Promise<void> {
    await this.sqlite.exec(this.database, sql);
  }

  private async prepare(sql: string): Promise<number> {
    for await (const statement of this.sqlite.statements(this.database, sql, { unscoped: true })) return statement;
    throw new Error(`nothing to prepare in ${sql}`);
  }

  private async rows(statement: number, parameters: readonly Parameter[]): Promise<Rows> {
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    await this.execute(statement, parameters, () => {
      keys.push(this.sqlite.column_text(statement, 0));
      values.push(this.sqlite.column_blob(statement, 1).slice());
    });
    return { keys, values };
  }

  private async execute(
    statement: number,
    parameters: readonly Parameter[],
    onRow: (statement: number) => void = () => undefined,
  ): Promise<void> {
    for (const [index, parameter] of parameters.entries()) this.sqlite.bind(statement, index + 1, parameter);
    while ((await this.sqlite.step(statement)) === SQLITE_ROW) onRow(statement);
    await this.sqlite.reset(statement);
  }
}

serveStore(new WaSqliteStore());
