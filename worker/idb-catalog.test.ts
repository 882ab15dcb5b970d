import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../lib/clock.js';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import { SimCatalog } from '../lib/simulation/sim-catalog.js';
import type { CatalogEdit } from '../lib/storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../lib/storage/catalog/catalog-image.js';
import { catalogSuite } from '../lib/testing/conformance/catalog-suite.js';
import { sampleDatabase, sampleImage } from '../lib/testing/samples/sample-images.js';
import { IdbCatalog } from './idb-catalog.js';
import { deleteIdbCatalog } from './idb-connection.js';

const clock: Clock = new ManualClock();
const realTransaction = IDBDatabase.prototype.transaction;
const realOpen = IDBFactory.prototype.open;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(() => {
  IDBDatabase.prototype.transaction = realTransaction;
  IDBFactory.prototype.open = realOpen;
});

function edit(generation: number): CatalogEdit {
  return { database: sampleDatabase(1, generation) };
}

function newCatalog(name = 'test'): IdbCatalog {
  return new IdbCatalog({ name, clock });
}

/** A catalog that contains generation 1. */
async function filled(): Promise<IdbCatalog> {
  const catalog = newCatalog();
  await catalog.replace(sampleImage(1, 1));
  return catalog;
}

async function storedGeneration(): Promise<number | undefined> {
  const catalog = newCatalog();
  const image = await catalog.open();
  await catalog.close();
  return image?.database.generation;
}

/** Lets `harm` see the next `times` transactions before their user does. */
function onTransaction(times: number, harm: (transaction: IDBTransaction) => void): void {
  let left = times;
  IDBDatabase.prototype.transaction = function (...parameters) {
    const transaction = realTransaction.apply(this, parameters);
    if (left-- > 0) harm(transaction);
    return transaction;
  };
}

/** Makes a transaction end for its user as if the server was lost just after it had committed. */
function loseAnswer(transaction: IDBTransaction): void {
  const listen = transaction.addEventListener.bind(transaction);
  // fake-indexeddb removes another listener if it does not find the one to remove.
  transaction.removeEventListener = () => {};
  // The first listeners are those of `idb`, later ones those of the database itself.
  const first = new Map<string, (event: Event) => void>();
  transaction.addEventListener = (type: string, listener: unknown) => {
    if (first.has(type)) return listen(type as 'complete', listener as (event: Event) => void);
    first.set(type, listener as (event: Event) => void);
    if (type !== 'complete') return;
    listen('complete', (event) => {
      Object.defineProperty(transaction, 'error', { value: lost() });
      first.get('abort')?.(event);
    });
  };
}

function lost(): DOMException {
  return new DOMException('Connection to Indexed Database server lost', 'UnknownError');
}

describe('IdbCatalog', () => {
  catalogSuite({ test: (name, body) => it(name, body) }, async () => {
    const opened: IdbCatalog[] = [];
    const another = async (): Promise<IdbCatalog> => {
      const catalog = newCatalog();
      opened.push(catalog);
      return catalog;
    };
    return {
      catalog: await another(),
      another,
      dispose: async () => {
        for (const catalog of opened) await catalog.close();
      },
    };
  });

  it('requests strict durability for every change', async () => {
    const durabilities: (string | undefined)[] = [];
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') durabilities.push(options?.durability);
      return realTransaction.call(this, stores, mode, options);
    };
    const catalog = await filled();
    await catalog.commit(edit(2));
    expect(durabilities).toEqual(['strict', 'strict']);
  });

  it('keeps the catalogs of two databases apart', async () => {
    const one = newCatalog('one');
    await one.replace(sampleImage(1, 1));
    const two = newCatalog('two');
    expect(await two.open()).toBeNull();
    await two.replace(sampleImage(3, 3));
    expect((await one.open())?.database.generation).toBe(1);
    expect((await indexedDB.databases()).map(({ name }) => name).sort()).toEqual(['bigtab/one', 'bigtab/two']);
  });

  it('is not created by a read or a commit', async () => {
    const catalog = newCatalog();
    expect(await catalog.open()).toBeNull();
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ code: 'FENCED', details: { stored: null } });
    expect(await indexedDB.databases()).toEqual([]);
    await Promise.all([catalog.open(), catalog.replace(sampleImage(1, 1))]);
    expect(await storedGeneration()).toBe(1);
  });

  it('shares a catalog with a build that has added stores, and adds its own where they are missing', async () => {
    const newer = await openDB('bigtab/test', 7, { upgrade: (db) => void db.createObjectStore('future') });
    newer.close();
    const catalog = await filled();
    expect((await catalog.open())?.database.generation).toBe(1);
    await catalog.close();
    const again = await openDB('bigtab/test');
    expect([...again.objectStoreNames]).toEqual(['database', 'future', 'tables']);
    again.close();
  });

  it('is corrupt or too new if its records are', async () => {
    const catalog = await filled();
    const raw = await openDB('bigtab/test');
    await raw.put('tables', { id: 2, name: 5 });
    await expect(catalog.open()).rejects.toMatchObject({ code: 'CORRUPTION' });
    await raw.put('database', { format: FORMAT_VERSION + 1 }, 'database');
    await expect(catalog.open()).rejects.toMatchObject({ code: 'FORMAT_TOO_NEW' });
    raw.close();
  });
});

/** Ends connections as a browser does; the stored data is deleted or kept. */
function endConnections(connections: readonly IDBDatabase[], how: 'cleared' | 'kept'): void {
  if (how === 'cleared') globalThis.indexedDB = new IDBFactory();
  for (const connection of connections) forceCloseDatabase(connection as never);
}

describe('IdbCatalog whose connection the browser ends', () => {
  for (const how of ['cleared', 'kept'] as const) {
    it(`reports it, and reads the stored data without creating a catalog: ${how}`, async () => {
      const connections: IDBDatabase[] = [];
      IDBDatabase.prototype.transaction = function (...parameters) {
        if (!connections.includes(this)) connections.push(this);
        return realTransaction.apply(this, parameters);
      };
      const catalog = await filled();
      let ended = 0;
      catalog.onEnded = () => ended++;
      endConnections(connections, how);
      expect(ended).toBe(1);
      const image = await catalog.open();
      expect(image?.database.generation).toBe(how === 'kept' ? 1 : undefined);
      expect(await indexedDB.databases()).toHaveLength(how === 'kept' ? 1 : 0);
    });
  }

  it('reports it when another tab deletes the catalog', async () => {
    const catalog = await filled();
    let ended = 0;
    catalog.onEnded = () => ended++;
    await deleteIdbCatalog('test', clock);
    expect([ended, await catalog.open(), await indexedDB.databases()]).toEqual([1, null, []]);
  });
});

describe('IdbCatalog under faults', () => {
  it('opens a new connection when the old one is closed, and runs every call once', async () => {
    for (const name of ['InvalidStateError', 'UnknownError', 'AbortError']) {
      globalThis.indexedDB = new IDBFactory();
      const catalog = await filled();
      let failures = 0;
      const failNext = (): void => {
        let left = 1;
        IDBDatabase.prototype.transaction = function (...parameters) {
          if (left-- > 0) {
            failures++;
            throw new DOMException('The database connection is closing', name);
          }
          return realTransaction.apply(this, parameters);
        };
      };
      failNext();
      expect((await catalog.open())?.database.generation).toBe(1);
      failNext();
      await catalog.commit(edit(2));
      failNext();
      await catalog.replace(sampleImage(1, 3));
      expect(failures).toBe(3);
      expect(await storedGeneration()).toBe(3);
      await catalog.close();
    }
  });

  it('rejects when the second try fails too, and works again afterwards', async () => {
    const catalog = await filled();
    onTransaction(2, () => {
      throw lost();
    });
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ name: 'UnknownError' });
    await catalog.commit(edit(2));
    expect(await storedGeneration()).toBe(2);
  });

  it('treats a commit that ran but was not answered as done, once', async () => {
    const catalog = await filled();
    onTransaction(1, loseAnswer);
    await catalog.commit(edit(2));
    expect(await storedGeneration()).toBe(2);
    await catalog.commit(edit(3));
    await expect(catalog.commit(edit(3))).rejects.toMatchObject({ code: 'CORRUPTION' });
  });

  it('replaces an image of the same generation, even if the first try is lost', async () => {
    const catalog = await filled();
    onTransaction(1, () => {
      throw lost();
    });
    await catalog.replace(sampleImage(1, 1, [7]));
    expect(await catalog.open()).toEqual(sampleImage(1, 1, [7]));
  });

  it('does not mistake the commit of another writer for its own', async () => {
    const catalog = await filled();
    await (await filled()).replace(sampleImage(2, 1));
    onTransaction(1, () => {
      throw lost();
    });
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ code: 'FENCED' });
  });

  it('changes nothing when the transaction is aborted after its requests succeeded', async () => {
    const catalog = await filled();
    onTransaction(2, (transaction) => {
      let successes = 0;
      const put = IDBObjectStore.prototype.put;
      const store = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => {
        const found = store(name);
        found.put = function (...parameters) {
          const request = put.apply(this, parameters);
          request.addEventListener('success', () => {
            if (++successes === 1) transaction.abort();
          });
          return request;
        };
        return found;
      };
    });
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ name: 'AbortError' });
    expect(await storedGeneration()).toBe(1);
    await catalog.commit(edit(2));
  });

  it('rejects with QUOTA_EXCEEDED when there is no room', async () => {
    for (const name of ['QuotaExceededError', 'DataError']) {
      globalThis.indexedDB = new IDBFactory();
      const catalog = await filled();
      onTransaction(1, () => {
        throw new DOMException('full', name);
      });
      await expect(catalog.commit(edit(2))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      await catalog.commit(edit(2));
    }
  });

  it('closes its connection when another tab wants to delete the catalog, and is fenced', async () => {
    const catalog = await filled();
    await deleteIdbCatalog('test', clock);
    expect(await indexedDB.databases()).toEqual([]);
    await expect(catalog.commit(edit(2))).rejects.toMatchObject({ code: 'FENCED' });
    expect(await catalog.open()).toBeNull();
  });

  it('waits at most 5 s for IndexedDB to open, and closes a connection that comes too late', async () => {
    const manual = new ManualClock();
    const opened: IDBOpenDBRequest[] = [];
    IDBFactory.prototype.open = function (...parameters) {
      const request = realOpen.apply(this, parameters);
      opened.push(request);
      return request;
    };
    const catalog = new IdbCatalog({ name: 'test', clock: manual });
    const opening = catalog.replace(sampleImage(1, 1));
    manual.advance(5000);
    await expect(opening).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { reason: 'io-error' } });
    await new Promise((resolve) => opened[0]?.addEventListener('success', resolve));
    await Promise.resolve();
    const connection = opened[0]?.result;
    expect(() => connection?.transaction('database')).toThrowError(
      expect.objectContaining({ name: 'InvalidStateError' }),
    );
    expect(await newCatalog().open()).toBeNull();
    expect(await catalog.open()).toBeNull();
  });

  it('reports that another tab prevents it from opening', async () => {
    const manual = new ManualClock();
    const stubborn = await openDB('bigtab/test', 1, { upgrade: (db) => void db.createObjectStore('past') });
    const catalog = new IdbCatalog({ name: 'test', clock: manual });
    const opening = catalog.open();
    const blocked = new Promise((resolve) => {
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...parameters) {
        const request = open.apply(this, parameters);
        request.addEventListener('blocked', resolve);
        return request;
      };
    });
    await blocked;
    manual.advance(5000);
    await expect(opening).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    stubborn.close();
  });

  it('rejects with STORAGE_UNAVAILABLE if IndexedDB is missing or refuses to open', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
    await expect(newCatalog().open()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    globalThis.indexedDB = undefined as unknown as IDBFactory;
    await expect(newCatalog().open()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('opens again once when the backing store fails', async () => {
    let failures = 1;
    IDBFactory.prototype.open = function (...parameters) {
      if (failures-- > 0) throw new DOMException('Internal error opening backing store', 'UnknownError');
      return realOpen.apply(this, parameters);
    };
    expect(await newCatalog().open()).toBeNull();
  });
});

describe('SimCatalog around the IndexedDB catalog', () => {
  it('gives each image its own catalog', async () => {
    let number = 0;
    const catalog = new SimCatalog({
      seed: 1,
      make: async (image) => {
        const inner = newCatalog(`sim-${number++}`);
        if (image !== null) await inner.replace(image);
        return inner;
      },
    });
    await catalog.replace(sampleImage(1, 1));
    await catalog.commit(edit(2));
    const image = catalog.image({ seed: 1 });
    await image.commit(edit(3));
    expect((await catalog.open())?.database.generation).toBe(2);
    expect((await image.open())?.database.generation).toBe(3);
    await catalog.close();
    await image.close();
  });
});
