import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { type Deferred, deferred } from '../calls/deferred.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes a different time in each run.
import './connection-code.js';

/* The calls of other connections while an upgrade runs. */

let databases = new MemoryDatabases();
let pages: FakePage[] = [];
/** The registry of each page: in a test, all pages share one `globalThis`. */
let registries = new Map<FakePage, Map<string, unknown>>();
/** The page whose registry is in place. */
let current: FakePage | null = null;

beforeEach(() => {
  databases = new MemoryDatabases();
  pages = [new FakePage(databases)];
  registries = new Map();
});

afterEach(() => {
  for (const page of pages) page.kill();
  registry().clear();
  current = null;
});

function newPage(): FakePage {
  const page = (pages[0] as FakePage).another();
  pages.push(page);
  return page;
}

function connect(page: FakePage, options: Partial<ConnectOptions> = {}): Promise<Connection> {
  const all = registry() as Map<string, unknown>;
  if (page !== current) {
    if (current !== null) registries.set(current, new Map(all));
    all.clear();
    for (const [name, entry] of registries.get(page) ?? []) all.set(name, entry);
    current = page;
  }
  return connectOn(page.platform, { name: 'crawl', ...options });
}

/** What a call ends with, as far as it has: `done`, or the code of its error. */
function ends(...calls: readonly Promise<unknown>[]): (string | null)[] {
  const all: (string | null)[] = calls.map(() => null);
  for (const [index, call] of calls.entries()) {
    call.then(
      () => {
        all[index] = 'done';
      },
      (error) => {
        all[index] = error.code;
      },
    );
  }
  return all;
}

/** Lets messages be delivered, and then time pass. */
async function idle(ms = 0): Promise<void> {
  for (let passed = 0; passed <= ms; passed += 50) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (passed === ms) return;
    pages[0]?.clock.advance(50);
    databases.media.get('crawl')?.clock.advance(50);
  }
}

interface Started {
  /** What `connect` with the upgrade resolves to. */
  readonly upgraded: Promise<Connection>;
  /** Ends its function. */
  readonly gate: Deferred<void>;
}

/** Begins an upgrade to version 2 on `page`, which changes the table and then waits for `gate`. */
async function upgradeOn(page: FakePage): Promise<Started> {
  const started = deferred<void>();
  const gate = deferred<void>();
  const upgraded = connect(page, {
    version: 2,
    async upgrade(connection) {
      const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      await table.put({ row: 'upgraded', cells: { g: { q: 'v' } } });
      await connection.getAdmin().flush('t');
      started.resolve();
      await gate.promise;
      await table.put({ row: 'upgraded', cells: { g: { q: 'w' } } });
    },
  });
  upgraded.catch(() => {});
  await started.promise;
  return { upgraded, gate };
}

/** A page that leads and one that follows, each with connections without a version and with version 1. */
async function four() {
  const [first] = pages as [FakePage];
  const old = await connect(first, { version: 1 });
  await old.ensureTable({ name: 't', families: ['f'] });
  const plain = await connect(first);
  const second = newPage();
  const followers = { old: await connect(second, { version: 1 }), plain: await connect(second) };
  return { first, second, old, plain, followers };
}

function put(connection: Connection, row: string): Promise<void> {
  return connection.getTable('t').put({ row, cells: { f: { q: 'v' } } });
}

async function rows(connection: Connection): Promise<string[]> {
  const found = await connection.getTable('t').getScanner().toArray();
  return found.map(({ row }) => new TextDecoder().decode(row ?? undefined));
}

describe('Calls of other connections', () => {
  it.each(['first', 'second', 'third'] as const)(
    'wait for an upgrade of the %s page, and are refused if they belong to an older version',
    async (which) => {
      const { first, second, old, plain, followers } = await four();
      const all = [old, followers.old, plain, followers.plain];
      const { gate, upgraded } = await upgradeOn(which === 'third' ? newPage() : which === 'first' ? first : second);
      const calls = ends(
        ...all.map((connection, index) => put(connection, `r${index}`)),
        old.getTable('t').get('r'),
        followers.old.getAdmin().deleteTable('t'),
        plain.getTable('t').get('r'),
        followers.plain.ensureTable({ name: 'u', families: ['f'] }),
      );
      await idle(20_000);
      expect(calls).toEqual(Array(8).fill(null));
      gate.resolve();
      const connection = await upgraded;
      await until(() => !calls.includes(null));
      const newer = 'DATABASE_NEWER';
      expect(calls).toEqual([newer, newer, 'done', 'done', newer, newer, 'done', 'done']);
      expect(await rows(connection)).toEqual(['r2', 'r3', 'upgraded']);
      // And so do later ones.
      await expect(put(old, 'later')).rejects.toMatchObject({
        code: newer,
        details: { stored: 2, version: 1 },
        message: expect.stringContaining('Reload the page'),
      });
      await expect(rows(followers.old)).rejects.toMatchObject({ code: newer });
      expect(await old.status()).toMatchObject({ name: 'crawl' });
      await Promise.all([...all, connection].map((one) => one.close()));
    },
  );

  it('run if the upgrade fails', async () => {
    const { second, old, plain, followers } = await four();
    const { gate, upgraded } = await upgradeOn(second);
    const calls = ends(put(old, 'a'), put(plain, 'b'), put(followers.old, 'c'));
    await idle();
    expect(calls).toEqual([null, null, null]);
    gate.reject(new Error('own'));
    await expect(upgraded).rejects.toThrow('own');
    await until(() => !calls.includes(null));
    expect(calls).toEqual(['done', 'done', 'done']);
  });

  it('may be aborted, and status and connect do not wait', async () => {
    const { gate, upgraded } = await four().then(({ second }) => upgradeOn(second));
    const page = newPage();
    const plain = await connect(page);
    expect(await plain.status()).toMatchObject({ tabs: 3 });
    const controller = new AbortController();
    const scan = plain.getTable('t').getScanner({}, { signal: controller.signal }).toArray();
    await idle();
    controller.abort('enough');
    await expect(scan).rejects.toBe('enough');
    gate.resolve();
    await upgraded;
    expect(await rows(plain)).toEqual(['upgraded']);
  });

  it('do not keep an open scanner from being closed', async () => {
    const { old, second } = await four();
    await old.getTable('t').put(['a', 'b', 'c'].map((row) => ({ row, cells: { f: { q: 'v' } } })));
    const scanner = old.getTable('t').getScanner({ caching: 1 });
    await scanner.next();
    // The next batch, which is requested in advance, has arrived.
    await idle();
    await upgradeOn(second);
    await old.close();
  });

  it('run when the page of the upgrade has ended', async () => {
    const { old, plain } = await four();
    const third = newPage();
    await upgradeOn(third);
    const calls = ends(put(old, 'a'), put(plain, 'b'));
    await idle(1_000);
    expect(calls).toEqual([null, null]);
    third.kill();
    await idle(6_000);
    expect(calls).toEqual(['done', 'done']);
  });

  it('wait at the next leader too', async () => {
    const { first, second, followers } = await four();
    const third = newPage();
    const other = await connect(third, { version: 1 });
    const { gate, upgraded } = await upgradeOn(second);
    const calls = ends(put(followers.old, 'a'), put(followers.plain, 'b'), put(other, 'c'));
    first.kill();
    await idle(3_000);
    expect(calls).toEqual([null, null, null]);
    const later = ends(put(other, 'd'));
    await idle(1_000);
    expect(later).toEqual([null]);
    gate.resolve();
    const connection = await upgraded;
    await until(() => ![...calls, ...later].includes(null));
    expect([...calls, ...later]).toEqual(['DATABASE_NEWER', 'done', 'DATABASE_NEWER', 'DATABASE_NEWER']);
    expect(await rows(connection)).toEqual(['b', 'upgraded']);
  });

  it('run at the next leader after a second if the upgrade has ended with the one before', async () => {
    const { first, second, followers } = await four();
    await upgradeOn(first);
    const calls = ends(put(followers.old, 'a'), put(followers.plain, 'b'));
    await idle();
    first.kill();
    await until(() => second.alive === 1);
    await idle();
    expect(calls).toEqual([null, null]);
    await idle(2_000);
    expect(calls).toEqual(['done', 'done']);
    expect(databases.media.get('crawl')?.catalog.image?.database.upgrading).toBeUndefined();
  });
});
