import 'fake-indexeddb/auto';
import { serialize } from 'node:v8';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import type { CatalogImage } from '../lib/storage/catalog/catalog.js';
import { longDatabase, longTable, sampleDatabase, sampleImage } from '../lib/testing/samples/sample-images.js';
import { IdbCatalog } from './idb-catalog.js';

/** From this size on, Chromium stores a value in a file of its own. */
const LARGE_VALUE = 64 * 1024;

const realPut = IDBObjectStore.prototype.put;
const LONG: CatalogImage = { database: longDatabase(1, 1), tables: [longTable(1), longTable(2)] };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(() => {
  IDBObjectStore.prototype.put = realPut;
});

function newCatalog(): IdbCatalog {
  return new IdbCatalog({ name: 'test', clock: new ManualClock() });
}

/** Calls `look` with each value before it is stored. */
function onPut(look: (value: unknown, store: IDBObjectStore) => void): void {
  IDBObjectStore.prototype.put = function (...parameters) {
    look(parameters[0], this);
    return realPut.apply(this, parameters);
  };
}

describe('The records of a catalog in IndexedDB', () => {
  it('are stored in values below 64 KiB, however long they are', async () => {
    const sizes: number[] = [];
    onPut((value) => sizes.push(serialize(value).length));
    const catalog = newCatalog();
    await catalog.replace(LONG);
    await catalog.commit({ database: longDatabase(1, 2), put: [longTable(1), longTable(3, 9000)] });
    // Numbers with a fraction take the most bytes in comparison with their text.
    const times = Array.from({ length: 4000 }, (_, index) => index + 0.5);
    for (const count of [1, 500, 2000, 4000]) {
      const table = { ...longTable(4, 0), descriptor: { times: times.slice(0, count) } };
      await catalog.replace({ database: sampleDatabase(1, 2), tables: [table] });
    }
    expect(sizes.length).toBeGreaterThan(30);
    expect(Math.max(...sizes)).toBeLessThan(LARGE_VALUE);
  });

  it('that format 1 stored as one value each are read, and stored in parts when they change', async () => {
    const old = await openDB('bigtab/test', 1, {
      upgrade: (db) => {
        db.createObjectStore('database');
        db.createObjectStore('tables', { keyPath: 'id' });
      },
    });
    const { features: _, ...database } = { ...LONG.database, format: 1 };
    await old.put('database', database, 'database');
    for (const table of LONG.tables) await old.put('tables', table);
    const catalog = newCatalog();
    expect(await catalog.open()).toEqual({ ...LONG, database });
    await catalog.replace(LONG);
    expect(await old.get('tables', 1)).toEqual({ id: 1, parts: expect.any(Number) });
    expect(await newCatalog().open()).toEqual(LONG);
    old.close();
  });

  it('are unchanged after a transaction that was interrupted at any of its values', async () => {
    const next: CatalogImage = { database: longDatabase(1, 2, 100), tables: [longTable(1, 100), longTable(2, 9000)] };
    let values = 0;
    onPut(() => values++);
    await newCatalog().replace(next);
    for (let at = 1; at <= values; at++) {
      globalThis.indexedDB = new IDBFactory();
      const catalog = newCatalog();
      IDBObjectStore.prototype.put = realPut;
      await catalog.replace(LONG);
      const seen = new Map<IDBTransaction, number>();
      onPut((_, { transaction }) => {
        const number = (seen.get(transaction) ?? 0) + 1;
        seen.set(transaction, number);
        if (number === at) transaction.abort();
      });
      await expect(catalog.commit({ database: next.database, put: next.tables })).rejects.toThrow();
      expect(await newCatalog().open()).toEqual(LONG);
    }
  });

  it('are corrupt if a part is missing or damaged', async () => {
    for (const harm of ['missing', 'damaged'] as const) {
      globalThis.indexedDB = new IDBFactory();
      const catalog = newCatalog();
      await catalog.replace(LONG);
      const raw = await openDB('bigtab/test');
      if (harm === 'missing') await raw.delete('database', [2, 1]);
      else await raw.put('database', { of: 2, text: '}' }, [2, 1]);
      await expect(catalog.open()).rejects.toMatchObject({ code: 'CORRUPTION' });
      raw.close();
    }
  });

  it('are stored as they are if they are short', async () => {
    await newCatalog().replace(sampleImage(1, 1));
    const raw = await openDB('bigtab/test');
    expect(await raw.getAllKeys('database')).toEqual(['database']);
    expect(await raw.getAll('tables')).toEqual(sampleImage(1, 1).tables);
    raw.close();
  });
});
