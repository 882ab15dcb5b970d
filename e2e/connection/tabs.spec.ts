import type { BrowserContext, Page } from 'playwright/test';
import { expect, openPage, type Profile, prepare, test } from '../in-page.js';

interface Connected {
  connection: import('bigtab').Connection;
  workers: Worker[];
}

/** Opens the database on `page`, with one table; resolves to the milliseconds that `connect` took. */
function connectOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const start = performance.now();
    const { workers, worker } = recordedWorkers();
    const connection = await connect('crawl', { worker });
    const took = performance.now() - start;
    await connection.ensureTable({ name: 't', families: ['f'] });
    Object.assign(globalThis, { connection, workers });
    return took;
  });
}

/** Increments the counter `times` times, all at once; resolves when the last one has its answer. */
function count(page: Page, times: number): Promise<number> {
  return page.evaluate(async (times) => {
    const table = (globalThis as unknown as Connected).connection.getTable('t');
    const all = Array.from({ length: times }, () => table.incrementColumnValue('n', 'f', 'n', 1));
    return new Set(await Promise.all(all)).size;
  }, times);
}

async function total(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const table = (globalThis as unknown as Connected).connection.getTable('t');
    return Number(await table.incrementColumnValue('n', 'f', 'n', 0));
  });
}

function status(page: Page): Promise<{ role: string; tabs: number; epoch: number }> {
  return page.evaluate(async () => {
    const { role, tabs, epoch } = await (globalThis as unknown as Connected).connection.status();
    return { role, tabs, epoch };
  });
}

/** Goes back to a page that should be in the back/forward cache, and waits until it goes on. */
async function goBack(page: Page): Promise<void> {
  // Later, so that the call has returned before the page is left.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => (globalThis as unknown as { persisted?: boolean }).persisted === true);
}

/** The leader on `page`, and a follower. */
async function two(page: Page, context: BrowserContext, origin: string): Promise<Page> {
  await connectOn(page);
  const second = await openPage(context, `${origin}/blank`);
  await connectOn(second);
  return second;
}

/** The same in a browser of their own that has a back/forward cache, which both can enter. */
async function twoWithCache(profile: Profile, origin: string): Promise<readonly [leader: Page, follower: Page]> {
  const context = await prepare(await profile.launch({ backForwardCache: true }));
  const page = await openPage(context, `${origin}/blank`);
  const second = await two(page, context, origin);
  for (const tab of [page, second])
    await tab.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted })));
  return [page, second];
}

test.describe('Several tabs', () => {
  test('share one worker, and each sees the writes of the others', async ({ page, context, site }) => {
    const second = await two(page, context, site.origin);
    const third = await openPage(context, `${site.origin}/blank`);
    const took = await connectOn(third);
    console.log(`a follower connects in ${took.toFixed(0)} ms`);
    expect(await Promise.all([count(page, 100), count(second, 100), count(third, 100)])).toEqual([100, 100, 100]);
    expect(await Promise.all([total(page), total(second), total(third)])).toEqual([300, 300, 300]);
    expect([page.workers().length, second.workers().length, third.workers().length]).toEqual([1, 0, 0]);
    expect([await status(page), await status(second)]).toMatchObject([
      { role: 'leader', tabs: 3 },
      { role: 'follower', tabs: 3 },
    ]);
  });

  test('see values of any size: 5 MiB in one row', async ({ page, context, site }) => {
    const second = await two(page, context, site.origin);
    const length = await second.evaluate(async () => {
      const table = (globalThis as unknown as Connected).connection.getTable('t');
      const value = new Uint8Array(5 << 20).fill(7);
      await table.put({ row: 'large', cells: { f: { q: value } } });
      return (await table.get('large')).getValue('f', 'q')?.length;
    });
    expect(length).toBe(5 << 20);
  });

  test('receive commit events of each other', async ({ page, context, site }) => {
    const second = await two(page, context, site.origin);
    const heard = page.evaluate(async () => {
      const { connection } = globalThis as unknown as Connected;
      const event = new Promise<string>((resolve) =>
        connection.addEventListener('commit', ({ firstRow }) => resolve(new TextDecoder().decode(firstRow)), {
          once: true,
        }),
      );
      await connection.status();
      Object.assign(globalThis, { listens: true });
      return event;
    });
    await page.waitForFunction(() => 'listens' in globalThis);
    await second.evaluate(() =>
      (globalThis as unknown as Connected).connection.getTable('t').put({ row: 'seen', cells: { f: { q: 'v' } } }),
    );
    expect(await heard).toBe('seen');
  });

  for (const end of ['is closed', 'crashes', 'navigates away', 'loses its worker'] as const) {
    test(`go on when the leading tab ${end}: every call runs exactly once`, async ({ page, context, site }) => {
      const second = await two(page, context, site.origin);
      await count(second, 100);
      const counted = count(second, 2_000);
      await page.waitForTimeout(20);
      if (end === 'is closed') await page.close();
      else if (end === 'crashes') {
        const session = await context.newCDPSession(page);
        session.send('Page.crash').catch(() => undefined);
      } else if (end === 'navigates away') await page.goto('about:blank');
      else await page.evaluate(() => (globalThis as unknown as Connected).workers[0]?.terminate());
      expect(await counted).toBe(2_000);
      expect(await total(second)).toBe(2_100);
      expect((await status(second)).role).toBe(end === 'loses its worker' ? 'follower' : 'leader');
    });
  }

  test('go on when the leading tab enters the back/forward cache; when it returns, it follows', async ({
    profile,
    site,
  }) => {
    const [page, second] = await twoWithCache(profile, site.origin);
    await page.goto(`${site.origin}/blank?next`);
    expect(await count(second, 500)).toBe(500);
    expect(await status(second)).toMatchObject({ role: 'leader', tabs: 1 });
    await goBack(page);
    expect(await count(page, 100)).toBe(100);
    expect(await total(second)).toBe(600);
    expect([await status(page), await status(second)]).toMatchObject([
      { role: 'follower', tabs: 2 },
      { role: 'leader', tabs: 2 },
    ]);
  });

  test('go on when a following tab enters the back/forward cache and returns', async ({ profile, site }) => {
    const [page, second] = await twoWithCache(profile, site.origin);
    await second.goto(`${site.origin}/blank?next`);
    expect(await count(page, 500)).toBe(500);
    await goBack(second);
    expect(await total(second)).toBe(500);
    expect((await status(second)).role).toBe('follower');
  });

  test('free the locks when all are closed', async ({ page, context, site }) => {
    const second = await two(page, context, site.origin);
    const close = (page: Page) => page.evaluate(() => (globalThis as unknown as Connected).connection.close());
    await close(page);
    expect(await status(second)).toMatchObject({ role: 'leader', tabs: 1 });
    await close(second);
    await page.evaluate(() => until(async () => (await heldLocks('bigtab:')).length === 0));
    expect([page.workers().length, second.workers().length]).toEqual([0, 0]);
  });

  test('never reject because of a reload: 50 reloads, each during writes and reads', async ({ page }) => {
    test.setTimeout(90_000);
    const times: number[] = [];
    for (let round = 0; round < 50; round++) {
      const ms = await page.evaluate(async () => {
        const { connect } = await import('bigtab');
        const start = performance.now();
        const connection = await connect('crawl');
        const took = performance.now() - start;
        const table = await connection.ensureTable({ name: 't', families: ['f'] });
        const puts = Array.from({ length: 200 }, () =>
          table.put({ row: `${Math.random()}`, cells: { f: { q: 'x'.repeat(200) } } }),
        );
        void Promise.allSettled([...puts, table.getScanner().toArray(), connection.getAdmin().flush('t')]);
        return took;
      });
      times.push(ms);
      await page.reload();
    }
    expect(times).toHaveLength(50);
    console.log(`connect after a reload: at most ${Math.max(...times).toFixed(0)} ms`);
  });

  test('are closed by deleteDatabase in another tab, at once or when their listener has closed them', async ({
    page,
    context,
    site,
  }) => {
    const second = await two(page, context, site.origin);
    const heard = second.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const { connection } = globalThis as unknown as Connected;
          connection.addEventListener('versionchange', ({ reason }) => {
            connection.close().then(() => resolve(reason));
          });
        }),
    );
    const lost = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const { connection } = globalThis as unknown as Connected;
          connection.addEventListener('lost', ({ error }) => resolve(error.code));
        }),
    );
    const third = await openPage(context, `${site.origin}/blank`);
    const left = await third.evaluate(async () => {
      const { deleteDatabase, listDatabases } = await import('bigtab');
      await deleteDatabase('crawl');
      return listDatabases();
    });
    expect([left, await heard, await lost]).toEqual([[], 'delete', 'STORAGE_CLEARED']);
    await connectOn(page);
    expect(await status(page)).toMatchObject({ role: 'leader', tabs: 1 });
  });
});
