import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';

const SCAN_ROWS = 5_000;

interface RecordStore {
  getAllRecords(options: {
    readonly query: IDBKeyRange | null;
    readonly count: number;
  }): IDBRequest<readonly { readonly key: string; readonly value: Uint8Array }[]>;
}

/** IndexedDB without a library, stored in LevelDB or in SQLite: the cost of the requests alone. */
export class IdbProbe implements Probe {
  private database!: IDBDatabase;

  async open(name: string): Promise<void> {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore('rows');
    this.database = await resultOf(request);
  }

  async close(): Promise<void> {
    this.database.close();
  }

  load(rows: readonly Row[]): Promise<void> {
    const transaction = this.database.transaction('rows', 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore('rows');
    for (const { key, value } of rows) store.put(value, key);
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  scanAll(): Promise<number> {
    const store = this.store() as unknown as RecordStore;
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    return new Promise((resolve, reject) => {
      const read = (query: IDBKeyRange | null) => {
        const request = store.getAllRecords({ query, count: SCAN_ROWS });
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const part = request.result;
          if (part.length === SCAN_ROWS) read(IDBKeyRange.lowerBound(part.at(-1)?.key, true));
          for (const { key, value } of part) {
            keys.push(key);
            values.push(value);
          }
          if (part.length < SCAN_ROWS) resolve(values.length);
        };
      };
      read(null);
    });
  }

  async getMany(keys: readonly string[]): Promise<number> {
    const store = this.store();
    const values = await Promise.all(keys.map((key) => resultOf(store.get(key))));
    return values.filter((value) => value !== undefined).length;
  }

  put(row: Row): Promise<void> {
    return this.load([row]);
  }

  async get(key: string): Promise<number> {
    return (await resultOf<Uint8Array | undefined>(this.store().get(key)))?.length ?? 0;
  }

  private store(): IDBObjectStore {
    return this.database.transaction('rows').objectStore('rows');
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
