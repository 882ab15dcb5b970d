import type { WaSqliteModule } from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import type { SqliteApi } from '@journeyapps/wa-sqlite/src/sqlite-api.js';
import type { FileSystem, FileSystemClass } from '@journeyapps/wa-sqlite/src/VFS.js';
import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import type { Eventually, ServedStore } from './served-store.js';
import type { SqliteFunctions } from './sqlite-functions.js';
import { SqliteRows } from './sqlite-rows.js';
import { CACHE, CREATE_TABLES, EXCLUSIVE, STATEMENTS, type Statements, SYNCHRONOUS } from './sqlite-statements.js';
import type { Durability } from './store.js';

/** One of wa-sqlite's file systems, and the build that works with it. */
export interface WaSqliteFileSystem {
  /** Loads the module when the store is opened, so that pages of other stores do not contain it. */
  load(): Promise<{ readonly createModule: () => Promise<WaSqliteModule>; readonly FileSystem: FileSystemClass }>;
  /** Whether its only connection keeps its lock. */
  readonly isExclusive: boolean;
  /** Settings besides those that all SQLite stores here share; the page size comes first. */
  readonly pragmas: string;
  /** Whether a commit waits for the file system without blocking. Other calls that read or write rows do not wait. */
  readonly isAsynchronous: boolean;
}

/**
 * wa-sqlite: rows are read and written through the functions of its WebAssembly module, everything else through its own
 * interface.
 */
export class WaSqliteStore implements ServedStore {
  private readonly configuration: WaSqliteFileSystem;
  private readonly tables: string;
  private module!: WaSqliteModule;
  private sqlite!: SqliteApi;
  private fileSystem!: FileSystem;
  private database = 0;
  private statements!: Statements;
  private rows!: SqliteRows;
  private synchronous = '';

  constructor(configuration: WaSqliteFileSystem, tables = CREATE_TABLES) {
    this.configuration = configuration;
    this.tables = tables;
  }

  async open(name: string, durability: Durability): Promise<void> {
    const { load, isExclusive, pragmas, isAsynchronous } = this.configuration;
    const [{ createModule, FileSystem }, { Factory }] = await Promise.all([
      load(),
      import('@journeyapps/wa-sqlite/src/sqlite-api.js'),
    ]);
    const module = await createModule();
    this.module = module;
    this.sqlite = Factory(module);
    this.fileSystem = await FileSystem.create(name, module);
    this.sqlite.vfs_register(this.fileSystem, true);
    this.database = await this.sqlite.open_v2(name);
    // Without FULL, a commit is acknowledged before IndexedDB has it, and is lost if the browser ends.
    this.synchronous = isAsynchronous ? SYNCHRONOUS.strict : SYNCHRONOUS[durability];
    await this.run((isExclusive ? EXCLUSIVE : '') + pragmas + CACHE + this.synchronous + this.tables);
    const named: [string, number][] = [];
    for (const [key, sql] of Object.entries(STATEMENTS)) named.push([key, await this.prepare(sql)]);
    this.statements = Object.fromEntries(named) as Statements;
    this.rows = new SqliteRows(functionsOf(module, this.database), this.statements);
  }

  async close(): Promise<void> {
    this.rows.dispose();
    for (const statement of Object.values(this.statements)) await this.sqlite.finalize(statement);
    // OPFSWriteAheadVFS does not empty its log when it is closed, so it would have to read the log when it is opened.
    await this.run('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);');
    await this.sqlite.close(this.database);
    await this.fileSystem.close();
  }

  load(rows: PackedRows): Promise<void> {
    return this.transaction('beginWrite', () => this.rows.putAll(rows));
  }

  flush(): Promise<void> {
    return this.run(`${SYNCHRONOUS.strict} REPLACE INTO marks VALUES ('loaded'); ${this.synchronous}`);
  }

  put(key: string, value: Uint8Array): Eventually<void> {
    if (this.configuration.isAsynchronous) return this.transaction('beginWrite', () => this.rows.put(key, value));
    return this.call(() => this.rows.put(key, value));
  }

  get(key: string): Eventually<Uint8Array | null> {
    return this.call(() => this.rows.get(key));
  }

  getMany(keys: PackedValues, sink: RowSink): Promise<void> {
    return this.transaction('beginRead', () => this.rows.getMany(keys, sink));
  }

  scan(from: string, limit: number, sink: RowSink): Eventually<void> {
    return this.call(() => this.rows.scan(from, limit, sink));
  }

  scanAll(sink: RowSink): Eventually<void> {
    return this.call(() => this.rows.scanAll(sink));
  }

  deleteMany(keys: PackedValues): Promise<void> {
    return this.transaction('beginWrite', () => this.rows.removeAll(keys));
  }

  loadVersions(versions: PackedRows, timestamps: Float64Array): Promise<void> {
    return this.transaction('beginWrite', () => this.rows.putVersions(versions, timestamps));
  }

  latest(sink: RowSink): Eventually<void> {
    return this.call(() => this.rows.latest(sink));
  }

  asOf(timestamp: number, sink: RowSink): Eventually<void> {
    return this.call(() => this.rows.asOf(timestamp, sink));
  }

  newest(keys: PackedValues, count: number, sink: RowSink): Promise<void> {
    return this.transaction('beginRead', () => this.rows.newest(keys, count, sink));
  }

  async compact(): Promise<void> {
    await this.run('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  }

  /** Like the method of `SqliteRows`, but waits for the file system at the beginning and the end. */
  private async transaction(begin: 'beginRead' | 'beginWrite', work: () => void): Promise<void> {
    await this.execute(this.statements[begin]);
    try {
      await this.call(work);
    } catch (error) {
      await this.execute(this.statements.rollback);
      throw error;
    }
    await this.execute(this.statements.commit);
  }

  /**
   * Calls SQLite directly. A file system that has no lock yet refuses the first step and requests the lock; the call
   * then waits for the lock and is repeated, as in the package's own functions.
   */
  private call<T>(work: () => T): Eventually<T> {
    try {
      return work();
    } catch (error) {
      const { retryOps } = this.module;
      if (retryOps.length === 0) throw error;
      this.module.retryOps = [];
      return Promise.all(retryOps).then(() => this.call(work));
    }
  }

  private async run(sql: string): Promise<void> {
    await this.sqlite.exec(this.database, sql);
  }

  /** Runs a statement that has no parameters, and waits for the file system if necessary. */
  private async execute(statement: number): Promise<void> {
    await this.sqlite.step(statement);
    await this.sqlite.reset(statement);
  }

  private async prepare(sql: string): Promise<number> {
    for await (const statement of this.sqlite.statements(this.database, sql, { unscoped: true })) return statement;
    throw new Error(`nothing to prepare in ${sql}`);
  }
}

/** The functions, as the WebAssembly module exports them. */
function functionsOf(module: WaSqliteModule, database: number): SqliteFunctions {
  return {
    memory: () => module.HEAPU8,
    allocate(bytes) {
      const address = module._sqlite3_malloc(bytes);
      if (address === 0) throw new Error(`no memory left for ${bytes} bytes`);
      return address;
    },
    free: module._sqlite3_free,
    error: () => new Error(module.UTF8ToString(module._sqlite3_errmsg(database))),
    sqlite3_step: module._sqlite3_step,
    sqlite3_reset: module._sqlite3_reset,
    sqlite3_bind_text: module._sqlite3_bind_text,
    sqlite3_bind_blob: module._sqlite3_bind_blob,
    sqlite3_bind_double: module._sqlite3_bind_double,
    sqlite3_column_text: module._sqlite3_column_text,
    sqlite3_column_blob: module._sqlite3_column_blob,
    sqlite3_column_bytes: module._sqlite3_column_bytes,
  };
}
