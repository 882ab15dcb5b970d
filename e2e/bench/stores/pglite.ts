import { PGlite } from '@electric-sql/pglite';
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp';
import { copyStream } from './copy-stream.js';
import { serveStore } from './serve-store.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS rows (key text COLLATE "C" PRIMARY KEY, value bytea);
  CREATE TABLE IF NOT EXISTS versions (key text COLLATE "C", timestamp bigint, value bytea, PRIMARY KEY (key, timestamp));`;

/** PGlite on its pool of access handles in OPFS; loads are COPYs in the binary form. */
class PgliteStore implements Store {
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

  load(rows: readonly Row[]): Promise<void> {
    return this.copy('rows', copyStream(rows.map(({ key, value }) => [key, value])));
  }

  sync(): Promise<void> {
    return this.files.syncToFs(false);
  }

  async put({ key, value }: Row): Promise<void> {
    const sql = 'INSERT INTO rows VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
    await this.database.query(sql, [key, value]);
  }

  async get(key: string): Promise<Uint8Array | null> {
    const { rows } = await this.database.query<Row>('SELECT value FROM rows WHERE key = $1', [key]);
    return rows[0]?.value ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const { rows } = await this.database.query<Row>('SELECT key, value FROM rows WHERE key = ANY ($1)', [keys]);
    const found = new Map(rows.map(({ key, value }) => [key, value]));
    return keys.map((key) => found.get(key) ?? null);
  }

  scan(from: string, limit: number): Promise<Rows> {
    return this.read('SELECT key, value FROM rows WHERE key >= $1 ORDER BY key LIMIT $2', [from, limit]);
  }

  scanAll(): Promise<Rows> {
    return this.read('SELECT key, value FROM rows ORDER BY key', []);
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM rows WHERE key = ANY ($1)', [keys]);
  }

  loadVersions(versions: readonly Version[]): Promise<void> {
    return this.copy(
      'versions',
      copyStream(versions.map(({ key, timestamp, value }) => [key, BigInt(timestamp), value])),
    );
  }

  latest(): Promise<Rows> {
    return this.read('SELECT DISTINCT ON (key) key, value FROM versions ORDER BY key, timestamp DESC', []);
  }

  asOf(timestamp: number): Promise<Rows> {
    const sql = 'SELECT DISTINCT ON (key) key, value FROM versions WHERE timestamp <= $1 ORDER BY key, timestamp DESC';
    return this.read(sql, [timestamp]);
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const sql = `SELECT wanted.at, found.value FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, at)
      CROSS JOIN LATERAL (SELECT value, timestamp FROM versions WHERE versions.key = wanted.key COLLATE "C"
        ORDER BY timestamp DESC LIMIT $2) AS found ORDER BY wanted.at, found.timestamp DESC`;
    const { rows } = await this.database.query<{ readonly at: number; readonly value: Uint8Array }>(sql, [keys, count]);
    const found: Uint8Array[][] = keys.map(() => []);
    for (const { at, value } of rows) found[at - 1]?.push(value);
    return found;
  }

  async compact(): Promise<void> {
    // Each alone: several statements of one call are a transaction.
    await this.database.exec('VACUUM FULL');
    await this.database.exec('CHECKPOINT');
  }

  private async copy(table: string, blob: Blob): Promise<void> {
    await this.database.query(`COPY ${table} FROM '/dev/blob' WITH (FORMAT binary)`, [], { blob });
  }

  private async read(sql: string, parameters: readonly (string | number)[]): Promise<Rows> {
    const { rows } = await this.database.query<Row>(sql, parameters as (string | number)[]);
    return { keys: rows.map(({ key }) => key), values: rows.map(({ value }) => value) };
  }
}

serveStore(new PgliteStore());
