import type { BrowserContext, Page } from 'playwright/test';
import { expect, openPage, prepare, test } from '../in-page.js';
import { type Connected, connectOn, movesToPort, type Options } from './port-page.js';

/* A page that follows sends its calls to the leader's worker by a port, where the browser has shared workers. */

async function open(context: BrowserContext, origin: string, options?: Options): Promise<Page> {
  const page = await openPage(context, `${origin}/blank`);
  await connectOn(page, options);
  return page;
}

/** Increments the counter `times` times, all at once; resolves to the number of different answers. */
function count(page: Page, times: number): Promise<number> {
  return page.evaluate(async (times) => {
    const table = (globalThis as unknown as Connected).connection.getTable('t');
    const all = Array.from({ length: times }, () => table.incrementColumnValue('n', 'f', 'n', 1));
    return new Set(await Promise.all(all)).size;
  }, times);
}

function total(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const table = (globalThis as unknown as Connected).connection.getTable('t');
    return Number(await table.incrementColumnValue('n', 'f', 'n', 0));
  });
}

async function leaveAndReturn(page: Page, origin: string, away: () => Promise<void>): Promise<void> {
  await page.goto(`${origin}/blank?next`);
  await away();
  // Later, so that the call has returned before the page is left.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => (globalThis as unknown as { persisted?: boolean }).persisted === true);
}

test.describe('A page that follows', () => {
  test('sends its calls by a port; when the leader is closed, every call runs exactly once', async ({
    context,
    site,
  }) => {
    const leader = await open(context, site.origin);
    const follower = await open(context, site.origin);
    const other = await open(context, site.origin);
    expect(await Promise.all([movesToPort(follower), movesToPort(other)])).toEqual([true, true]);
    const counted = Promise.all([count(follower, 2_000), count(other, 2_000)]);
    await leader.close();
    expect(await counted).toEqual([2_000, 2_000]);
    expect(await total(other)).toBe(4_000);
    const roles = [follower, other].map((page) =>
      page.evaluate(async () => (await (globalThis as unknown as Connected).connection.status()).role),
    );
    const next = (await Promise.all(roles))[0] === 'follower' ? follower : other;
    expect(await movesToPort(next)).toBe(true);
  });

  for (const without of ['the leader', 'the follower'] as const) {
    test(`uses broadcasts if ${without} has no shared workers`, async ({ context, site }) => {
      await open(context, site.origin, { shares: without !== 'the leader' });
      const follower = await open(context, site.origin, { shares: without !== 'the follower' });
      expect(await movesToPort(follower)).toBe(false);
      expect(await count(follower, 500)).toBe(500);
    });
  }

  test('sends values of any size by a port: 5 MiB in one row', async ({ context, site }) => {
    await open(context, site.origin);
    const follower = await open(context, site.origin);
    expect(await movesToPort(follower)).toBe(true);
    const length = await follower.evaluate(async () => {
      const table = (globalThis as unknown as Connected).connection.getTable('t');
      await table.put({ row: 'large', cells: { f: { q: new Uint8Array(5 << 20).fill(7) } } });
      return (await table.get('large')).getValue('f', 'q')?.length;
    });
    expect(length).toBe(5 << 20);
  });

  test('enters the back/forward cache with its port, and so does a leader; both return', async ({ profile, site }) => {
    const context = await prepare(await profile.launch({ backForwardCache: true }));
    const leader = await open(context, site.origin);
    const follower = await open(context, site.origin);
    expect(await movesToPort(follower)).toBe(true);
    await leaveAndReturn(follower, site.origin, async () => expect(await count(leader, 100)).toBe(100));
    expect(await movesToPort(follower)).toBe(true);
    await leaveAndReturn(leader, site.origin, async () => expect(await count(follower, 100)).toBe(100));
    expect(await movesToPort(leader)).toBe(true);
    expect([await total(leader), await total(follower)]).toEqual([200, 200]);
  });

  test('needs the shared worker only for some seconds', async ({ profile, site }) => {
    const context = await prepare(await profile.launch());
    const leader = await open(context, site.origin);
    const follower = await open(context, site.origin);
    const session = await context.newCDPSession(leader);
    const running = async () => {
      const { targetInfos } = await session.send('Target.getTargets');
      return targetInfos.filter(({ type }) => type === 'shared_worker').length;
    };
    await expect.poll(running).toBe(1);
    expect(await movesToPort(follower)).toBe(true);
    await expect.poll(running).toBe(0);
    expect(await movesToPort(follower)).toBe(true);
  });
});
