import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { WatchedTables } from '../../testing/fakes/watched-tables.js';
import type { Result } from '../answers/result.js';
import type { LiveRows } from './live-rows.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects garbage and lets finalizers run: five times, and then until `isHeard` returns true. */
async function collect(isHeard: () => boolean = () => true): Promise<void> {
  for (let time = 0; time < 5 || (time < 1_000 && !isHeard()); time++) {
    // Threads of the platform may still compile functions that refer to it.
    await new Promise((resolve) => (time < 5 ? setImmediate(resolve) : setTimeout(resolve, 10)));
    collectGarbage();
  }
}

/** Opens a watch and uses it; keeps no reference to it. */
async function abandoned(use: (live: LiveRows<Result>) => unknown): Promise<WatchedTables> {
  const tables = new WatchedTables();
  tables.add({ watch: 1, rows: { a: 'A' } });
  await use(tables.connection.getTable('t').watch({}));
  return tables;
}

describe('Abandoned LiveRows', () => {
  it('are collected, and closed in the engine', async () => {
    const tables = await abandoned((live) => live.ready().then(() => undefined));
    await collect(() => tables.closed.length > 0);
    expect(tables.closed).toEqual([1]);
    expect(tables.engine.wants).toBeNull();
  });

  it('are collected after their listener and their iterator have ended', async () => {
    const tables = await abandoned(async (live) => {
      const stop = live.subscribe(() => {});
      for await (const { status } of live) if (status === 'live') break;
      stop();
    });
    await collect(() => tables.closed.length > 0);
    expect(tables.closed).toEqual([1]);
  });

  it('are collected although a signal could still abort', async () => {
    const { signal } = new AbortController();
    const tables = new WatchedTables();
    tables.connection.getTable('t').watch({}, { signal });
    await collect(() => tables.closed.length > 0);
    expect(tables.closed).toEqual([1]);
    expect(signal.aborted).toBe(false);
  });

  it('stay open while they have a listener', async () => {
    const rows: number[] = [];
    const tables = await abandoned((live) => {
      const { getSnapshot } = live;
      live.subscribe(() => rows.push(getSnapshot().rows.length));
    });
    await collect();
    await tables.change({ watch: 1, rows: { b: 'B' } });
    await collect();
    expect(tables.closed).toEqual([]);
    expect(rows.at(-1)).toBe(2);
  });

  it('stay open while they have a listener that does not refer to them', async () => {
    let calls = 0;
    const tables = await abandoned((live) => void live.subscribe(() => calls++));
    await collect();
    await tables.change({ watch: 1, rows: { b: 'B' } });
    await collect();
    expect([tables.closed, calls]).toEqual([[], 2]);
  });

  it('stay open while an iterator waits', async () => {
    const states: number[] = [];
    const tables = await abandoned((live) => {
      void (async () => {
        for await (const { rows } of live) states.push(rows.length);
      })();
    });
    await collect();
    await tables.change({ watch: 1, rows: { b: 'B' } });
    await collect();
    expect(tables.closed).toEqual([]);
    expect(states.at(-1)).toBe(2);
  });

  it('stay open while a call of ready waits', async () => {
    const tables = new WatchedTables();
    const ready = tables.connection.getTable('t').watch({}).ready();
    await collect();
    await tables.change({ watch: 1, rows: { a: 'A' } });
    expect(await ready).toHaveLength(1);
  });
});
