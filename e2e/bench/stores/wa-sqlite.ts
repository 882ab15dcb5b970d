import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import { Factory, SQLITE_ROW, type SqliteApi } from '@journeyapps/wa-sqlite/src/sqlite-api.js';
import { unpackKeys } from './packed-keys.js';
import type { PackedRows } from './packed-rows.js';
import { type PackedValues, unpackAll } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import { serveStore } from './serve-store.js';
import type { ServedStore } from './served-store.js';
import { CREATE_TABLES, PRAGMAS, STATEMENTS, SYNCHRONOUS } from './sqlite-statements.js';
import type { Durability } from './store.js';

type Parameter = string | number | Uint8Array;

/** wa-sqlite: its file system with a write-ahead log of its own, in the synchronous build. */
class WaSqliteStore implements ServedStore {
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

  load(rows: PackedRows): Promise<void> {
    const values = unpackAll(rows.values);
    return this.transaction(async () => {
      for (const [index, key] of keysOf(rows.keys).entries()) await this.put(key, values[index] as Uint8Array);
    });
  }

  sync(): Promise<void> {
    return this.run(`${SYNCHRONOUS.strict} REPLACE INTO marks VALUES ('loaded'); ${SYNCHRONOUS[this.durability]}`);
  }

  put(key: string, value: Uint8Array): Promise<void> {
    return this.execute(this.statements.put, [key, value]);
  }

  async get(key: string): Promise<Uint8Array | null> {
    let value: Uint8Array | null = null;
    await this.execute(this.statements.get, [key], (statement) => {
      value = this.sqlite.column_blob(statement, 0).slice();
    });
    return value;
  }

  async getMany(keys: PackedValues, sink: RowSink): Promise<void> {
    for (const key of keysOf(keys)) {
      const value = await this.get(key);
      if (value === null) sink.addMissing();
      else sink.addValue(value);
    }
  }

  scan(from: string, limit: number, sink: RowSink): Promise<void> {
    return this.rows(this.statements.scan, [from, limit], sink);
  }

  scanAll(sink: RowSink): Promise<void> {
    return this.rows(this.statements.scanAll, [], sink);
  }

  deleteMany(keys: PackedValues): Promise<void> {
    return this.transaction(async () => {
      for (const key of keysOf(keys)) await this.execute(this.statements.remove, [key]);
    });
  }

  loadVersions(versions: PackedRows, timestamps: Float64Array): Promise<void> {
    const values = unpackAll(versions.values);
    return this.transaction(async () => {
      for (const [index, key] of keysOf(versions.keys).entries()) {
        const parameters = [key, timestamps[index] as number, values[index] as Uint8Array];
        await this.execute(this.statements.putVersion, parameters);
      }
    });
  }

  latest(sink: RowSink): Promise<void> {
    return this.rows(this.statements.latest, [], sink);
  }

  asOf(timestamp: number, sink: RowSink): Promise<void> {
    return this.rows(this.statements.asOf, [timestamp], sink);
  }

  async newest(keys: PackedValues, count: number, sink: RowSink): Promise<void> {
    for (const key of keysOf(keys)) {
      let missing = count;
      await this.execute(this.statements.newest, [key, count], (statement) => {
        sink.addValue(this.sqlite.column_blob(statement, 0));
        missing--;
      });
      for (; missing > 0; missing--) sink.addMissing();
    }
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

  private async rows(statement: number, parameters: readonly Parameter[], sink: RowSink): Promise<void> {
    await this.execute(statement, parameters, () => {
      sink.addRow(this.sqlite.column_text(statement, 0), this.sqlite.column_blob(statement, 1));
    });
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

function keysOf(packed: PackedValues): string[] {
  const keys: string[] = [];
  unpackKeys(packed, keys);
  return keys;
}

serveStore(new WaSqliteStore());
