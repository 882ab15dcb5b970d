import type { WaSqliteModule } from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import type { SqliteApi } from '@journeyapps/wa-sqlite/src/sqlite-api.js';
import type { FileSystemClass } from '@journeyapps/wa-sqlite/src/VFS.js';
import type { Packed } from './sqlite-worker.js';

/*
 * wa-sqlite through the C functions that its WebAssembly module exports, with prepared statements and bytes that are
 * copied to and from its memory without creating an object for each value. Only transactions use wa-sqlite's own
 * functions, which can wait.
 */

const SQLITE_ROW = 100;
const BATCH_BYTES = 256 * 1024;
const BATCH_ROWS = 2_000;

export class WaSqliteRows {
  private readonly c: WaSqliteModule;
  private readonly api: SqliteApi;
  private readonly database: number;
  private readonly parameters: number;
  private insert = 0;
  private select = 0;
  private all = 0;
  private begin = 0;
  private commit = 0;

  private constructor(c: WaSqliteModule, api: SqliteApi, database: number) {
    this.c = c;
    this.api = api;
    this.database = database;
    this.parameters = c._sqlite3_malloc(BATCH_BYTES);
  }

  static async open(
    name: string,
    createModule: () => Promise<WaSqliteModule>,
    FileSystem: FileSystemClass,
    pragmas: string,
  ): Promise<WaSqliteRows> {
    const { Factory } = await import('@journeyapps/wa-sqlite/src/sqlite-api.js');
    const module = await createModule();
    const api = Factory(module);
    api.vfs_register(await FileSystem.create(name, module), true);
    const rows = new WaSqliteRows(module, api, await api.open_v2(name));
    await api.exec(
      rows.database,
      `PRAGMA page_size = 16384; ${pragmas} PRAGMA cache_size = -65536;
      CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;`,
    );
    rows.insert = await rows.prepare('INSERT INTO rows VALUES (?, ?)');
    rows.select = await rows.prepare('SELECT value FROM rows WHERE key = ?');
    rows.all = await rows.prepare('SELECT key, value FROM rows ORDER BY key');
    rows.begin = await rows.prepare('BEGIN');
    rows.commit = await rows.prepare('COMMIT');
    return rows;
  }

  async close(): Promise<void> {
    for (const statement of [this.insert, this.select, this.all, this.begin, this.commit]) {
      await this.api.finalize(statement);
    }
    await this.api.close(this.database);
  }

  async load({ keys, keyEnds, values, valueEnds }: Packed): Promise<void> {
    const { c, insert, parameters } = this;
    const value = parameters + keys.length;
    c.HEAPU8.set(keys, parameters);
    c.HEAPU8.set(values, value);
    await this.api.exec(this.database, 'BEGIN IMMEDIATE');
    for (let at = 0, keyStart = 0, valueStart = 0; at < keyEnds.length; at++) {
      const keyEnd = keyEnds[at] as number;
      const valueEnd = valueEnds[at] as number;
      c._sqlite3_bind_text(insert, 1, parameters + keyStart, keyEnd - keyStart, 0);
      c._sqlite3_bind_blob(insert, 2, value + valueStart, valueEnd - valueStart, 0);
      c._sqlite3_step(insert);
      c._sqlite3_reset(insert);
      keyStart = keyEnd;
      valueStart = valueEnd;
    }
    await this.api.exec(this.database, 'COMMIT');
  }

  /** Commits automatically. REQUIRES a file system that does not have to wait. */
  put(key: string, bytes: Uint8Array): void {
    const { c, insert, parameters } = this;
    const { written } = new TextEncoder().encodeInto(key, c.HEAPU8.subarray(parameters, parameters + 256));
    c.HEAPU8.set(bytes, parameters + written);
    c._sqlite3_bind_text(insert, 1, parameters, written, 0);
    c._sqlite3_bind_blob(insert, 2, parameters + written, bytes.length, 0);
    this.run(insert);
  }

  /** Each batch owns its buffers. */
  scanAll(onBatch: (batch: Packed) => void): void {
    const { c, all } = this;
    for (let more = true; more; ) {
      const keys = new Uint8Array(BATCH_BYTES);
      const values = new Uint8Array(BATCH_BYTES);
      const keyEnds = new Int32Array(BATCH_ROWS);
      const valueEnds = new Int32Array(BATCH_ROWS);
      let [count, keyEnd, valueEnd] = [0, 0, 0];
      while (count < BATCH_ROWS) {
        more = c._sqlite3_step(all) === SQLITE_ROW;
        if (!more) break;
        const key = c._sqlite3_column_text(all, 0);
        const value = c._sqlite3_column_blob(all, 1);
        const keyBytes = c._sqlite3_column_bytes(all, 0);
        const valueBytes = c._sqlite3_column_bytes(all, 1);
        const memory = c.HEAPU8;
        keys.set(memory.subarray(key, key + keyBytes), keyEnd);
        values.set(memory.subarray(value, value + valueBytes), valueEnd);
        keyEnds[count] = keyEnd += keyBytes;
        valueEnds[count++] = valueEnd += valueBytes;
      }
      onBatch({
        keys: keys.subarray(0, keyEnd),
        keyEnds: keyEnds.subarray(0, count),
        values,
        valueEnds: valueEnds.subarray(0, count),
      });
    }
    c._sqlite3_reset(all);
  }

  getMany({ keys, keyEnds }: Pick<Packed, 'keys' | 'keyEnds'>): Pick<Packed, 'values' | 'valueEnds'> {
    const { c, select, parameters } = this;
    const values = new Uint8Array(keyEnds.length * 128);
    const valueEnds = new Int32Array(keyEnds.length);
    let [keyStart, valueEnd] = [0, 0];
    c.HEAPU8.set(keys, parameters);
    // The reads of one transaction acquire the lock once.
    this.run(this.begin);
    for (let at = 0; at < keyEnds.length; at++) {
      const keyEnd = keyEnds[at] as number;
      c._sqlite3_bind_text(select, 1, parameters + keyStart, keyEnd - keyStart, 0);
      if (c._sqlite3_step(select) === SQLITE_ROW) {
        const value = c._sqlite3_column_blob(select, 0);
        const bytes = c._sqlite3_column_bytes(select, 0);
        values.set(c.HEAPU8.subarray(value, value + bytes), valueEnd);
        valueEnds[at] = valueEnd += bytes;
      }
      c._sqlite3_reset(select);
      keyStart = keyEnd;
    }
    this.run(this.commit);
    return { values, valueEnds };
  }

  get(key: string): Uint8Array {
    const { c, select, parameters } = this;
    const { written } = new TextEncoder().encodeInto(key, c.HEAPU8.subarray(parameters, parameters + 256));
    c._sqlite3_bind_text(select, 1, parameters, written, 0);
    c._sqlite3_step(select);
    const value = c._sqlite3_column_blob(select, 0);
    const bytes = c._sqlite3_column_bytes(select, 0);
    const found = c.HEAPU8.slice(value, value + bytes);
    c._sqlite3_reset(select);
    return found;
  }

  /** REQUIRES a statement that does not have to wait for the file system. */
  private run(statement: number): void {
    this.c._sqlite3_step(statement);
    if (this.c._sqlite3_reset(statement) !== 0) throw new Error('a statement failed');
  }

  private async prepare(sql: string): Promise<number> {
    for await (const statement of this.api.statements(this.database, sql, { unscoped: true })) return statement;
    throw new Error(`nothing to prepare in ${sql}`);
  }
}
