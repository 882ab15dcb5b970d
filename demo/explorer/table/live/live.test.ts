import { type Connection, type ConnectionEvents, KEEP_HISTORY, type Table } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it, vi } from 'vitest';
import { readCellPage } from './cell-pages.js';
import { LivePages } from './live-pages.js';
import { LiveRead } from './live-read.js';

async function openRows(count: number): Promise<{ connection: Connection; table: Table }> {
  const connection = await openMemory({ name: 'rows' });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
  if (count > 0) {
    await table.put(Array.from({ length: count }, (_, row) => ({ row: `r${row}`, cells: { f: { q: 'v' } } })));
  }
  return { connection, table };
}

const fail = (error: unknown) => {
  throw error;
};

/** Resolves when `holds` is true after a change of a store. */
function until<T>(
  store: { subscribe(listener: () => void): () => void; readonly value: T },
  holds: (value: T) => boolean,
) {
  return new Promise<void>((resolve) => {
    const look = () => {
      if (!holds(store.value)) return;
      end();
      resolve();
    };
    const end = store.subscribe(look);
    look();
  });
}

describe('a live read', () => {
  it('is repeated after a write to its table, until it is stopped', async () => {
    const { connection, table } = await openRows(0);
    const live = new LiveRead<number>(fail);
    const end = live.follow(connection, 't');
    live.use(async (from) => (await from.getScanner().toArray()).length);
    await until(live.shown, (rows) => rows === 0);
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    await until(live.shown, (rows) => rows === 1);
    end();
    await table.put({ row: 'b', cells: { f: { q: '1' } } });
    await connection.close();
    expect(live.shown.value).toBe(1);
  });

  it('is repeated when the connection has an engine again, not while it looks for one', async () => {
    const { connection } = await openRows(1);
    const added = vi.spyOn(connection, 'addEventListener');
    const live = new LiveRead<number>(fail);
    live.follow(connection, 't');
    let reads = 0;
    live.use(async () => ++reads);
    await until(live.shown, (shown) => shown === 1);
    const onRole = added.mock.calls.find(([type]) => type === 'role')?.[1] as (event: ConnectionEvents['role']) => void;
    onRole({ type: 'role', role: 'seeking', epoch: 1 });
    expect(reads).toBe(1);
    onRole({ type: 'role', role: 'leader', epoch: 2 });
    await until(live.shown, (shown) => shown === 2);
    expect(reads).toBe(2);
  });

  it('reports an error, and keeps showing the last result', async () => {
    const { connection } = await openRows(1);
    const errors: unknown[] = [];
    const live = new LiveRead<string>((error) => errors.push(error));
    live.follow(connection, 't');
    live.use(async () => 'read');
    await until(live.shown, (shown) => shown === 'read');
    live.use(() => Promise.reject(new Error('no')));
    await live.refresh();
    expect(errors.length).toBeGreaterThan(0);
    expect(live.shown.value).toBe('read');
    live.use(null);
    expect(live.shown.value).toBeNull();
  });
});

describe('live pages', () => {
  it('go forward and back, and stay on the page when it is read again', async () => {
    const { connection, table } = await openRows(5);
    const pages = new LivePages<unknown>(2, fail);
    pages.live.follow(connection, 't');
    pages.use((from, request) => readCellPage(from, {}, request));
    const { shown } = pages.live;
    const at = (before: number) => until(shown, (page) => page?.before === before);
    await at(0);
    await pages.next();
    await at(2);
    await pages.next();
    await at(4);
    expect(shown.value?.more).toBe(false);
    await pages.next();
    expect(shown.value?.before).toBe(4);
    await table.put({ row: 'r9', cells: { f: { q: 'v' } } });
    await until(shown, (page) => page?.items.length === 2);
    await pages.previous();
    await at(2);
  });

  it('go back if the items of the last page are gone', async () => {
    const { connection, table } = await openRows(3);
    const pages = new LivePages<unknown>(2, fail);
    pages.live.follow(connection, 't');
    pages.use((from, request) => readCellPage(from, {}, request));
    await until(pages.live.shown, (page) => page !== null);
    await pages.next();
    await until(pages.live.shown, (page) => page?.before === 2);
    await table.delete({ row: 'r2' });
    await until(pages.live.shown, (page) => page?.before === 0 && !page.more);
  });
});
