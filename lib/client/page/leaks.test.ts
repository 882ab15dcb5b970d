import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../engine/server/database.js';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes memory.
import './connection-code.js';

/* What a site has open and keeps in memory does not grow with the number of connections and tabs that have gone. */

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const OPENS = 30;
const FOLLOWERS = 100;
const WATCHES = 1_000;
const WATCHED_ROWS = 20;
/** What an engine or a page leaves if it leaks is at least six times as much. The rest is compiled code and the like. */
const BYTES_AN_OPEN = 64 * 1024;
const BYTES_A_FOLLOWER = 8 * 1024;
const BYTES_A_WATCH = 2 * 1024;

/** Databases whose last engine a test can inspect. */
class SeenDatabases extends MemoryDatabases {
  engine: Database | null = null;

  override async open(...given: Parameters<MemoryDatabases['open']>): ReturnType<MemoryDatabases['open']> {
    const engine = await super.open(...given);
    this.engine = engine as Database;
    return engine;
  }
}

let pages: FakePage[] = [];

afterEach(() => {
  for (const page of pages) page.kill();
  pages = [];
  registry().clear();
});

/** Connects, listens, writes and leaves a scanner open. */
async function use(page: FakePage): Promise<Connection> {
  const connection = await connectOn(page.platform, { name: 'crawl' });
  connection.addEventListener('commit', () => {});
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.incrementColumnValue('n', 'f', 'n', 1);
  await table.getScanner({}).next();
  return connection;
}

/**
 * What refers to a connection from a FinalizationRegistry is collected only after the task of the platform that calls the
 * registry, and then what refers to that. So garbage is collected until a further collection frees nothing.
 */
async function heapAfterCollection(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let unchanged = 0; unchanged < 20; unchanged++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    collectGarbage();
    const { heapUsed } = process.memoryUsage();
    if (heapUsed < least * 0.995) unchanged = 0;
    least = Math.min(least, heapUsed);
  }
  return least;
}

/** The bytes that each run of `round` leaves, after some that warm up. */
async function growth(rounds: number, round: () => Promise<void>): Promise<number> {
  for (let time = 0; time < rounds / 2; time++) await round();
  const before = await heapAfterCollection();
  for (let time = 0; time < rounds; time++) await round();
  return ((await heapAfterCollection()) - before) / rounds;
}

/** What a page and its site have open. */
function openParts({ locks, channels, clock }: FakePage): unknown {
  const open = { channels: channels.open(''), timers: clock.waiting, databases: registry().size };
  return { ...open, locks: [...locks.held].sort() };
}

it('A page that connects and closes again and again keeps nothing', async () => {
  const page = new FakePage(new MemoryDatabases());
  pages = [page];
  const round = async () => {
    const connection = await use(page);
    await connection.close();
    await until(() => page.alive === 0);
    page.workers.length = 0;
  };
  await round();
  const before = openParts(page);
  const handles = process.getActiveResourcesInfo().length;
  expect(await growth(OPENS, round)).toBeLessThan(BYTES_AN_OPEN);
  expect(openParts(page)).toEqual(before);
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(handles);
});

it.for(['close their connections', 'end without closing'])(
  'A leader keeps nothing of followers that %s',
  async (end) => {
    const databases = new SeenDatabases();
    const page = new FakePage(databases);
    pages = [page];
    const leader = await use(page);
    const own = registry().get('crawl');
    const round = async () => {
      const follower = page.another();
      registry().clear();
      const connection = await use(follower);
      if (end === 'close their connections') await connection.close();
      follower.kill();
      registry().clear();
      if (own !== undefined) registry().set('crawl', own);
      await until(() => page.channels.open('') === channels);
      page.clock.advance(10_000);
      await leader.status();
    };
    const channels = page.channels.open('');
    await round();
    const before = openParts(page);
    expect(await growth(FOLLOWERS, round)).toBeLessThan(BYTES_A_FOLLOWER);
    expect(openParts(page)).toEqual(before);
    expect((await leader.status()).tabs).toBe(1);
    const kept = databases.engine?.engine.operations.facts.operations ?? [];
    expect(kept.flatMap(({ answers }) => answers)).toEqual([]);
    await leader.close();
  },
);

it.for(['leading', 'following'])('Watches that a %s page opens and closes leave nothing', async (standing) => {
  const page = new FakePage(new MemoryDatabases());
  pages = [page];
  const leader = await use(page);
  registry().clear();
  const connection = standing === 'leading' ? leader : await use(page.another());
  const table = connection.getTable('t');
  await table.put(Array.from({ length: WATCHED_ROWS }, (_, row) => ({ row: `r${row}`, cells: { f: { q: 'v' } } })));
  const round = async () => {
    const rows = table.watch({ prefix: 'r' });
    const end = rows.subscribe(() => {});
    await rows.ready();
    await table.put({ row: 'r0', cells: { f: { q: 'w' } } });
    end();
    rows.close();
  };
  const before = openParts(page);
  expect(await growth(WATCHES, round)).toBeLessThan(BYTES_A_WATCH);
  expect((await leader.status()).watches).toEqual([]);
  expect(openParts(page)).toEqual(before);
  if (connection !== leader) await connection.close();
  await leader.close();
});
