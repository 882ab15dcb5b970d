import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import type { Result } from '../answers/result.js';
import type { Connection } from '../connection.js';
import type { LiveRows } from '../live/live-rows.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes a different time in each run.
import './connection-code.js';

/* Live reads in several tabs, with real engines. */

let pages: FakePage[] = [];
/** The registry of each page: in a test, all pages share one `globalThis`. */
let registries = new Map<FakePage, Map<string, never>>();

beforeEach(() => {
  pages = [new FakePage(new MemoryDatabases())];
  registries = new Map();
});

afterEach(() => {
  for (const page of pages) page.kill();
});

function connect(page: FakePage, options: Omit<ConnectOptions, 'name'> = {}): Promise<Connection> {
  const all = registry() as Map<string, unknown>;
  all.clear();
  for (const [name, entry] of registries.get(page) ?? []) all.set(name, entry);
  try {
    return connectOn(page.platform, { ...options, name: 'crawl' });
  } finally {
    registries.set(page, new Map(all) as Map<string, never>);
    all.clear();
  }
}

/** A leader, and as many followers, each on its page. */
async function tabs(followers: number): Promise<Connection[]> {
  const [first] = pages as [FakePage];
  const leader = await connect(first);
  await leader.ensureTable({ name: 't', families: ['f'] });
  const all = [leader];
  for (let count = 0; count < followers; count++) {
    const page = first.another();
    pages.push(page);
    all.push(await connect(page));
  }
  return all;
}

const shown = (live: LiveRows<Result>): string[] => live.getSnapshot().rows.map((row) => row.getText('f', 'q') ?? '');

async function put(connection: Connection, row: string, value = row): Promise<void> {
  await connection.getTable('t').put({ row, cells: { f: { q: value } } });
}

/** The number of watches of the database, as far as it has been reported. */
const counts = new WeakMap<Connection, number>();
function watches(connection: Connection): number | undefined {
  void connection.status().then((status) => counts.set(connection, status.watches.length));
  return counts.get(connection);
}

async function watched(connection: Connection): Promise<LiveRows<Result>> {
  const live = connection.getTable('t').watch({ prefix: 'r' });
  await live.ready();
  return live;
}

describe('Live reads in several tabs', () => {
  it('show the writes of each tab in all of them', async () => {
    const connections = await tabs(2);
    const lives = await Promise.all(connections.map(watched));
    for (const [at, connection] of connections.entries()) {
      await put(connection, `r${at}`);
      // At once where it was written.
      expect(shown(lives[at] as LiveRows<Result>)).toContain(`r${at}`);
      for (const live of lives) await until(() => shown(live).includes(`r${at}`));
    }
    for (const live of lives) expect(shown(live)).toEqual(['r0', 'r1', 'r2']);
  });

  it('request no events of a connection whose watches are closed', async () => {
    const [leader, follower] = (await tabs(1)) as [Connection, Connection];
    const live = await watched(follower);
    await put(leader, 'r1');
    await until(() => shown(live).length === 1);
    live.close();
    await put(leader, 'r2');
    await until(() => shown(live).length === 1);
    expect(live.getSnapshot().status).toBe('live');
  });

  it('go on after a change of leader: rows stay readable and live, and the same objects if they have not changed', async () => {
    const [leader, second, third] = (await tabs(2)) as [Connection, Connection, Connection];
    await put(leader, 'r1');
    const [live, other] = [await watched(second), await watched(third)];
    const before = live.getSnapshot();
    const states: string[][] = [];
    live.subscribe(() => states.push([live.getSnapshot().status, ...shown(live)]));
    (pages[0] as FakePage).kill();
    expect(live.getSnapshot()).toBe(before);
    await put(second, 'r2');
    await until(() => shown(live).length === 2 && shown(other).length === 2);
    expect(live.getSnapshot().rows[0]).toBe(before.rows[0]);
    await put(third, 'r3');
    await until(() => states.at(-1)?.length === 4);
    expect(shown(other)).toEqual(['r1', 'r2', 'r3']);
    expect(states.every(([status]) => status === 'live')).toBe(true);
    expect(states.at(-1)).toEqual(['live', 'r1', 'r2', 'r3']);
  });

  it('stay live after a change of leader while their table is disabled, and go on when it is enabled', async () => {
    const [leader, follower] = (await tabs(1)) as [Connection, Connection];
    await put(leader, 'r1');
    const live = await watched(follower);
    const before = live.getSnapshot();
    await leader.getAdmin().disableTable('t');
    (pages[0] as FakePage).kill();
    expect(await follower.getAdmin().isTableDisabled('t')).toBe(true);
    await until(() => watches(follower) === 1);
    expect(live.getSnapshot()).toBe(before);
    await follower.getAdmin().enableTable('t');
    await put(follower, 'r2');
    await until(() => shown(live).length === 2);
    expect(live.getSnapshot().rows[0]).toBe(before.rows[0]);
  });

  it('go on after the worker of the leader died, also for watches that were being opened', async () => {
    const [leader, follower] = (await tabs(1)) as [Connection, Connection];
    await put(leader, 'r1');
    const live = await watched(leader);
    const opening = follower.getTable('t').watch({ prefix: 'r' });
    const [first] = pages as [FakePage];
    first.workers.at(-1)?.terminate();
    await put(leader, 'r2');
    await until(() => shown(live).length === 2);
    await until(() => shown(opening).length === 2);
    expect((await leader.status()).watches).toHaveLength(2);
  });

  it('fail when their connection closes, and the engine forgets them', async () => {
    const [leader, follower] = (await tabs(1)) as [Connection, Connection];
    const live = await watched(follower);
    expect((await leader.status()).watches).toEqual([{ table: 't', range: ['r', 's'], rows: 0 }]);
    await follower.close();
    expect(live.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'CONNECTION_CLOSED' } });
    expect((await leader.status()).watches).toEqual([]);
  });

  it('are forgotten by the engine when their page has ended', async () => {
    const [leader, follower] = (await tabs(1)) as [Connection, Connection];
    await watched(follower);
    (pages[1] as FakePage).kill();
    await until(() => {
      // The end of a page is noticed when its lock is free.
      (pages[0] as FakePage).clock.advance(100);
      return watches(leader) === 0;
    });
  });

  it('fail when the engine is lost', async () => {
    const [leader] = (await tabs(0)) as [Connection];
    await put(leader, 'r1');
    const live = await watched(leader);
    const [first] = pages as [FakePage];
    first.workers.at(-1)?.terminate();
    await leader.status();
    first.workers.at(-1)?.terminate();
    await until(() => live.getSnapshot().status === 'failed');
    expect(live.getSnapshot()).toMatchObject({ error: { code: 'WORKER_LOST' } });
    expect(shown(live)).toEqual(['r1']);
  });
});

describe('LiveRows of a connection with an old version', () => {
  it('fail when another tab has upgraded the tables', async () => {
    const [first] = pages as [FakePage];
    const old = await connect(first, { version: 1 });
    await old.ensureTable({ name: 't', families: ['f'] });
    await put(old, 'r1');
    const live = await watched(old);
    const page = first.another();
    pages.push(page);
    const upgraded = await connect(page, {
      version: 2,
      upgrade: (connection) => put(connection, 'r2'),
    });
    await put(upgraded, 'r3');
    await until(() => live.getSnapshot().status === 'failed');
    expect(live.getSnapshot().error).toMatchObject({ code: 'DATABASE_NEWER' });
    expect(shown(live)).toContain('r1');
  });
});
