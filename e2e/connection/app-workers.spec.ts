import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { BLANK_PAGE, ROOT } from '../fixtures.js';
import { test as base, expect, openPage } from '../in-page.js';
import { startSite } from '../site.js';
import { appWorkerScript, failureIn, runIn, startAppWorker, type WorkerKind, type WorkerScope } from './app-worker.js';

/* `connect` in an app's own workers: a dedicated worker may lead, a SharedWorker and a service worker only follow. */

const SCRIPTS: Readonly<Record<WorkerKind, string>> = {
  dedicated: '/app-worker.js',
  shared: '/app-worker.js',
  service: '/app-service-worker.js',
};

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  site: async ({}, use) => {
    const site = await startSite({
      routes: {
        '/dist/': join(ROOT, 'dist'),
        '/blank': { html: BLANK_PAGE },
        '/app-worker.js': { script: appWorkerScript('/dist/index.js') },
        '/app-service-worker.js': { script: appWorkerScript('/dist/service-worker.js') },
      },
    });
    await use(site);
    await site.close();
  },
});

/** Connects in the page, which leads if nothing else does, and creates the table. */
async function connectPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    await connection.ensureTable({ name: 't', families: ['f'] });
    Object.assign(globalThis, { connection });
  });
}

/** Connects in a worker of the app. */
async function connectWorker(page: Page, kind: WorkerKind): Promise<void> {
  await startAppWorker(page, kind, SCRIPTS[kind]);
  await runIn(page, kind, async () => {
    const scope = globalThis as unknown as WorkerScope;
    scope.connection = await scope.bigtab.connect('crawl');
  });
}

/** Increments the counter in the page, in calls at once; the number of different answers. */
function count(page: Page, times: number): Promise<number> {
  return page.evaluate(increment, times);
}

/** The same in a worker. */
function countIn(page: Page, kind: WorkerKind, times: number): Promise<number> {
  return runIn(page, kind, increment, times);
}

async function increment(times: number): Promise<number> {
  const table = (globalThis as unknown as WorkerScope).connection.getTable('t');
  const all = Array.from({ length: times }, () => table.incrementColumnValue('n', 'f', 'n', 1));
  return new Set(await Promise.all(all)).size;
}

async function status(): Promise<{ role: string; tabs: number }> {
  const { role, tabs } = await (globalThis as unknown as WorkerScope).connection.status();
  return { role, tabs };
}

/** Puts a row with a value of 300 KiB, reads it, and scans all rows. */
async function putGetScan(row: string): Promise<{ length: number | undefined; rows: string[] }> {
  const table = (globalThis as unknown as WorkerScope).connection.getTable('t');
  await table.put({ row, cells: { f: { q: new Uint8Array(300 << 10).fill(7) } } });
  const length = (await table.get(row)).getValue('f', 'q')?.length;
  const rows: string[] = [];
  for await (const result of table.getScanner()) rows.push(new TextDecoder().decode(result.row as Uint8Array));
  return { length, rows };
}

test.describe("An app's dedicated worker", () => {
  test('connects without the page, leads, and keeps what it writes', async ({ page }) => {
    await startAppWorker(page, 'dedicated', SCRIPTS.dedicated);
    const found = await runIn(page, 'dedicated', async () => {
      const scope = globalThis as unknown as WorkerScope;
      const first = await scope.bigtab.connect('crawl');
      const table = await first.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      const { role } = await first.status();
      await first.close();
      const second = await scope.bigtab.connect('crawl');
      const value = (await second.getTable('t').get('a')).getText('f', 'q');
      const databases = await scope.bigtab.listDatabases();
      await second.close();
      await scope.bigtab.deleteDatabase('crawl');
      return { role, value, databases, left: await scope.bigtab.listDatabases() };
    });
    expect(found).toEqual({ role: 'leader', value: 'v', databases: ['crawl'], left: [] });
  });

  test('and pages share a database; each continues when the one that leads ends', async ({ page, context, site }) => {
    await startAppWorker(page, 'dedicated', SCRIPTS.dedicated);
    await runIn(page, 'dedicated', async () => {
      const scope = globalThis as unknown as WorkerScope;
      scope.connection = await scope.bigtab.connect('crawl');
      await scope.connection.ensureTable({ name: 't', families: ['f'] });
    });
    const second = await openPage(context, `${site.origin}/blank`);
    await connectPage(second);
    expect(await Promise.all([countIn(page, 'dedicated', 50), count(second, 50)])).toEqual([50, 50]);
    expect([await runIn(page, 'dedicated', status), await second.evaluate(status)]).toEqual([
      { role: 'leader', tabs: 2 },
      { role: 'follower', tabs: 2 },
    ]);
    const counted = count(second, 500);
    await page.close();
    expect(await counted).toBe(500);
    expect((await second.evaluate(status)).role).toBe('leader');
    const third = await openPage(context, `${site.origin}/blank`);
    await connectWorker(third, 'dedicated');
    expect((await runIn(third, 'dedicated', status)).role).toBe('follower');
    await second.close();
    expect(await countIn(third, 'dedicated', 10)).toBe(10);
    expect((await runIn(third, 'dedicated', status)).role).toBe('leader');
  });
});

for (const kind of ['shared', 'service'] as const) {
  test.describe(`A ${kind === 'shared' ? 'SharedWorker' : 'service worker'}`, () => {
    test('follows a page: it puts, gets, scans, counts and hears the commits of others', async ({ page }) => {
      await connectPage(page);
      await connectWorker(page, kind);
      expect(await runIn(page, kind, putGetScan, 'row')).toEqual({ length: 300 << 10, rows: ['row'] });
      expect(await Promise.all([countIn(page, kind, 50), count(page, 50)])).toEqual([50, 50]);
      expect(await runIn(page, kind, status)).toEqual({ role: 'follower', tabs: 2 });
      await runIn(page, kind, async () => {
        const scope = globalThis as unknown as WorkerScope & { heard: Promise<string> };
        scope.heard = new Promise((resolve) =>
          scope.connection.addEventListener('commit', ({ firstRow }) => resolve(new TextDecoder().decode(firstRow))),
        );
        await scope.connection.status();
      });
      await page.evaluate(() =>
        (globalThis as unknown as WorkerScope).connection.getTable('t').put({ row: 'seen', cells: { f: { q: 'v' } } }),
      );
      const heard = await runIn(page, kind, () => (globalThis as unknown as { heard: Promise<string> }).heard);
      expect(heard).toBe('seen');
      await runIn(page, kind, () => (globalThis as unknown as WorkerScope).connection.close());
    });

    test('never leads: without a page, connect and calls reject with the reason no-page after 10 s', async ({
      page,
      context,
      site,
    }) => {
      await connectPage(page);
      await connectWorker(page, kind);
      await page.evaluate(() => (globalThis as unknown as WorkerScope).connection.close());
      const [call, connect] = await Promise.all([
        failureIn(page, kind, increment, 1),
        failureIn(page, kind, () => (globalThis as unknown as WorkerScope).bigtab.connect('other')),
      ]);
      for (const failure of [call, connect]) {
        expect(failure).toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { reason: 'no-page' } });
        expect(failure?.message).toContain('Open a page');
        expect(failure?.ms).toBeGreaterThan(9_900);
        expect(failure?.ms).toBeLessThan(15_000);
      }
      const counting = countIn(page, kind, 5);
      const next = await openPage(context, `${site.origin}/blank`);
      await connectPage(next);
      expect(await counting).toBe(5);
      expect(await count(next, 1)).toBe(1);
    });
  });
}
