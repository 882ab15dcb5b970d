import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes a different time in each run.
import './connection-code.js';

/* SharedWorkers and service workers: they only follow. */

const NO_PAGE = {
  code: 'STORAGE_UNAVAILABLE',
  details: { reason: 'no-page' },
  message: expect.stringContaining('Open a page'),
};

let page = new FakePage(new MemoryDatabases());
let worker = page;
let others: FakePage[] = [];
/** Where `connect` was called last. */
let current: FakePage | null = null;

beforeEach(() => {
  page = new FakePage(new MemoryDatabases());
  worker = page.another({ mayLead: false, isVisible: () => false, startWorker: null });
  others = [];
});

afterEach(() => {
  for (const each of [page, worker, ...others]) each.kill();
  registry().clear();
});

/** Connects in `scope`, which has its own registry: in a test, all share one `globalThis`. */
function connect(scope: FakePage, options: Partial<ConnectOptions> = {}): Promise<Connection> {
  if (scope !== current) registry().clear();
  current = scope;
  return connectOn(scope.platform, { name: 'crawl', ...options });
}

/** Lets time pass. */
async function idle(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    await new Promise((resolve) => setImmediate(resolve));
    page.clock.advance(50);
  }
}

/** Lets time pass until `call` has settled, and returns the milliseconds and its error. */
async function failure(call: Promise<unknown>): Promise<{ readonly error: unknown; readonly ms: number }> {
  let settled = false;
  const caught = call
    .then(() => null)
    .catch((error: unknown) => error)
    .finally(() => {
      settled = true;
    });
  let ms = 0;
  await until(() => {
    if (settled) return true;
    page.clock.advance(50);
    ms += 50;
    return false;
  });
  return { error: await caught, ms };
}

function increment(connection: Connection): Promise<bigint> {
  return connection.getTable('t').incrementColumnValue('n', 'f', 'n', 1);
}

/** A page that leads, with a table, and a worker that follows it. */
async function two() {
  const leader = await connect(page);
  await leader.ensureTable({ name: 't', families: ['f'] });
  return { leader, follower: await connect(worker) };
}

describe('A worker that only follows', () => {
  it('uses the engine of a page: it reads, writes, scans and hears commits', async () => {
    const { leader, follower } = await two();
    const heard: string[] = [];
    follower.addEventListener('commit', ({ table }) => heard.push(table));
    await follower.getTable('t').put({ row: 'a', cells: { f: { q: 'of the worker' } } });
    await leader.getTable('t').put({ row: 'b', cells: { f: { q: 'of the page' } } });
    const rows = await follower.getTable('t').getScanner().toArray();
    expect(rows.map((row) => row.getText('f', 'q'))).toEqual(['of the worker', 'of the page']);
    await until(() => heard.length === 2);
    expect(await follower.status()).toMatchObject({ role: 'follower', tabs: 2 });
  });

  it('waits for a page that connects later', async () => {
    const connecting = connect(worker);
    await idle(5_000);
    await connect(page);
    expect((await failure(connecting)).error).toBe(null);
    expect((await (await connecting).status()).role).toBe('follower');
  });

  it('rejects with the reason no-page if there is no page for 10 s, and starts no worker', async () => {
    const able = page.another({ mayLead: false, isVisible: () => false });
    others.push(able);
    let started = 0;
    const factory = () => {
      started++;
      return able.start(() => {});
    };
    const { error, ms } = await failure(connect(able, { worker: factory }));
    expect(error).toMatchObject(NO_PAGE);
    expect(ms).toBeGreaterThanOrEqual(10_000);
    expect([started, able.workers.length, registry().size]).toEqual([0, 0, 0]);
  });

  it('waits 10 s for the next page when its page ends, and continues whenever one connects', async () => {
    const { follower } = await two();
    expect(await increment(follower)).toBe(1n);
    page.kill();
    const { error, ms } = await failure(increment(follower));
    expect(error).toMatchObject({ ...NO_PAGE, details: { reason: 'no-page', outcome: 'unknown' } });
    expect(ms).toBeGreaterThanOrEqual(10_000);
    const waiting = increment(follower);
    const next = page.another();
    others.push(next);
    const leader = await connect(next);
    expect((await failure(waiting)).error).toBe(null);
    expect(await waiting).toBe(2n);
    expect(await increment(leader)).toBe(3n);
  });

  it.each(['is closed', 'is closed, and a call has failed', 'crashes', 'crashes, and a call has failed'])(
    'gives each call 10 s, however long ago its page %s',
    async (end) => {
      const { leader, follower } = await two();
      if (end.startsWith('is closed')) await leader.close();
      else page.kill();
      if (end.endsWith('has failed')) await failure(increment(follower));
      await idle(9_000);
      const calls = [increment(follower), connect(worker), increment(follower)];
      const { ms } = await failure(Promise.race(calls));
      expect(ms).toBeGreaterThanOrEqual(10_000);
      const settled = await Promise.allSettled(calls);
      expect(settled.map((one) => one.status === 'rejected' && one.reason.details.reason)).toEqual(
        Array(3).fill('no-page'),
      );
    },
  );

  it('goes on while another page takes the place of its page: no call is lost or runs twice', async () => {
    const { follower } = await two();
    const next = page.another();
    others.push(next);
    const second = await connect(next);
    await second.status();
    const counted = Promise.all(Array.from({ length: 20 }, () => increment(follower)));
    page.kill();
    expect((await failure(counted)).error).toBe(null);
    expect([...new Set(await counted)].length).toBe(20);
    expect(await increment(second)).toBe(21n);
  });
});
