import { get } from 'svelte/store';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { row, rows, status } from './svelte.js';

async function setUp() {
  const connection = await openMemory();
  const table = await connection.ensureTable({ name: 'notes', families: ['e'] });
  await table.put({ row: 'a', cells: { e: { text: 'first' } } });
  const watches = async () => (await connection.status()).watches.length;
  return { connection, table, watches };
}

describe('the stores of Svelte', () => {
  it('have an open watch while they have subscribers', async () => {
    const { connection, table, watches } = await setUp();
    const notes = rows(table, { prefix: 'a' });
    const values: string[] = [];
    const stop = notes.subscribe(({ status, rows: found }) => values.push(`${status} ${found.length}`));
    await expect.poll(() => values.at(-1)).toBe('live 1');
    expect([values[0], await watches()]).toEqual(['loading 0', 1]);
    await table.put({ row: 'ab', cells: { e: { text: 'second' } } });
    await expect.poll(() => values.at(-1)).toBe('live 2');
    stop();
    expect(await watches()).toBe(0);
    await connection.close();
  });

  it('open nothing for a reader that unsubscribes at once, as on a server', async () => {
    const { connection, table, watches } = await setUp();
    expect(get(rows(table, {}))).toEqual({ status: 'loading', rows: [], error: null });
    expect(get(row(table, 'a')).status).toBe('loading');
    expect(get(status(connection))).toBeNull();
    await Promise.resolve();
    expect(await watches()).toBe(0);
    await connection.close();
  });

  it('are loading without a read', async () => {
    const { connection, table, watches } = await setUp();
    const states: string[] = [];
    const stops = [rows(table, null), row(table, null)].map((store) =>
      store.subscribe(({ status: state }) => states.push(state)),
    );
    await Promise.resolve();
    expect([new Set(states), await watches()]).toEqual([new Set(['loading']), 0]);
    for (const stop of stops) stop();
    await connection.close();
  });

  it('follow one row, and the status', async () => {
    const { connection, table } = await setUp();
    let text: string | null | undefined;
    let tables: number | undefined;
    const stops = [
      row(table, 'a').subscribe(({ rows: [found] }) => {
        text = found?.getText('e', 'text');
      }),
      status(connection).subscribe((report) => {
        tables = report?.tables;
      }),
    ];
    await expect.poll(() => [text, tables]).toEqual(['first', 1]);
    await table.put({ row: 'a', cells: { e: { text: 'changed' } } });
    await expect.poll(() => text).toBe('changed');
    for (const stop of stops) stop();
    await connection.close();
  });
});
