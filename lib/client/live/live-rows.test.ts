import { describe, expect, it, vi } from 'vitest';
import { BigtabError } from '../../errors.js';
import { text } from '../../model/codec.js';
import { WatchedTables } from '../../testing/fakes/watched-tables.js';
import type { Result } from '../answers/result.js';
import { defineTable } from '../define-table.js';
import type { LiveRows } from './live-rows.js';
import type { LiveState } from './live-state.js';

/** Lets the page run a few turns. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const textOf = (rows: readonly Result[]): string[] => rows.map((row) => row.getText('f', 'q') ?? '');

/** A watch whose first state has these rows. */
async function opened(rows: { readonly [row: string]: string } = { a: 'A', b: 'B', c: 'C' }) {
  const tables = new WatchedTables();
  tables.add({ watch: 1, rows });
  const live = tables.connection.getTable('t').watch({});
  await live.ready();
  return { tables, live };
}

/** Notes the rows of each state that a loop gets, until the states end. */
function loopOver(live: LiveRows<Result>) {
  const seen: LiveState<Result>[] = [];
  const ended = (async () => {
    for await (const state of live) seen.push(state);
    return true;
  })();
  return { seen, ended };
}

describe('The state of LiveRows', () => {
  it('is loading and without rows until they have been read, then live', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1, rows: { a: 'A', b: 'B' } });
    const live = tables.connection.getTable('t').watch({});
    expect(live.getSnapshot()).toEqual({ status: 'loading', rows: [], error: null });
    expect(textOf(await live.ready())).toEqual(['A', 'B']);
    expect(live.getSnapshot()).toMatchObject({ status: 'live', error: null });
  });

  it('is live with an empty list for a missing row', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1 });
    const live = tables.connection.getTable('t').watch('missing');
    expect(await live.ready()).toEqual([]);
    expect(live.getSnapshot().status).toBe('live');
  });

  it('is the same object until something has changed', async () => {
    const { tables, live } = await opened();
    const before = live.getSnapshot();
    expect(live.getSnapshot()).toBe(before);
    await tables.change({ watch: 1, rows: { b: 'B' } }, { watch: 9, rows: { x: 'of a closed watch' } });
    expect(live.getSnapshot()).toBe(before);
    await tables.change({ watch: 1, rows: { b: ['new', 2] } });
    expect(live.getSnapshot()).not.toBe(before);
    expect(live.getSnapshot()).toBe(live.getSnapshot());
    expect(live.getSnapshot().rows).toBe(live.getSnapshot().rows);
  });

  it('has the same objects for the rows that have not changed', async () => {
    const { tables, live } = await opened();
    const [a, b, c] = live.getSnapshot().rows;
    await tables.change({ watch: 1, rows: { b: ['new', 2], bb: 'between' } });
    const { rows } = live.getSnapshot();
    expect(textOf(rows)).toEqual(['A', 'new', 'between', 'C']);
    expect([rows[0], rows[3]]).toEqual([a, c]);
    expect(rows[0]).toBe(a);
    expect(rows[1]).not.toBe(b);
    expect(rows[3]).toBe(c);
  });

  it('does not change after it was delivered', async () => {
    const { tables, live } = await opened();
    const before = live.getSnapshot();
    await tables.change({ watch: 1, removed: ['a'], rows: { b: ['new', 2], d: 'D' } });
    expect(textOf(before.rows)).toEqual(['A', 'B', 'C']);
    expect(textOf(live.getSnapshot().rows)).toEqual(['new', 'C', 'D']);
    expect(Object.isFrozen(before) && Object.isFrozen(before.rows)).toBe(true);
  });

  it('has the rows of a reversed scan in its order', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1, rows: { c: 'C', a: 'A' } });
    const live = tables.connection.getTable('t').watch({ reversed: true });
    await live.ready();
    await tables.change({ watch: 1, rows: { b: 'B', d: 'D' } });
    expect(textOf(live.getSnapshot().rows)).toEqual(['D', 'C', 'B', 'A']);
  });

  it('stays the last one while rows are read again, and does not mix the two', async () => {
    const { tables, live } = await opened();
    const before = live.getSnapshot();
    const changed = tables.change({ watch: 1, reset: true, more: true, rows: { x: 'X' } });
    tables.add({ watch: 1, more: true, rows: { y: 'Y' } });
    tables.add({ watch: 1, more: true, removed: ['c'] });
    tables.add({ watch: 1, rows: { z: 'Z' } });
    await changed;
    expect(live.getSnapshot()).toBe(before);
    await vi.waitFor(() => expect(textOf(live.getSnapshot().rows)).toEqual(['X', 'Y', 'Z']));
    expect(tables.reads).toBe(3);
  });

  it('holds a change that arrived before the rows were read again', async () => {
    const { tables, live } = await opened();
    await Promise.all([
      tables.change({ watch: 1, rows: { b: ['new', 2] } }),
      tables.change({ watch: 1, reset: true, more: true, rows: { x: 'X' } }),
    ]);
    expect(textOf(live.getSnapshot().rows)).toEqual(['A', 'new', 'C']);
  });
});

describe('The own writes of a connection', () => {
  it('are in the snapshot as soon as their promise has resolved', async () => {
    const { tables, live } = await opened();
    for (let value = 2; value < 20; value++) {
      await tables.change({ watch: 1, rows: { b: [`value ${value}`, value] } });
      expect(textOf(live.getSnapshot().rows)).toEqual(['A', `value ${value}`, 'C']);
    }
  });

  it('are in the snapshot that a listener reads, and in the state that an iterator resolves with', async () => {
    const { tables, live } = await opened();
    const seen: string[][] = [];
    live.subscribe(() => seen.push([acknowledged, ...textOf(live.getSnapshot().rows)]));
    const { seen: iterated } = loopOver(live);
    let acknowledged = '';
    for (let value = 2; value < 20; value++) {
      await tables.change({ watch: 1, rows: { b: [`value ${value}`, value] } });
      acknowledged = `value ${value}`;
      if (value % 3 === 0) await turns();
    }
    await turns();
    expect(seen.length).toBeGreaterThan(3);
    for (const [before, , value] of seen) expect(value).toBe(before);
    expect(textOf(iterated.at(-1)?.rows ?? [])).toEqual(['A', 'value 19', 'C']);
  });

  it('are in the next state that a listener or an iterator gets, if the rows are being read again', async () => {
    const { tables, live } = await opened();
    const states: string[][] = [];
    live.subscribe(() => states.push(textOf(live.getSnapshot().rows)));
    const { seen } = loopOver(live);
    await turns();
    tables.engine.takeDifferences = withheld(tables.engine.takeDifferences);
    // The first change is complete. The write that is acknowledged then made the engine read the rows again.
    await tables.change({ watch: 1, rows: { a: ['of others', 2] } }, { watch: 1, more: true, removed: ['c'] });
    const late = live[Symbol.asyncIterator]();
    const first = late.next();
    await turns();
    expect(states).toEqual([]);
    expect(seen).toHaveLength(1);
    expect(textOf(live.getSnapshot().rows)).toEqual(['of others', 'B', 'C']);
    await tables.change({ watch: 1, rows: { d: 'D' } });
    await turns();
    expect(states).toEqual([['of others', 'B', 'D']]);
    expect(textOf(seen[1]?.rows ?? [])).toEqual(['of others', 'B', 'D']);
    expect(textOf((await first).value?.rows ?? [])).toEqual(['of others', 'B', 'D']);
  });
});

/** The requests for differences get none. */
function withheld(take: () => Uint8Array | null): () => Uint8Array | null {
  let calls = 0;
  return () => (++calls === 2 ? null : take());
}

describe('A listener of LiveRows', () => {
  it('is called once for a burst of changes, and after the last one', async () => {
    const { tables, live } = await opened();
    const seen: string[][] = [];
    live.subscribe(() => seen.push(textOf(live.getSnapshot().rows)));
    const changes = Array.from({ length: 50 }, (_, at) => at + 2);
    for (const at of changes) tables.add({ watch: 1, rows: { b: [`${at}`, at] } });
    // Each has its own reply.
    await Promise.all(changes.map(() => tables.connection.status()));
    expect(seen).toEqual([]);
    await turns();
    expect(seen).toEqual([['A', '51', 'C']]);
    expect(tables.sent).toBe(51);
  });

  it('is called at most once in a turn of the page', async () => {
    let turn = 0;
    const yielder = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      turn++;
    };
    const tables = new WatchedTables({ yielder });
    tables.add({ watch: 1, rows: { a: 'A' } });
    const live = tables.connection.getTable('t').watch({});
    await live.ready();
    const calls: number[] = [];
    live.subscribe(() => calls.push(turn));
    for (let at = 2; at < 30; at++) await tables.change({ watch: 1, rows: { a: [`${at}`, at] } });
    await turns();
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls).size).toBe(calls.length);
    expect(textOf(live.getSnapshot().rows)).toEqual(['29']);
  });

  it('is not called for a change that changes nothing', async () => {
    const { tables, live } = await opened();
    const listener = vi.fn();
    live.subscribe(listener);
    await tables.change({ watch: 1, rows: { a: 'A' }, removed: ['missing'] });
    await turns();
    expect(listener).not.toHaveBeenCalled();
  });

  it('is not called any more after its subscription has ended, even by another listener', async () => {
    const { tables, live } = await opened();
    const second = vi.fn();
    let stop = () => {};
    const first = vi.fn(() => stop());
    live.subscribe(first);
    stop = live.subscribe(second);
    live.subscribe(first)();
    await tables.change({ watch: 1, rows: { a: ['new', 2] } });
    await turns();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
  });

  it('does not keep others from being called if it throws', async () => {
    const { tables, live } = await opened();
    const thrown: unknown[] = [];
    const queue = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      try {
        task();
      } catch (error) {
        thrown.push(error);
      }
    });
    const other = vi.fn();
    live.subscribe(() => {
      throw new Error('of the listener');
    });
    live.subscribe(other);
    await tables.change({ watch: 1, rows: { a: ['new', 2] } });
    await turns();
    queue.mockRestore();
    expect(other).toHaveBeenCalledTimes(1);
    expect(thrown).toMatchObject([{ message: 'of the listener' }]);
  });

  it('must be a function', async () => {
    const { live } = await opened();
    expect(() => live.subscribe(5 as never)).toThrow('a listener must be a function; got 5');
  });

  it('can be added with a function that was taken from the LiveRows', async () => {
    const { tables, live } = await opened();
    const { subscribe, getSnapshot } = live;
    const seen: number[] = [];
    subscribe(() => seen.push(getSnapshot().rows.length));
    await tables.change({ watch: 1, rows: { d: 'D' } });
    await turns();
    expect(seen).toEqual([4]);
  });
});

describe('An iterator of LiveRows', () => {
  it('begins with the present state, loading or live', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1, rows: { a: 'A' } });
    const live = tables.connection.getTable('t').watch({});
    const { seen } = loopOver(live);
    await live.ready();
    await turns();
    expect(seen.map(({ status, rows }) => [status, ...textOf(rows)])).toEqual([['loading'], ['live', 'A']]);
    const later = loopOver(live);
    await turns();
    expect(later.seen).toEqual([live.getSnapshot()]);
    expect(later.seen[0]).toBe(live.getSnapshot());
  });

  it('skips states while its reader is busy, and then gets the newest', async () => {
    const { tables, live } = await opened({ a: '1' });
    const states = live[Symbol.asyncIterator]();
    expect(textOf((await states.next()).value?.rows ?? [])).toEqual(['1']);
    for (let at = 2; at < 6; at++) {
      await tables.change({ watch: 1, rows: { a: [`${at}`, at] } });
      await turns();
    }
    expect(textOf((await states.next()).value?.rows ?? [])).toEqual(['5']);
    const next = states.next();
    await turns();
    await tables.change({ watch: 1, rows: { a: ['6', 6] } });
    expect(textOf((await next).value?.rows ?? [])).toEqual(['6']);
  });

  it('that asked while rows were read again gets a state that it has missed, even if they are the same', async () => {
    const { tables, live } = await opened();
    const states = live[Symbol.asyncIterator]();
    await states.next();
    await tables.change({ watch: 1, rows: { a: ['new', 2] } });
    await turns();
    tables.engine.takeDifferences = withheld(tables.engine.takeDifferences);
    await tables.change({ watch: 1, more: true, removed: ['c'] });
    const got: string[][] = [];
    void states.next().then(({ value }) => got.push(textOf(value?.rows ?? [])));
    void live.ready().then((rows) => got.push(textOf(rows)));
    await turns();
    expect(got).toEqual([]);
    await tables.change({ watch: 1, rows: { c: 'C' } });
    await turns();
    expect(got).toEqual([
      ['new', 'B', 'C'],
      ['new', 'B', 'C'],
    ]);
  });

  it('resolves after the listeners of the same state were called', async () => {
    const { tables, live } = await opened();
    const order: string[] = [];
    const states = live[Symbol.asyncIterator]();
    await states.next();
    void states.next().then(() => order.push('iterator'));
    live.subscribe(() => order.push('listener'));
    await tables.change({ watch: 1, rows: { a: ['new', 2] } });
    await turns();
    expect(order).toEqual(['listener', 'iterator']);
  });

  it('gets its states in order if several are requested at once', async () => {
    const { tables, live } = await opened({ a: '1' });
    const states = live[Symbol.asyncIterator]();
    const both = Promise.all([states.next(), states.next()]);
    await turns();
    await tables.change({ watch: 1, rows: { a: ['2', 2] } });
    expect((await both).map(({ value }) => textOf(value?.rows ?? []))).toEqual([['1'], ['2']]);
  });

  it('ends when the LiveRows are closed', async () => {
    const { live } = await opened();
    const { seen, ended } = loopOver(live);
    await turns();
    live.close();
    expect(await ended).toBe(true);
    expect(seen).toHaveLength(1);
    expect(await live[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it('ends after a failed state', async () => {
    const { tables, live } = await opened();
    const { seen, ended } = loopOver(live);
    await tables.change({ watch: 1, error: new BigtabError('TABLE_NOT_FOUND', 'It was dropped.') });
    expect(await ended).toBe(true);
    expect(seen.map(({ status }) => status)).toEqual(['live', 'failed']);
    const later = loopOver(live);
    expect(await later.ended).toBe(true);
    expect(later.seen).toEqual([live.getSnapshot()]);
  });

  it('that a loop leaves early does not close the LiveRows', async () => {
    const { tables, live } = await opened();
    for await (const { rows } of live) if (rows.length === 3) break;
    await tables.change({ watch: 1, rows: { d: 'D' } });
    expect(textOf(live.getSnapshot().rows)).toEqual(['A', 'B', 'C', 'D']);
    expect(tables.closed).toEqual([]);
  });

  it('that is ended while it waits resolves to the end', async () => {
    const { live } = await opened();
    const states = live[Symbol.asyncIterator]();
    await states.next();
    const waiting = states.next();
    await turns();
    await states.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await states.next()).toEqual({ done: true, value: undefined });
  });
});

describe('ready', () => {
  it('resolves to the present rows of LiveRows that are live', async () => {
    const { tables, live } = await opened();
    await tables.change({ watch: 1, removed: ['a'] });
    expect(textOf(await live.ready())).toEqual(['B', 'C']);
  });

  it('rejects with the error of LiveRows that have failed', async () => {
    const tables = new WatchedTables();
    tables.openError = new BigtabError('TABLE_NOT_FOUND', "Table 't' does not exist.");
    const live = tables.connection.getTable('t').watch({});
    await expect(live.ready()).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(live.ready()).rejects.toBe(live.getSnapshot().error);
  });

  it('rejects with INVALID_STATE if the LiveRows are closed before', async () => {
    const tables = new WatchedTables();
    const live = tables.connection.getTable('t').watch({});
    const ready = live.ready();
    live.close();
    await expect(ready).rejects.toMatchObject({ code: 'INVALID_STATE', message: expect.stringContaining("table 't'") });
    await expect(live.ready()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('rejects with the reason of the signal', async () => {
    const tables = new WatchedTables();
    const controller = new AbortController();
    const live = tables.connection.getTable('t').watch({}, { signal: controller.signal });
    const ready = live.ready();
    const reason = new Error('the user went away');
    controller.abort(reason);
    await expect(ready).rejects.toBe(reason);
    await expect(live.ready()).rejects.toBe(reason);
  });
});

describe('A failed state', () => {
  it('keeps the last rows, and is final', async () => {
    const { tables, live } = await opened();
    const { rows } = live.getSnapshot();
    const listener = vi.fn();
    live.subscribe(listener);
    await tables.change({ watch: 1, error: new BigtabError('CORRUPTION', 'A file is damaged.') });
    const failed = live.getSnapshot();
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'CORRUPTION' } });
    expect(failed.rows).toBe(rows);
    await tables.change({ watch: 1, rows: { d: 'D' } });
    await turns();
    expect(live.getSnapshot()).toBe(failed);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(tables.closed).toEqual([]);
  });

  it('holds the writes that were acknowledged before', async () => {
    const { tables, live } = await opened();
    await tables.change({ watch: 1, rows: { d: 'D' } });
    await tables.change({ watch: 1, error: new BigtabError('TABLE_NOT_FOUND', 'It was dropped.') });
    expect(textOf(live.getSnapshot().rows)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('follows from an unknown table', async () => {
    const tables = new WatchedTables();
    tables.openError = new BigtabError('TABLE_NOT_FOUND', "Table 't' does not exist.");
    const live = tables.connection.getTable('t').watch({});
    const { seen, ended } = loopOver(live);
    expect(await ended).toBe(true);
    expect(seen.map(({ status }) => status)).toEqual(['loading', 'failed']);
    expect(seen[1]).toMatchObject({ rows: [], error: { code: 'TABLE_NOT_FOUND' } });
    // The user finds the call that opened it.
    expect(seen[1]?.error?.stack).toContain('live-rows.test');
  });

  it('follows from a connection that closes, before the call of close resolves', async () => {
    const { tables, live } = await opened();
    const listener = vi.fn(() => live.getSnapshot().status);
    live.subscribe(listener);
    const { ended } = loopOver(live);
    await tables.connection.close();
    expect(listener).toHaveReturnedWith('failed');
    expect(await ended).toBe(true);
    expect(live.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'CONNECTION_CLOSED' } });
    expect(textOf(live.getSnapshot().rows)).toEqual(['A', 'B', 'C']);
    expect(() => tables.connection.getTable('t').watch({})).toThrow(
      expect.objectContaining({ code: 'CONNECTION_CLOSED' }),
    );
  });

  it('follows from an engine that is lost', async () => {
    const { tables, live } = await opened();
    const lost = vi.fn();
    tables.connection.addEventListener('lost', lost);
    tables.engine.lose('it died');
    expect(live.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'WORKER_LOST' } });
    expect(textOf(live.getSnapshot().rows)).toEqual(['A', 'B', 'C']);
    expect(lost).toHaveBeenCalledTimes(1);
    const later = tables.connection.getTable('t').watch({});
    await expect(later.ready()).rejects.toMatchObject({ code: 'WORKER_LOST' });
  });
});

describe('Closing LiveRows', () => {
  it('closes the watch in the engine once, and keeps the last state', async () => {
    const { tables, live } = await opened();
    await tables.change({ watch: 1, rows: { d: 'D' } });
    const listener = vi.fn();
    live.subscribe(listener);
    live.close();
    live.close();
    await turns();
    expect(tables.closed).toEqual([1]);
    expect(listener).not.toHaveBeenCalled();
    const { status, rows } = live.getSnapshot();
    expect([status, ...textOf(rows)]).toEqual(['live', 'A', 'B', 'C', 'D']);
    expect(live.subscribe(listener)).not.toThrow();
  });

  it('is done by its signal, also by one that has aborted before', async () => {
    const tables = new WatchedTables();
    const controller = new AbortController();
    const table = tables.connection.getTable('t');
    const live = table.watch({}, { signal: controller.signal });
    await turns();
    controller.abort();
    await turns();
    expect(tables.closed).toEqual([1]);
    const late = table.watch({}, { signal: controller.signal });
    await expect(late.ready()).rejects.toBe(controller.signal.reason);
    expect(tables.opened).toHaveLength(1);
    await expect(live.ready()).rejects.toBe(controller.signal.reason);
  });

  it('is done by the end of a block with using', async () => {
    const { tables, live } = await opened();
    {
      using held = live;
      void held;
    }
    await turns();
    expect(tables.closed).toEqual([1]);
  });

  it('lets go of the signal', async () => {
    const tables = new WatchedTables();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    tables.connection.getTable('t').watch({}, { signal }).close();
    expect(remove).toHaveBeenCalledTimes(1);
  });
});

describe('The LiveRows of a typed table', () => {
  const notes = defineTable({ name: 't', families: { f: { columns: { q: text } } } });
  const strict = { ...text, decode: (stored: Uint8Array) => refuseBad(text.decode(stored)) };
  const strictNotes = defineTable({ name: 't', families: { f: { columns: { q: strict } } } });

  it('have decoded rows, the same objects until they change', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1, rows: { a: 'A', b: 'B' } });
    const live = tables.connection.getTable(notes).watch({});
    const [a, b] = await live.ready();
    expect([a?.f.q, b?.f.q]).toEqual(['A', 'B']);
    await tables.change({ watch: 1, rows: { b: ['new', 2] } });
    const { rows } = live.getSnapshot();
    expect(rows[0]).toBe(a);
    expect(rows[1]?.f.q).toBe('new');
    expect(rows[1]?.result.getText('f', 'q')).toBe('new');
  });

  it('fail with the row and the column of a value that cannot be read', async () => {
    const tables = new WatchedTables();
    tables.add({ watch: 1, rows: { a: 'A', b: 'B' } });
    const live = tables.connection.getTable(strictNotes).watch({});
    await live.ready();
    await tables.change({ watch: 1, rows: { a: ['new', 2], b: ['bad', 2] } });
    const { status, rows, error } = live.getSnapshot();
    expect([status, rows.map(({ f }) => f.q)]).toEqual(['failed', ['A', 'B']]);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { table: 't', qualifier: 'q' } });
    expect(error?.message).toContain("row 'b'");
    await turns();
    expect(tables.closed).toEqual([1]);
  });
});

function refuseBad(value: string): string {
  if (value === 'bad') throw new Error('not allowed');
  return value;
}
