import { PGlite, protocol } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { copyStream } from './copy-stream.js';
import type { PackedRows } from './packed-rows.js';
import type { PackedValues } from './packed-values.js';
import { byteaArray, MessageReader, type OnRow, runMessages, textArray } from './postgres-messages.js';
import type { RowSink } from './row-sink.js';
import { serveStore } from './serve-store.js';
import type { ServedStore } from './served-store.js';
import type { Durability } from './store.js';

const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea);
  CREATE TABLE IF NOT EXISTS versions (key text COLLATE "C", timestamp bigint, value bytea);
  CREATE UNIQUE INDEX IF NOT EXISTS versions_newest_first ON versions (key, timestamp DESC);`;

/** Statements that are prepared once. */
const STATEMENTS = {
  put: 'INSERT INTO rows VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  putAll: `INSERT INTO rows SELECT * FROM unnest($1::text[], $2::bytea[])
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  get: 'SELECT value FROM rows WHERE key = $1',
  getMany: 'SELECT key, value FROM rows WHERE key = ANY ($1::text[])',
  scan: 'SELECT key, value FROM rows WHERE key >= $1 ORDER BY key LIMIT $2',
  scanAll: 'SELECT key, value FROM rows ORDER BY key',
  remove: 'DELETE FROM rows WHERE key = ANY ($1::text[])',
  latest: 'SELECT DISTINCT ON (key) key, value FROM versions ORDER BY key, timestamp DESC',
  asOf: 'SELECT DISTINCT ON (key) key, value FROM versions WHERE timestamp <= $1::bigint ORDER BY key, timestamp DESC',
  newest: `SELECT wanted.at::int4, found.value FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, at)
    CROSS JOIN LATERAL (SELECT value, timestamp FROM versions WHERE versions.key = wanted.key COLLATE "C"
      ORDER BY timestamp DESC LIMIT $2) AS found ORDER BY wanted.at, found.timestamp DESC`,
} as const;

/** Every engine that has a page cache gets 64 MiB. */
const SETTINGS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'];

type Statement = keyof typeof STATEMENTS;
type Parameter = string | Uint8Array;

/**
 * PGlite on its pool of access handles in OPFS. Loads into an empty table are COPYs in binary form. All other calls are
 * messages of PostgreSQL's protocol to prepared statements. Their rows arrive in binary form and are packed while the
 * server continues to read.
 */
class PgliteStore implements ServedStore {
  private files!: OpfsAhpFS;
  private database!: PGlite;
  /** Whether the table had rows when it was opened: a load may contain existing rows, which a COPY would refuse. */
  private hadRows = false;

  async open(name: string, durability: Durability): Promise<void> {
    this.files = new OpfsAhpFS(name);
    const relaxedDurability = durability === 'relaxed';
    this.database = await PGlite.create({ fs: this.files, relaxedDurability, startParams: SETTINGS });
    await this.database.exec(CREATE_TABLES);
    this.hadRows = (await this.database.query('SELECT FROM rows LIMIT 1')).rows.length > 0;
    const { serialize } = protocol;
    for (const [name, text] of Object.entries(STATEMENTS)) {
      await this.database.execProtocol(serialize.parse({ name, text }), { syncToFs: false });
    }
    await this.database.execProtocol(serialize.sync(), { syncToFs: false });
  }

  async close(): Promise<void> {
    // PGlite has no background process that would do this.
    await this.database.exec('ANALYZE');
    await this.database.close();
  }

  load(rows: PackedRows): Promise<void> {
    if (this.hadRows) return this.write('putAll', [textArray(rows.keys), byteaArray(rows.values)]);
    return this.copy('rows', copyStream(rows));
  }

  flush(): Promise<void> {
    return this.files.syncToFs(false);
  }

  put(key: string, value: Uint8Array): Promise<void> {
    return this.write('put', [key, value]);
  }

  async get(key: string): Promise<Uint8Array | null> {
    let value: Uint8Array | null = null;
    await this.read('get', [key], (bytes, view, at) => {
      value = bytes.slice(at + 6, at + 6 + view.getInt32(at + 2));
    });
    return value;
  }

  async getMany(keys: PackedValues, sink: RowSink): Promise<void> {
    const decoder = new TextDecoder();
    const found = new Map<string, Uint8Array>();
    await this.read('getMany', [textArray(keys)], (bytes, view, at) => {
      const keyEnd = at + 6 + view.getInt32(at + 2);
      const value = bytes.slice(keyEnd + 4, keyEnd + 4 + view.getInt32(keyEnd));
      found.set(decoder.decode(bytes.subarray(at + 6, keyEnd)), value);
    });
    let start = 0;
    for (const end of keys.ends) {
      addFound(sink, found.get(decoder.decode(keys.bytes.subarray(start, end))));
      start = end;
    }
  }

  scan(from: string, limit: number, sink: RowSink): Promise<void> {
    return this.readRows('scan', [from, String(limit)], sink);
  }

  scanAll(sink: RowSink): Promise<void> {
    return this.readRows('scanAll', [], sink);
  }

  deleteMany(keys: PackedValues): Promise<void> {
    return this.write('remove', [textArray(keys)]);
  }

  loadVersions(versions: PackedRows, timestamps: Float64Array): Promise<void> {
    return this.copy('versions', copyStream(versions, timestamps));
  }

  latest(sink: RowSink): Promise<void> {
    return this.readRows('latest', [], sink);
  }

  asOf(timestamp: number, sink: RowSink): Promise<void> {
    return this.readRows('asOf', [String(timestamp)], sink);
  }

  async newest(keys: PackedValues, count: number, sink: RowSink): Promise<void> {
    const found: Uint8Array[][] = Array.from(keys.ends, () => []);
    await this.read('newest', [textArray(keys), String(count)], (bytes, view, at) => {
      // After the count of fields and a length: the index in the list, 4 bytes, then the value.
      const value = at + 14;
      found[view.getInt32(at + 6) - 1]?.push(bytes.slice(value, value + view.getInt32(at + 10)));
    });
    for (const values of found) {
      for (let index = 0; index < count; index++) addFound(sink, values[index]);
    }
  }

  async compact(): Promise<void> {
    // Each statement is sent alone, because several statements in one call form a transaction. Without a table name,
    // VACUUM FULL also rewrites the tables of the catalog, which took more than 35 seconds with 100,000 rows.
    await this.database.exec('VACUUM FULL rows');
    await this.database.exec('VACUUM FULL versions');
    await this.database.exec('CHECKPOINT');
  }

  private async copy(table: string, blob: Blob): Promise<void> {
    await this.database.query(`COPY ${table} FROM '/dev/blob' WITH (FORMAT binary)`, [], { blob });
  }

  private readRows(statement: Statement, values: readonly Parameter[], sink: RowSink): Promise<void> {
    return this.read(statement, values, (bytes, view, at) => {
      const keyEnd = at + 6 + view.getInt32(at + 2);
      sink.add(bytes, at + 6, keyEnd, keyEnd + 4, keyEnd + 4 + view.getInt32(keyEnd));
    });
  }

  private read(statement: Statement, values: readonly Parameter[], onRow: OnRow): Promise<void> {
    return this.send(runMessages(statement, values), false, onRow);
  }

  private write(statement: Statement, values: readonly Parameter[]): Promise<void> {
    return this.send(runMessages(statement, values), true, () => {});
  }

  private async send(messages: Uint8Array, syncToFs: boolean, onRow: OnRow): Promise<void> {
    const reader = new MessageReader(onRow);
    await this.database.execProtocolRawStream(messages, { syncToFs, onRawData: (data) => reader.add(data) });
    reader.end();
  }
}

function addFound(sink: RowSink, value: Uint8Array | undefined): void {
  if (value === undefined) sink.addMissing();
  else sink.addValue(value);
}

serveStore(new PgliteStore());
