import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { Get } from '../../model/get.js';
import { Scan } from '../../model/scan.js';
import { WatchedTables } from '../../testing/fakes/watched-tables.js';
import type { Result } from '../answers/result.js';
import type { LiveRows } from './live-rows.js';

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const textOf = (rows: readonly Result[]): string[] => rows.map((row) => row.getText('f', 'q') ?? '');
const shown = (live: LiveRows<Result>): string[] => textOf(live.getSnapshot().rows);

const busy = () => new BigtabError('DATABASE_BUSY', 'The leader does not answer.');

/** A watch with these rows, and as many further ones without rows. */
async function opened(further = 0) {
  const tables = new WatchedTables();
  const table = tables.connection.getTable('t');
  tables.add({ watch: 1, rows: { a: 'A', b: 'B' } });
  const live = table.watch({});
  await live.ready();
  for (let count = 0; count < further; count++) table.watch('other');
  await turns();
  return { tables, table, live };
}

describe('Opening a watch', () => {
  it('sends its read: a row as a range of one row', async () => {
    const tables = new WatchedTables();
    const table = tables.connection.getTable('t');
    table.watch('row');
    table.watch({ row: 'row', columns: ['f:q'] });
    table.watch(new Get('row').readVersions(3));
    table.watch(new TextEncoder().encode('row'));
    await turns();
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 2, 3, 4]);
    for (const { request } of tables.opened) {
      expect(request).toMatchObject({ table: 't', startInclusive: true, stopInclusive: true, reversed: false });
      expect([request.start, request.stop].map((bound) => new TextDecoder().decode(bound))).toEqual(['row', 'row']);
    }
    expect(tables.opened.map(({ request }) => request.maxVersions)).toEqual([1, 1, 3, 1]);
    expect(tables.opened[1]?.request.families).toHaveLength(1);
  });

  it('sends a scan by value: what is changed later has no effect', async () => {
    const tables = new WatchedTables();
    const scan = new Scan({ start: 'a', stop: 'c', limit: 5, reversed: false }).setFilter(new PrefixFilter('a'));
    tables.connection.getTable('t').watch(scan);
    const before = tables.opened.length;
    scan.withStartRow('b').setLimit(9).setFilter(null);
    await turns();
    const [{ request }] = tables.opened as [(typeof tables.opened)[0]];
    expect(before).toBe(0);
    expect(new TextDecoder().decode(request.start)).toBe('a');
    expect(request.limit).toBe(5);
    expect(request.filter).not.toBeNull();
  });

  it('uses a number only once', async () => {
    const { tables, table, live } = await opened();
    live.close();
    table.watch({});
    await turns();
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 2]);
  });
});

describe('The events of the engine', () => {
  it('are requested only while watches are open, and then only the wakes', async () => {
    const { tables, table, live } = await opened();
    expect(tables.engine.wants).toBe('wakes');
    const other = table.watch('b');
    live.close();
    expect(tables.engine.wants).toBe('wakes');
    other.close();
    expect(tables.engine.wants).toBeNull();
  });

  it('are all requested while a listener of the user wants them', async () => {
    const { tables, live } = await opened();
    const listener = () => {};
    tables.connection.addEventListener('commit', listener);
    expect(tables.engine.wants).toBe('all');
    tables.wake();
    await turns();
    expect(tables.reads).toBe(1);
    tables.connection.removeEventListener('commit', listener);
    expect(tables.engine.wants).toBe('wakes');
    tables.connection.addEventListener('commit', listener);
    live.close();
    expect(tables.engine.wants).toBe('all');
    tables.connection.removeEventListener('commit', listener);
    expect(tables.engine.wants).toBeNull();
  });

  it('make the client request the differences of its own watches, once at a time', async () => {
    const { tables, live } = await opened();
    tables.engine.emit({ type: 'watch', connection: 'page-2' });
    await turns();
    expect(tables.reads).toBe(0);
    tables.engine.hold();
    tables.add({ watch: 1, rows: { c: 'C' } });
    for (let wake = 0; wake < 5; wake++) tables.wake();
    await turns();
    expect(tables.engine.calls).toHaveLength(2);
    // They came after the request was sent, so it may have been too early for them.
    for (let wake = 0; wake < 5; wake++) tables.wake();
    tables.engine.release();
    await turns();
    expect(tables.reads).toBe(2);
    expect(shown(live)).toEqual(['A', 'B', 'C']);
  });

  it('are ignored once all watches are closed', async () => {
    const { tables, live } = await opened();
    live.close();
    tables.wake();
    await turns();
    expect(tables.reads).toBe(0);
  });
});

describe('Differences', () => {
  it('are requested until none has more, however many watches have', async () => {
    const { tables, live } = await opened(1);
    const changed = tables.change(
      { watch: 1, more: true, rows: { c: 'C' } },
      { watch: 2, more: true, rows: { x: 'X' } },
    );
    tables.add({ watch: 1, more: true, rows: { d: 'D' } }, { watch: 2 });
    tables.add({ watch: 1 });
    await changed;
    await turns();
    expect(tables.reads).toBe(2);
    expect(shown(live)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('with a number that is not the next one make all watches be opened again, under other numbers', async () => {
    const { tables, live } = await opened(1);
    const before = live.getSnapshot();
    tables.sent++;
    await tables.change({ watch: 1, rows: { z: 'ignored' } });
    await turns();
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 2, 3, 4]);
    expect(tables.closed).toEqual([1, 2]);
    expect(live.getSnapshot()).toBe(before);
    await tables.change({ watch: 1, rows: { y: 'of the old number' } }, { watch: 3, rows: { a: 'A', c: 'C' } });
    expect(shown(live)).toEqual(['A', 'C']);
    expect(live.getSnapshot().rows[0]).toBe(before.rows[0]);
    expect(tables.opened).toHaveLength(4);
  });

  it('that cannot be read end the engine', async () => {
    const { tables, live } = await opened();
    tables.engine.takeDifferences = () => new Uint8Array([1, 0]);
    await expect(tables.connection.status()).rejects.toMatchObject({ code: 'WORKER_LOST' });
    expect(live.getSnapshot().error?.code).toBe('WORKER_LOST');
  });

  it('keep only their own bytes in memory, not the reply that they came with', async () => {
    const { tables, table, live } = await opened();
    tables.add({ watch: 1, rows: { c: 'C' } });
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    const row = live.getSnapshot().rows[2] as unknown as { block: { block: { bytes: Uint8Array } } };
    expect(row.block.block.bytes.buffer.byteLength).toBe(row.block.block.bytes.length);
  });
});

describe('When a reply is lost', () => {
  const lost = new BigtabError('INVALID_OPERATION', 'The reply cannot be sent.');

  it('all watches are opened again, because differences may be lost with it', async () => {
    const { tables, live } = await opened();
    tables.engine.loseReplies(lost, 1);
    await expect(tables.change({ watch: 1, rows: { b: ['lost', 2] } })).rejects.toMatchObject({ code: lost.code });
    await turns();
    expect([tables.opened.map(({ watch }) => watch), tables.closed]).toEqual([[1, 2], [1]]);
    await tables.change({ watch: 2, rows: { c: 'C' } });
    expect(shown(live)).toEqual(['C']);
  });

  it('a watch that was being opened fails, as any call does', async () => {
    const tables = new WatchedTables();
    tables.engine.loseReplies(lost);
    const live = tables.connection.getTable('t').watch({});
    await expect(live.ready()).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    expect(tables.opened).toHaveLength(1);
  });

  it('that came with the first rows of a watch that is being opened, it is opened again', async () => {
    const tables = new WatchedTables();
    const table = tables.connection.getTable('t');
    tables.engine.hold();
    const put = table.put({ row: 'r', cells: { f: { q: 'v' } } }).catch(() => {});
    await turns();
    const live = table.watch({});
    await turns();
    tables.engine.loseReplies(lost, 1);
    tables.add({ watch: 1, more: true, rows: { a: 'A' } });
    tables.add({ watch: 1, rows: { b: 'B' } });
    tables.add({ watch: 2, rows: { a: 'A', b: 'B' } });
    tables.engine.release();
    await put;
    expect((await live.ready()).map((row) => row.key)).toEqual(['a', 'b']);
    expect([tables.opened.map(({ watch }) => watch), tables.closed]).toEqual([[1, 2], [1]]);
  });

  it('again and again, watches fail: they are not opened for ever', async () => {
    const { tables, live } = await opened();
    tables.engine.loseReplies(lost);
    tables.wake();
    await turns();
    expect(live.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'INVALID_OPERATION' } });
    expect(tables.opened).toHaveLength(2);
  });

  it('that of a request for differences, they are requested again with the next wake', async () => {
    const { tables, live } = await opened();
    tables.engine.loseReplies(lost, 1);
    tables.wake();
    await turns();
    tables.wake();
    await turns();
    expect([tables.reads, live.getSnapshot().status]).toEqual([2, 'live']);
  });
});

describe('After the engine was replaced', () => {
  it('watches are opened again under other numbers; their rows stay readable and live, and are then replaced', async () => {
    const { tables, live } = await opened();
    const states: string[][] = [];
    live.subscribe(() => states.push(shown(live)));
    const before = live.getSnapshot();
    tables.engine.report('away');
    await turns();
    expect(live.getSnapshot()).toBe(before);
    // Numbered from 1 again.
    tables.sent = 0;
    tables.add({ watch: 2, more: true, rows: { a: 'A' } });
    tables.add({ watch: 2, rows: { c: 'C' } });
    tables.engine.report('renewed');
    await turns();
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 2]);
    expect(tables.opened.map(({ again }) => again)).toEqual([false, true]);
    expect(tables.engine.packets.at(-2)?.resumed).toBe(true);
    expect(shown(live)).toEqual(['A', 'C']);
    expect(states).toEqual([['A', 'C']]);
    expect(live.getSnapshot().rows[0]).toBe(before.rows[0]);
    // The engine that has gone does not know them any more.
    expect(tables.closed).toEqual([]);
  });

  it('and it has the same rows, nothing is delivered and the state is the same object', async () => {
    const { tables, live } = await opened();
    const before = live.getSnapshot();
    let calls = 0;
    live.subscribe(() => calls++);
    tables.engine.report('away');
    tables.sent = 0;
    tables.add({ watch: 2, more: true, rows: { a: 'A' } });
    tables.add({ watch: 2, rows: { b: 'B' } });
    tables.engine.report('renewed');
    await turns();
    expect(live.getSnapshot()).toBe(before);
    expect(calls).toBe(0);
  });

  it('a watch whose call had no answer is not opened twice', async () => {
    const { tables, table } = await opened();
    tables.engine.hold();
    const late = table.watch('late');
    await turns();
    tables.engine.report('away');
    tables.sent = 0;
    tables.engine.report('renewed');
    tables.engine.release();
    await turns();
    // 2 was sent again by the batcher, 1 is opened as 3.
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 2, 2, 3]);
    expect(late.getSnapshot().status).toBe('loading');
    await tables.change({ watch: 2, rows: { late: 'L' } });
    expect(shown(late)).toEqual(['L']);
  });

  it('again while rows are read again, no state is a mixture', async () => {
    const { tables, live } = await opened();
    for (const row of ['x', 'y']) {
      tables.engine.report('away');
      tables.sent = 0;
      tables.add({ watch: tables.opened.length + 1, more: true, rows: { [row]: row } });
      tables.engine.report('renewed');
      await turns();
      expect(shown(live)).toEqual(['A', 'B']);
    }
    await tables.change({ watch: 3, rows: { z: 'z' } });
    expect(shown(live)).toEqual(['y', 'z']);
  });

  it('a state that was not delivered is, when the rows have been read again', async () => {
    const { tables, live } = await opened();
    const states: string[][] = [];
    live.subscribe(() => states.push(shown(live)));
    await tables.change({ watch: 1, rows: { c: 'C' } });
    tables.engine.report('away');
    tables.engine.report('renewed');
    await turns();
    expect(shown(live)).toEqual(['A', 'B', 'C']);
    expect(states).toEqual([]);
    tables.sent = 0;
    await tables.change({ watch: 2, rows: { a: 'A', b: 'B', c: 'C' } });
    await turns();
    expect(states).toEqual([['A', 'B', 'C']]);
  });
});

describe('Without a leader that answers', () => {
  it('a watch waits for the next one, whether it was open or not', async () => {
    const { tables, table, live } = await opened();
    tables.engine.report('away');
    const late = table.watch('late');
    const ready = late.ready();
    await turns();
    tables.engine.silence(busy());
    await turns();
    expect([live.getSnapshot().status, late.getSnapshot().status]).toEqual(['live', 'loading']);
    tables.sent = 0;
    tables.engine.report('renewed');
    await turns();
    expect(tables.opened.map(({ watch }) => watch)).toEqual([1, 3, 4]);
    await tables.change({ watch: 3, rows: { a: 'A' } }, { watch: 4, rows: { late: 'L' } });
    expect(textOf(await ready)).toEqual(['L']);
    expect(shown(live)).toEqual(['A']);
  });

  it('a request for differences is repeated by opening the watches again', async () => {
    const { tables, live } = await opened();
    tables.engine.report('away');
    tables.wake();
    await turns();
    tables.engine.silence(busy());
    await turns();
    expect(live.getSnapshot().status).toBe('live');
    tables.sent = 0;
    tables.engine.report('renewed');
    await tables.change({ watch: 2, rows: { c: 'C' } });
    expect(shown(live)).toEqual(['C']);
    tables.wake();
    await turns();
    expect(tables.reads).toBe(1);
  });
});

describe('A long result', () => {
  it('is applied in steps that let the page work, and completely when a snapshot is requested', async () => {
    let now = 0;
    let rests = 0;
    // Each reading of the clock takes a millisecond, so every fourth step ends a turn.
    const clock = { now: () => now, monotonic: () => now++, after: () => () => {} };
    const yielder = async () => {
      rests++;
      await new Promise((resolve) => setImmediate(resolve));
    };
    const tables = new WatchedTables({ clock, yielder });
    const rows = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`row ${at}`.padEnd(12, '.'), 'v']));
    const sorted = Object.fromEntries(Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1)));
    tables.add({ watch: 1, rows: sorted });
    const live = tables.connection.getTable('t').watch({});
    expect(await live.ready()).toHaveLength(20_000);
    expect(rests).toBeGreaterThan(5);
    await tables.change({ watch: 1, rows: Object.fromEntries(Object.keys(sorted).map((row) => [row, ['w', 2]])) });
    expect(new Set(shown(live))).toEqual(new Set(['w']));
  });
});
