import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { loading, watchStore } from './watch-store.js';

async function setUp() {
  const connection = await openMemory();
  const table = await connection.ensureTable({ name: 'notes', families: ['e'] });
  const watches = async () => (await connection.status()).watches.length;
  const put = (row: string) => table.put({ row, cells: { e: { text: row } } });
  return { connection, table, watches, put };
}

describe('watchStore', () => {
  it('has an open watch while it has listeners, and is loading before', async () => {
    const { connection, table, watches, put } = await setUp();
    const store = watchStore(table, { prefix: 'a' });
    expect(store.getSnapshot()).toBe(loading());
    expect(await watches()).toBe(0);
    const states: string[] = [];
    const listener = () => states.push(store.getSnapshot().status);
    const stops = [store.subscribe(listener), store.subscribe(() => {})];
    await expect.poll(() => states).toEqual(['live']);
    await put('a1');
    expect(store.getSnapshot().rows.map(({ key }) => key)).toEqual(['a1']);
    expect(await watches()).toBe(1);
    stops[0]?.();
    expect(await watches()).toBe(1);
    stops[1]?.();
    expect(await watches()).toBe(0);
    await connection.close();
  });

  it('has the same state before and after its watch is opened, so that nothing is drawn twice', async () => {
    const { connection, table } = await setUp();
    const store = watchStore(table, {});
    const before = store.getSnapshot();
    const stop = store.subscribe(() => {});
    expect(store.getSnapshot()).toBe(before);
    stop();
    await connection.close();
  });

  it('opens another watch for a listener that comes after the last one has gone', async () => {
    const { connection, table, watches, put } = await setUp();
    await put('a');
    const store = watchStore(table, 'a');
    store.subscribe(() => {})();
    const stop = store.subscribe(() => {});
    await expect.poll(() => store.getSnapshot().rows.length).toBe(1);
    expect(await watches()).toBe(1);
    stop();
    expect(await watches()).toBe(0);
    await connection.close();
  });

  it('closes a watch that is still loading', async () => {
    const { connection, table, watches } = await setUp();
    watchStore(table, {}).subscribe(() => {})();
    expect(await watches()).toBe(0);
    await connection.close();
  });

  it('is loading without a table', () => {
    const store = watchStore(null, {});
    const stop = store.subscribe(() => expect.unreachable());
    expect(store.getSnapshot()).toEqual({ status: 'loading', rows: [], error: null });
    stop();
  });

  it('is loading without a read, and opens nothing', async () => {
    const { connection, table, watches } = await setUp();
    const store = watchStore(table, null);
    const stop = store.subscribe(() => expect.unreachable());
    expect(store.getSnapshot()).toEqual({ status: 'loading', rows: [], error: null });
    expect(await watches()).toBe(0);
    stop();
    await connection.close();
  });

  it('is failed for a read with a bound that is undefined', async () => {
    const { connection, table } = await setUp();
    for (const read of [undefined, { prefix: undefined }, { row: undefined }]) {
      const store = watchStore(table, read);
      store.subscribe(() => {})();
      expect(store.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'INVALID_ARGUMENT' } });
    }
    await connection.close();
  });

  it('is failed with what watch throws', async () => {
    const { connection, table } = await setUp();
    const store = watchStore(table, { raw: true });
    let calls = 0;
    const stop = store.subscribe(() => calls++);
    expect(store.getSnapshot()).toMatchObject({ status: 'failed', rows: [], error: { code: 'INVALID_ARGUMENT' } });
    expect(calls).toBe(1);
    stop();
    await connection.close();
  });
});
