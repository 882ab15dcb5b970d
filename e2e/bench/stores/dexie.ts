import { Dexie, type EntityTable, type Table } from 'dexie';
import { newestByKey } from './newest-by-key.js';
import { NOTE_COLUMNS, type Note, type NoteTable } from './notes.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

/** Dexie: bulk methods, and ranges of primary keys, which it reads with one `getAll`. */
export class DexieStore implements Store {
  private database!: ReturnType<typeof openDexie>;
  private durability: Durability = 'relaxed';

  async open(name: string, durability: Durability): Promise<void> {
    this.durability = durability;
    this.database = openDexie(name, durability);
    await this.database.open();
  }

  async close(): Promise<void> {
    this.database.close();
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.database.rows.bulkPut(rows as Row[]);
  }

  async flush(): Promise<void> {
    // The durability is a property of an instance, not of a transaction.
    const strict = openDexie(this.database.name, 'strict', this.database.verno);
    await strict.open();
    await strict.marks.put({ key: 'loaded' });
    strict.close();
  }

  async put(row: Row): Promise<void> {
    await this.database.rows.put(row);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.database.rows.get(key))?.value ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return (await this.database.rows.bulkGet(keys as string[])).map((row) => row?.value ?? null);
  }

  async scan(from: string, limit: number): Promise<Rows> {
    return toRows(await this.database.rows.where('key').aboveOrEqual(from).limit(limit).toArray());
  }

  async scanAll(): Promise<Rows> {
    return toRows(await this.database.rows.toArray());
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    await this.database.rows.bulkDelete(keys as string[]);
  }

  exchange(row: Row): Promise<Uint8Array | null> {
    const { rows } = this.database;
    return this.database.transaction('rw', rows, async () => {
      const old = await rows.get(row.key);
      await rows.put(row);
      return old?.value ?? null;
    });
  }

  async loadVersions(versions: readonly Version[]): Promise<void> {
    // The newest version comes first, so the first version of a key is its newest.
    await this.database.versions.bulkPut(versions.map((version) => ({ ...version, timestamp: -version.timestamp })));
  }

  latest(): Promise<Rows> {
    return this.asOf(Number.POSITIVE_INFINITY);
  }

  async asOf(timestamp: number): Promise<Rows> {
    const all = await this.database.versions.toArray();
    return newestByKey(
      all.map((version) => [version.key, version.timestamp] as const),
      all.map(({ value }) => value),
      timestamp,
    );
  }

  newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const { versions } = this.database;
    return this.database.transaction('r', versions, () =>
      Promise.all(
        keys.map(async (key) => {
          const range = versions.where('[key+timestamp]').between([key, Dexie.minKey], [key, Dexie.maxKey]);
          return (await range.limit(count).toArray()).map(({ value }) => value);
        }),
      ),
    );
  }

  async openNotes(isIndexed: boolean): Promise<NoteTable> {
    this.database.close();
    this.database = openDexie(this.database.name, this.durability, isIndexed ? 3 : 2);
    await this.database.open();
    const { notes } = this.database;
    return {
      put: async (note) => void (await notes.put(note)),
      putAll: async (some) => void (await notes.bulkPut(some as Note[])),
      scan: (from, limit) => notes.where('key').aboveOrEqual(from).limit(limit).toArray(),
      find: (column, text) => notes.where(column).equals(text).toArray(),
    };
  }
}

/** What each version of the schema adds: most workloads need only the first. */
const SCHEMA = [
  { rows: 'key', versions: '[key+timestamp]', marks: 'key' },
  { notes: 'key' },
  { notes: ['key', ...NOTE_COLUMNS].join(', ') },
] as const;

/** Opens an existing database with a later schema, too; it then keeps what that has added. */
function openDexie(name: string, durability: Durability, version: number = 1) {
  const database = new Dexie(name, { chromeTransactionDurability: durability }) as Dexie & {
    readonly rows: EntityTable<Row, 'key'>;
    readonly versions: Table<Version, [string, number]>;
    readonly marks: EntityTable<{ readonly key: string }, 'key'>;
    readonly notes: EntityTable<Note, 'key'>;
  };
  for (const [at, tables] of SCHEMA.slice(0, version).entries()) database.version(at + 1).stores(tables);
  return database;
}

function toRows(rows: readonly Row[]): Rows {
  return { keys: rows.map(({ key }) => key), values: rows.map(({ value }) => value) };
}
