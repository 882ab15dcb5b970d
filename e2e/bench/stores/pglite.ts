import { PGlite } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { copyStream } from './copy-stream.js';
import { unpackKeys } from './packed-keys.js';
import type { PackedRows } from './packed-rows.js';
import { type PackedValues, unpackAll } from './packed-values.js';
import type { RowSink } from './row-sink.js';
import { serveStore } from './serve-store.js';
import type { ServedStore } from './served-store.js';
import type { Durability, Row } from './store.js';

const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea);
  CREATE TABLE IF NOT EXISTS versions (key text COLLATE "C", timestamp bigint, value bytea, PRIMARY KEY (key, timestamp));`;

/** PGlite on its pool of access handles in OPFS; loads are COPYs in the binary form. */
class PgliteStore implements ServedStore {
  private files!: OpfsAhpFS;
  private database!: PGlite;

  async open(name: string, durability: Durability): Promise<void> {
    this.files = new OpfsAhpFS(name);
    this.database = await PGlite.create({ fs: this.files, relaxedDurability: durability === 'relaxed' });
    await this.database.exec(CREATE_TABLES);
  }

  async close(): Promise<void> {
    // There is no process beside it that would do so.
    await this.database.exec('ANALYZE');
    await this.database.close();
  }

  load(rows: PackedRows): Promise<void> {
    const values = unpackAll(rows.values);
    return this.copy('rows', copyStream(keysOf(rows.keys).map((key, index) => [key, values[index] as Uint8Array])));
  }

  sync(): Promise<void> {
    return this.files.syncToFs(false);
  }

  async put(key: string, value: Uint8Array): Promise<void> {
    const sql = 'INSERT INTO rows VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
    await this.database.query(sql, [key, value]);
  }

  async get(key: string): Promise<Uint8Array | null> {
    const { rows } = await this.database.query<Row>('SELECT value FROM rows WHERE key = $1', [key]);
    return rows[0]?.value.slice() ?? null;
  }

  async getMany(packed: PackedValues, sink: RowSink): Promise<void> {
    const keys = keysOf(packed);
    const { rows } = await this.database.query<Row>('SELECT key, value FROM rows WHERE key = ANY ($1)', [keys]);
    const found = new Map(rows.map(({ key, value }) => [key, value]));
    for (const key of keys) addFound(sink, found.get(key));
  }

  scan(from: string, limit: number, sink: RowSink): Promise<void> {
    return this.read('SELECT key, value FROM rows WHERE key >= $1 ORDER BY key LIMIT $2', [from, limit], sink);
  }

  scanAll(sink: RowSink): Promise<void> {
    return this.read('SELECT key, value FROM rows ORDER BY key', [], sink);
  }

  async deleteMany(keys: PackedValues): Promise<void> {
    await this.database.query('DELETE FROM rows WHERE key = ANY ($1)', [keysOf(keys)]);
  }

  loadVersions(versions: PackedRows, timestamps: Float64Array): Promise<void> {
    const values = unpackAll(versions.values);
    const rows = keysOf(versions.keys).map(
      (key, index) => [key, BigInt(timestamps[index] as number), values[index] as Uint8Array] as const,
    );
    return this.copy('versions', copyStream(rows));
  }

  latest(sink: RowSink): Promise<void> {
    return this.read('SELECT DISTINCT ON (key) key, value FROM versions ORDER BY key, timestamp DESC', [], sink);
  }

  asOf(timestamp: number, sink: RowSink): Promise<void> {
    const sql = 'SELECT DISTINCT ON (key) key, value FROM versions WHERE timestamp <= $1 ORDER BY key, timestamp DESC';
    return this.read(sql, [timestamp], sink);
  }

  async newest(packed: PackedValues, count: number, sink: RowSink): Promise<void> {
    const keys = keysOf(packed);
    const sql = `SELECT wanted.at, found.value FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, at)
      CROSS JOIN LATERAL (SELECT value, timestamp FROM versions WHERE versions.key = wanted.key COLLATE "C"
        ORDER BY timestamp DESC LIMIT $2) AS found ORDER BY wanted.at, found.timestamp DESC`;
    const { rows } = await this.database.query<{ readonly at: number; readonly value: Uint8Array }>(sql, [keys, count]);
    const found: Uint8Array[][] = keys.map(() => []);
    for (const { at, value } of rows) found[at - 1]?.push(value);
    for (const values of found) {
      for (let index = 0; index < count; index++) addFound(sink, values[index]);
    }
  }

  async compact(): Promise<void> {
    // Each alone: several statements of one call are a transaction.
    await this.database.exec('VACUUM FULL');
    await this.database.exec('CHECKPOINT');
  }

  private async copy(table: string, blob: Blob): Promise<void> {
    await this.database.query(`COPY ${table} FROM '/dev/blob' WITH (FORMAT binary)`, [], { blob });
  }

  private async read(sql: string, parameters: readonly (string | number)[], sink: RowSink): Promise<void> {
    const { rows } = await this.database.query<Row>(sql, parameters as (string | number)[]);
    for (const { key, value } of rows) sink.addRow(key, value);
  }
}

function keysOf(packed: PackedValues): string[] {
  const keys: string[] = [];
  unpackKeys(packed, keys);
  return keys;
}

function addFound(sink: RowSink, value: Uint8Array | undefined): void {
  if (value === undefined) sink.addMissing();
  else sink.addValue(value);
}

serveStore(new PgliteStore());
