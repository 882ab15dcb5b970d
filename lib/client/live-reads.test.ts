import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import type { ScanLike } from '../model/scan.js';
import { Random } from '../simulation/random.js';
import { testSeeds } from '../testing/seed.js';
import type { Result } from './answers/result.js';
import type { Connection } from './connection.js';
import { changesBetween } from './live/changes-between.js';
import type { LiveRows } from './live/live-rows.js';
import type { LiveState } from './live/live-state.js';
import type { Table } from './table.js';

/* Live reads over a real engine. */

async function open(): Promise<{ readonly connection: Connection; readonly table: Table }> {
  const connection = await openMemory();
  return { connection, table: (await connection.ensureTable({ name: 't', families: ['f'] })) as Table };
}

const put = (table: Table, row: string, value = row) => table.put({ row, cells: { f: { q: value } } });
const textOf = (rows: readonly Result[]): string[] => rows.map((row) => row.getText('f', 'q') ?? '');
const shown = (live: LiveRows<Result>): string[] => textOf(live.getSnapshot().rows);
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Live reads', () => {
  it('hold each write of their connection as soon as its promise has resolved', async () => {
    const { connection, table } = await open();
    await put(table, 'a');
    const [all, row] = [table.watch({}), table.watch('b')];
    await Promise.all([all.ready(), row.ready()]);
    await put(table, 'b');
    expect([shown(all), shown(row)]).toEqual([['a', 'b'], ['b']]);
    await table.incrementColumnValue('c', 'f', 'n', 1);
    expect(all.getSnapshot().rows).toHaveLength(3);
    await table.delete({ row: 'b' });
    expect([shown(all), shown(row)]).toEqual([['a', ''], []]);
    await connection.atomicBatch([{ table, mutation: { row: 'd', cells: { f: { q: 'd' } } } }] as never);
    expect(shown(all)).toEqual(['a', '', 'd']);
    await table.put(Array.from({ length: 3_000 }, (_, at) => ({ row: `e${at}`, cells: { f: { q: 'e' } } })));
    expect(all.getSnapshot().rows).toHaveLength(3_003);
    await connection.close();
  });

  it('hold them in every state that a listener or an iterator gets', async () => {
    const { connection, table } = await open();
    const live = table.watch({ prefix: 'r' });
    let acknowledged = 0;
    const missing: number[] = [];
    const check = ({ status, rows }: LiveState<Result>) => {
      if (status === 'live' && Number(rows[0]?.getText('f', 'q') ?? 0) < acknowledged) missing.push(acknowledged);
    };
    live.subscribe(() => check(live.getSnapshot()));
    let states = 0;
    const loop = (async () => {
      for await (const state of live) {
        states++;
        check(state);
      }
    })();
    await live.ready();
    for (let value = 1; value <= 200; value++) {
      await put(table, 'r', String(value));
      acknowledged = value;
      check(live.getSnapshot());
      if (value % 10 === 0) await turn();
    }
    await turn();
    live.close();
    await loop;
    expect(missing).toEqual([]);
    expect(states).toBeGreaterThan(10);
    expect(shown(live)).toEqual(['200']);
    await connection.close();
  });

  it('make few states of a burst, and always the last one', async () => {
    const { connection, table } = await open();
    const live = table.watch({});
    await live.ready();
    let calls = 0;
    live.subscribe(() => calls++);
    const puts = Array.from({ length: 1_000 }, (_, at) => put(table, 'r', String(at)));
    await Promise.all(puts);
    for (let left = 0; left < 5; left++) await turn();
    expect(calls).toBeLessThan(20);
    expect(shown(live)).toEqual(['999']);
    await connection.close();
  });

  it('follow a limit in both directions', async () => {
    const { connection, table } = await open();
    for (const row of ['a', 'b', 'c', 'd', 'e']) await put(table, row);
    const [first, last] = [table.watch({ limit: 2 }), table.watch({ limit: 2, reversed: true })];
    const states: string[][] = [];
    first.subscribe(() => states.push(shown(first)));
    await Promise.all([first.ready(), last.ready()]);
    await table.delete({ row: 'a' });
    await table.delete({ row: 'e' });
    while (shown(first).join() !== 'b,c' || shown(last).join() !== 'd,c') await turn();
    await put(table, 'aa');
    expect([shown(first), shown(last)]).toEqual([
      ['aa', 'b'],
      ['d', 'c'],
    ]);
    await turn();
    // Each state that was delivered after the delete resolved holds it, and is a complete window.
    expect(states.slice(1).every((rows) => !rows.includes('a') && rows.length === 2)).toBe(true);
    await connection.close();
  });

  it('show a schema change, and keep the rows of a disabled table', async () => {
    const { connection, table } = await open();
    const admin = connection.getAdmin();
    await put(table, 'a');
    const live = table.watch({});
    await live.ready();
    const before = live.getSnapshot();
    await admin.disableTable('t');
    expect(live.getSnapshot()).toBe(before);
    await admin.enableTable('t');
    await admin.addColumnFamily('t', 'e');
    for (let left = 0; left < 5; left++) await turn();
    expect(live.getSnapshot()).toBe(before);
    await table.put({ row: 'a', cells: { e: { q: 'new' } } });
    expect(live.getSnapshot().rows[0]?.size).toBe(2);
    await admin.disableTable('t');
    await admin.truncateTable('t');
    while (live.getSnapshot().rows.length > 0) await turn();
    expect(live.getSnapshot().status).toBe('live');
    await put(table, 'b');
    expect(shown(live)).toEqual(['b']);
    await admin.disableTable('t');
    await admin.deleteTable('t');
    while (live.getSnapshot().status === 'live') await turn();
    expect(live.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'TABLE_NOT_FOUND' } });
    expect(shown(live)).toEqual(['b']);
    await connection.close();
  });

  it('fail for an unknown table, an unknown family, and too many rows', async () => {
    const { connection, table } = await open();
    await expect(connection.getTable('missing').watch({}).ready()).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(table.watch({ columns: ['g'] }).ready()).rejects.toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY' });
    const rows = Array.from({ length: 50_001 }, (_, at) => ({ row: String(at), cells: { f: { q: '' } } }));
    await table.put(rows);
    const live = table.watch({});
    await expect(live.ready()).rejects.toMatchObject({ code: 'INVALID_OPERATION', message: /limit/ });
    const most = table.watch({ limit: 50_000 });
    expect(await most.ready()).toHaveLength(50_000);
    await connection.close();
  });

  it('are listed in the status until they are closed', async () => {
    const { connection, table } = await open();
    await put(table, 'a');
    const live = table.watch('a');
    await live.ready();
    expect((await connection.status()).watches).toMatchObject([{ table: 't', rows: 1 }]);
    live.close();
    expect((await connection.status()).watches).toEqual([]);
    await connection.close();
  });

  for (const seed of testSeeds(8)) {
    it(`show what a scan returns after every write, and changes that lead there (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const { connection, table } = await open();
      const anyRow = () => String.fromCharCode(97 + random.below(20));
      const scans: ScanLike[] = [{}, { reversed: true }, { start: 'e', stop: 'm' }, { limit: 4 }, { prefix: 'c' }];
      const watches = scans.map((scan) => ({ scan, live: table.watch(scan), list: [] as Result[] }));
      await Promise.all(watches.map(({ live }) => live.ready()));
      for (let step = 0; step < 60; step++) {
        const kind = random.below(4);
        if (kind === 0) await table.delete({ row: anyRow() });
        else if (kind === 1) await table.put([1, 2, 3].map(() => ({ row: anyRow(), cells: { f: { q: `${step}` } } })));
        else if (kind === 2 && random.chance(0.2)) await connection.getAdmin().flush('t');
        else await put(table, anyRow(), `${step}`);
        for (const one of watches) {
          const expected = await table.getScanner(one.scan).toArray();
          const wanted = expected.map(String).join();
          // A limit window may be read again.
          while (one.live.getSnapshot().rows.map(String).join() !== wanted) await turn();
          const { rows } = one.live.getSnapshot();
          one.list = applied(one.list, rows);
          expect(one.list.map(String)).toEqual(rows.map(String));
        }
      }
      await connection.close();
    });
  }
});

/** `list` after the changes to `rows`, as an app would apply them to its own list. */
function applied(list: readonly Result[], rows: readonly Result[]): Result[] {
  const result = [...list];
  const changes = changesBetween(list, rows);
  for (const { kind, previousIndex } of changes.toReversed()) if (kind === 'removed') result.splice(previousIndex, 1);
  for (const { kind, row, index } of changes) {
    if (kind === 'added') result.splice(index, 0, row);
    if (kind === 'changed') result[index] = row;
  }
  return result;
}
