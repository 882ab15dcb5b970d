import type { Page } from 'playwright/test';
import { expect, openPage, prepare, test } from '../in-page.js';

/** Opens the database, ensures its table, closes it, and returns the origin and the messages of the recovery. */
function visit(page: Page, existed?: boolean): Promise<{ readonly origin: string; readonly problems: number }> {
  return page.evaluate(async (existed) => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl', existed === undefined ? {} : { existed: async () => existed });
    const { origin, lastRecovery } = await connection.status();
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    await connection.close();
    return { origin, problems: lastRecovery.problems.length };
  }, existed);
}

test('the origin tells a new database from an old one, a restored one and an evicted one', async ({ page }) => {
  expect(await visit(page)).toEqual({ origin: 'created', problems: 0 });
  expect(await visit(page, true)).toEqual({ origin: 'opened', problems: 0 });
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('bigtab/crawl');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );
  expect(await visit(page)).toEqual({ origin: 'recovered', problems: 1 });
  expect(await visit(page)).toEqual({ origin: 'opened', problems: 0 });
  // An eviction deletes everything that the site has stored.
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  expect(await visit(page, true)).toEqual({ origin: 'evicted', problems: 0 });
  expect(await visit(page, true)).toEqual({ origin: 'opened', problems: 0 });
});

test('the status contains the storage of the site, which a page can ask the browser to keep', async ({
  profile,
  site,
}) => {
  // A separate browser, because Chromium grants persistence to a host that was used a lot.
  const page = await openPage(await prepare(await profile.launch()), `${site.origin}/blank`);
  const ask = () =>
    page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const granted = await connection.requestPersistence();
      const { storage } = await connection.status();
      const { usage, quota } = await navigator.storage.estimate();
      await connection.close();
      return { granted, storage, usage, quota };
    });
  const refused = await ask();
  expect(refused.granted).toBe(false);
  expect(refused.storage).toEqual({ usage: expect.any(Number), quota: expect.any(Number), persisted: false });
  expect(refused.storage.usage).toBeGreaterThan(0);
  expect(refused.storage.usage).toBeLessThan(refused.storage.quota as number);
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Browser.grantPermissions', { origin, permissions: ['durableStorage'] });
  const granted = await ask();
  expect([granted.granted, granted.storage.persisted]).toEqual([true, true]);
});
