import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { keyAt, kindName, noteAt, rowsAt, rowsOfKind, shuffled, valueAt } from '../workloads/data.js';
import { DexieStore } from './dexie.js';
import { IdbStore } from './idb.js';
import type { Store } from './store.js';
import { TinyBaseStore } from './tinybase.js';

async function reopened(make: () => Store, name: string, cells: number): Promise<Store> {
  const filled = make();
  await filled.open(name, 'relaxed');
  await filled.load(rowsAt(shuffled(cells, 1), cells));
  await filled.flush();
  await filled.put({ key: keyAt(1, cells), value: valueAt(1, 7) });
  await filled.close();
  const store = make();
  await store.open(name, 'relaxed');
  return store;
}

describe.each([
  ['idb', () => new IdbStore()],
  ['TinyBase', () => new TinyBaseStore()],
] as const)('%s', (name, make) => {
  it('reads the rows that were loaded and put before it was closed', async () => {
    const store = await reopened(make, `${name}-reads`, 20);
    expect(await store.get(keyAt(3, 20))).toEqual(valueAt(3));
    expect(await store.get('missing')).toBeNull();
    expect(await store.getMany([keyAt(1, 20), 'missing', keyAt(2, 20)])).toEqual([valueAt(1, 7), null, valueAt(2)]);
    await store.close();
  });
});

describe.each([
  ['idb', () => new IdbStore()],
  ['Dexie', () => new DexieStore()],
] as const)('%s', (name, make) => {
  it('reads a row and writes it in one transaction', async () => {
    const store = make();
    await store.open(`${name}-transactions`, 'relaxed');
    expect(await store.exchange?.({ key: 'a', value: Uint8Array.of(1) })).toBeNull();
    expect(await store.exchange?.({ key: 'a', value: Uint8Array.of(2) })).toEqual(Uint8Array.of(1));
    expect(await store.get('a')).toEqual(Uint8Array.of(2));
    await store.close();
  });
});

describe.each([
  ['idb', () => new IdbStore()],
  ['Dexie', () => new DexieStore()],
] as const)('%s', (name, make) => {
  it('finds the notes that were there before it got indexes, and later ones', async () => {
    const cells = 300;
    const all = Array.from({ length: cells }, (_, index) => noteAt(index, cells));
    const store: Store = make();
    await store.open(`${name}-notes`, 'relaxed');
    await store.put({ key: 'a', value: Uint8Array.of(1) });
    const plain = await store.openNotes?.(false);
    await plain?.putAll(all);
    expect(await plain?.scan(keyAt(7, cells), 2)).toEqual([all[7], all[8]]);
    const indexed = await store.openNotes?.(true);
    expect(await indexed?.find('kind', kindName(1))).toEqual(rowsOfKind(1, cells).map((index) => all[index]));
    const changed = noteAt(4, cells, 1);
    await indexed?.put(changed);
    expect(await indexed?.find('kind', kindName(1))).not.toContainEqual(all[4]);
    expect(await indexed?.find('kind', changed.kind)).toContainEqual(changed);
    await store.flush();
    await store.close();
    // A page that does not need the notes opens the database with the first schema.
    const again: Store = make();
    await again.open(`${name}-notes`, 'relaxed');
    expect(await again.get('a')).toEqual(Uint8Array.of(1));
    const notes = await again.openNotes?.(true);
    expect(await notes?.find('day', changed.day)).toHaveLength(cells);
    await again.close();
  });
});

describe('TinyBase', () => {
  it('keeps its rows after it is opened again, and scans all rows in order', async () => {
    const store = await reopened(() => new TinyBaseStore(), 'tinybase-scans', 20);
    await store.put({ key: keyAt(2, 20), value: valueAt(2, 8) });
    await store.close();
    const again = new TinyBaseStore();
    await again.open('tinybase-scans');
    expect(await again.scanAll()).toEqual({
      keys: Array.from({ length: 20 }, (_, index) => keyAt(index, 20)),
      values: Array.from({ length: 20 }, (_, index) => valueAt(index, [0, 7, 8][index] ?? 0)),
    });
    await again.close();
  });
});

describe('idb', () => {
  it.each([4_999, 5_000, 10_001])('scans all of %i rows by several requests', async (cells) => {
    const store = await reopened(() => new IdbStore(), `scans-${cells}`, cells);
    const { keys, values } = await store.scanAll();
    expect(keys).toEqual(Array.from({ length: cells }, (_, index) => keyAt(index, cells)));
    expect(values[1]).toEqual(valueAt(1, 7));
    expect(values[cells - 1]).toEqual(valueAt(cells - 1));
    const from = await store.scan(keyAt(2, cells), 2);
    expect(from).toEqual({ keys: [keyAt(2, cells), keyAt(3, cells)], values: [valueAt(2), valueAt(3)] });
    await store.close();
  });

  it('reads versions as of a point in time', async () => {
    const store = await reopened(() => new IdbStore(), 'versions', 5);
    const [a1, a2, b2] = [1, 2, 3].map((byte) => Uint8Array.of(byte)) as [Uint8Array, Uint8Array, Uint8Array];
    await store.loadVersions([
      { key: 'a', timestamp: 1, value: a1 },
      { key: 'a', timestamp: 2, value: a2 },
      { key: 'b', timestamp: 2, value: b2 },
    ]);
    expect(await store.latest()).toEqual({ keys: ['a', 'b'], values: [a2, b2] });
    expect(await store.asOf(1)).toEqual({ keys: ['a'], values: [a1] });
    expect(await store.newest(['a', 'b'], 2)).toEqual([[a2, a1], [b2]]);
    await store.close();
  });
});
