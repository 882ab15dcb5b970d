import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { newestByKey } from './newest-by-key.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

/** Rows read by one getAll of a full scan. */
const SCAN_ROWS = 10_000;

/** IndexedDB through `idb`: one transaction a batch, requests of a transaction all started at once, `getAll` for ranges. */
export class IdbStore implements Store {
  private database!: IDBPDatabase;
  private durability: Durability = 'relaxed';

  async open(name: string, durability: Durability): Promise<void> {
    this.durability = durability;
    this.database = await openDB(name, 1, {
      upgrade(database) {
        for (const store of ['rows', 'versions', 'marks']) database.createObjectStore(store);
      },
    });
  }

  async close(): Promise<void> {
    this.database.close();
  }

  load(rows: readonly Row[]): Promise<void> {
    return this.write('rows', (store) => {
      for (const { key, value } of rows) void store.put(value, key);
    });
  }

  sync(): Promise<void> {
    return this.write('marks', (store) => void store.put(0, 'loaded'), 'strict');
  }

  put({ key, value }: Row): Promise<void> {
    return this.write('rows', (store) => void store.put(value, key));
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.database.get('rows', key)) ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const { store } = this.database.transaction('rows');
    return Promise.all(keys.map(async (key) => (await store.get(key)) ?? null));
  }

  scan(from: string, limit: number): Promise<Rows> {
    return this.range(IDBKeyRange.lowerBound(from), limit);
  }

  async scanAll(): Promise<Rows> {
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    for (let range: IDBKeyRange | null = null; ; range = IDBKeyRange.lowerBound(keys.at(-1), true)) {
      const part = await this.range(range, SCAN_ROWS);
      for (const key of part.keys) keys.push(key);
      for (const value of part.values) values.push(value);
      if (part.keys.length < SCAN_ROWS) return { keys, values };
    }
  }

  deleteMany(keys: readonly string[]): Promise<void> {
    return this.write('rows', (store) => {
      for (const key of keys) void store.delete(key);
    });
  }

  loadVersions(versions: readonly Version[]): Promise<void> {
    // The newest first, so that the first of a key is its newest.
    return this.write('versions', (store) => {
      for (const { key, timestamp, value } of versions) void store.put(value, [key, -timestamp]);
    });
  }

  latest(): Promise<Rows> {
    return this.asOf(Number.POSITIVE_INFINITY);
  }

  async asOf(timestamp: number): Promise<Rows> {
    const { store } = this.database.transaction('versions');
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return newestByKey(keys as [string, number][], values as readonly Uint8Array[], timestamp);
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const { store } = this.database.transaction('versions');
    return Promise.all(keys.map((key) => store.getAll(IDBKeyRange.bound([key], [key, []]), count)));
  }

  private async range(range: IDBKeyRange | null, limit: number): Promise<Rows> {
    const { store } = this.database.transaction('rows');
    const [keys, values] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)]);
    return { keys: keys as string[], values };
  }

  /** Starts all requests of one transaction and waits for its end alone. */
  private async write(
    name: string,
    work: (store: IDBPTransaction<unknown, [string], 'readwrite'>['store']) => void,
    durability: Durability = this.durability,
  ): Promise<void> {
    const transaction = this.database.transaction(name, 'readwrite', { durability });
    work(transaction.store);
    transaction.commit();
    await transaction.done;
  }
}
