import { type IDBPDatabase, openDB, unwrap, wrap } from 'idb';
import { newestByKey } from './newest-by-key.js';
import { NOTE_COLUMNS, type NoteTable } from './notes.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

/**
 * The number of rows that one request of a full scan reads. In LevelDB, 2,000 were slower; in SQLite there was no
 * difference.
 */
const SCAN_ROWS = 5_000;

/**
 * A key and its value. From version 141 on, Chromium returns both in one request; the libraries do not have the type
 * yet.
 */
interface StoredRecord<Key> {
  readonly key: Key;
  readonly value: Uint8Array;
}

interface RecordStore<Key> {
  getAllRecords(options: {
    readonly query: IDBKeyRange | null;
    readonly count: number;
  }): Promise<readonly StoredRecord<Key>[]>;
}

/**
 * IndexedDB through `idb`: one transaction per batch, with all requests of a transaction started at once. If there are
 * many requests, `unwrap` is used to avoid a promise for each; a single get waits for its request alone. Ranges are
 * read by `getAllRecords`. A full scan makes several such requests, and starts the next one before the page reads the
 * records of the last one.
 */
export class IdbStore implements Store {
  private database!: IDBPDatabase;
  private durability: Durability = 'relaxed';

  async open(name: string, durability: Durability): Promise<void> {
    this.durability = durability;
    // A new database gets version 1; `openNotes` gives it a later one.
    this.database = await openDB(name, undefined, {
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
      for (const { key, value } of rows) store.put(value, key);
    });
  }

  flush(): Promise<void> {
    return this.write('marks', (store) => store.put(0, 'loaded'), 'strict');
  }

  put({ key, value }: Row): Promise<void> {
    return this.write('rows', (store) => store.put(value, key));
  }

  async get(key: string): Promise<Uint8Array | null> {
    const request = unwrap(this.database).transaction('rows').objectStore('rows').get(key);
    return (await wrap(request)) ?? null;
  }

  async exchange({ key, value }: Row): Promise<Uint8Array | null> {
    const { durability } = this;
    const transaction = this.database.transaction('rows', 'readwrite', { durability });
    const unwrapped = unwrap(transaction);
    const rows = unwrapped.objectStore('rows');
    const old = rows.get(key);
    old.onsuccess = () => {
      rows.put(value, key);
      unwrapped.commit();
    };
    await transaction.done;
    return old.result ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const transaction = this.database.transaction('rows');
    const store = unwrap(transaction.store);
    const requests = keys.map((key) => store.get(key));
    transaction.commit();
    await transaction.done;
    return requests.map(({ result }) => (result as Uint8Array | undefined) ?? null);
  }

  async scan(from: string, limit: number): Promise<Rows> {
    const rows = this.records<string>('rows').getAllRecords({ query: IDBKeyRange.lowerBound(from), count: limit });
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    for (const { key, value } of await rows) {
      keys.push(key);
      values.push(value);
    }
    return { keys, values };
  }

  scanAll(): Promise<Rows> {
    return this.readAll<string>('rows');
  }

  deleteMany(keys: readonly string[]): Promise<void> {
    return this.write('rows', (store) => {
      for (const key of keys) store.delete(key);
    });
  }

  loadVersions(versions: readonly Version[]): Promise<void> {
    // The newest version comes first, so the first version of a key is its newest.
    return this.write('versions', (store) => {
      for (const { key, timestamp, value } of versions) store.put(value, [key, -timestamp]);
    });
  }

  latest(): Promise<Rows> {
    return this.asOf(Number.POSITIVE_INFINITY);
  }

  async asOf(timestamp: number): Promise<Rows> {
    const { keys, values } = await this.readAll<[string, number]>('versions');
    return newestByKey(keys, values, timestamp);
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const transaction = this.database.transaction('versions');
    const { store } = transaction;
    const found = Promise.all(keys.map((key) => store.getAll(IDBKeyRange.bound([key], [key, []]), count)));
    transaction.commit();
    return found;
  }

  async openNotes(isIndexed: boolean): Promise<NoteTable> {
    this.database.close();
    this.database = await openDB(this.database.name, isIndexed ? 3 : 2, {
      upgrade(database, from, _, transaction) {
        const notes =
          from < 2 ? database.createObjectStore('notes', { keyPath: 'key' }) : transaction.objectStore('notes');
        if (isIndexed) for (const column of NOTE_COLUMNS) notes.createIndex(column, column);
      },
    });
    const { database } = this;
    return {
      put: (note) => this.write('notes', (store) => store.put(note)),
      putAll: (notes) =>
        this.write('notes', (store) => {
          for (const note of notes) store.put(note);
        }),
      scan: (from, limit) => database.getAll('notes', IDBKeyRange.lowerBound(from), limit),
      find: (column, text) => database.getAllFromIndex('notes', column, text),
    };
  }

  private async readAll<Key extends IDBValidKey>(name: string): Promise<{ keys: Key[]; values: Uint8Array[] }> {
    const store = this.records<Key>(name);
    const keys: Key[] = [];
    const values: Uint8Array[] = [];
    for (let next = store.getAllRecords({ query: null, count: SCAN_ROWS }); ; ) {
      const part = await next;
      const isLast = part.length < SCAN_ROWS;
      if (!isLast) {
        const query = IDBKeyRange.lowerBound(part.at(-1)?.key, true);
        next = store.getAllRecords({ query, count: SCAN_ROWS });
      }
      for (const { key, value } of part) {
        keys.push(key);
        values.push(value);
      }
      if (isLast) return { keys, values };
    }
  }

  /** The object store in a separate transaction. */
  private records<Key>(name: string): RecordStore<Key> {
    return this.database.transaction(name).store as unknown as RecordStore<Key>;
  }

  /** Starts all requests of one transaction and waits only for the end of the transaction. */
  private async write(
    name: string,
    work: (store: IDBObjectStore) => void,
    durability: Durability = this.durability,
  ): Promise<void> {
    const transaction = this.database.transaction(name, 'readwrite', { durability });
    const unwrapped = unwrap(transaction);
    work(unwrapped.objectStore(name));
    unwrapped.commit();
    await transaction.done;
  }
}
