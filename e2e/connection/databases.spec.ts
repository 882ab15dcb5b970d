import type { Bigtab } from 'bigtab/playwright';
import type { Page } from 'playwright/test';
import { expect, openPage, test } from '../in-page.js';

/** Creates databases of the page's site with one row each. */
async function makeDatabases(bigtab: Bigtab, page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const rows = [{ row: 'a', cells: { f: { q: name } } }];
    await bigtab.seed(page.url(), name, [{ name: 't', families: ['f'], rows }]);
  }
}

/** The stored data of the site: directories of OPFS below `bigtab`, and IndexedDB databases. */
function stored(page: Page): Promise<{ readonly files: string[]; readonly catalogs: string[] }> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const name of (await root.getDirectoryHandle('bigtab', { create: true })).keys()) files.push(name);
    const catalogs = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return { files: files.sort(), catalogs: catalogs.sort() };
  });
}

test.describe('deleteDatabase', () => {
  test('removes files and catalog of one database, and leaves the others', async ({ page, bigtab }) => {
    await makeDatabases(bigtab, page, ['crawl', 'news']);
    const after = await page.evaluate(async () => {
      const { connect, deleteDatabase, listDatabases } = await import('bigtab');
      await deleteDatabase('crawl');
      const names = await listDatabases();
      const kept = await connect('news');
      const value = (await kept.getTable('t').get('a')).getText('f', 'q');
      await kept.close();
      return { names, value };
    });
    expect(after).toEqual({ names: ['news'], value: 'news' });
    expect(await stored(page)).toEqual({ files: ['news'], catalogs: ['bigtab/news'] });
    const anew = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      return { origin: (await connection.status()).origin, tables: await connection.getAdmin().listTableNames() };
    });
    expect(anew).toEqual({ origin: 'created', tables: [] });
  });

  test('of a database that does not exist resolves without an error', async ({ page }) => {
    await page.evaluate(async () => (await import('bigtab')).deleteDatabase('crawl'));
    expect(await page.evaluate(async () => (await import('bigtab')).listDatabases())).toEqual([]);
  });

  test('of an open database rejects with DATABASE_BUSY at once in this page, and closes the connections of another tab', async ({
    page,
    context,
    site,
  }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      Object.assign(globalThis, { connection });
    });
    const here = await page.evaluate(async () => failureOf((await import('bigtab')).deleteDatabase('crawl')));
    expect(here).toMatchObject({ code: 'DATABASE_BUSY' });
    expect(here?.ms).toBeLessThan(1_000);
    const other = await openPage(context, `${site.origin}/blank`);
    expect(await other.evaluate(async () => failureOf((await import('bigtab')).deleteDatabase('crawl')))).toBe(null);
    const later = await page.evaluate(async () => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      return failureOf(connection.getTable('t').get('a'));
    });
    expect(later).toMatchObject({ code: 'STORAGE_CLEARED' });
  });

  test('makes a connect that starts meanwhile wait', async ({ page, bigtab }) => {
    await makeDatabases(bigtab, page, ['crawl']);
    const origin = await page.evaluate(async () => {
      const { connect, deleteDatabase } = await import('bigtab');
      const deleting = deleteDatabase('crawl');
      const connection = await connect('crawl');
      await deleting;
      return (await connection.status()).origin;
    });
    expect(origin).toBe('created');
  });

  test('may be called right after close, without awaiting it', async ({ page }) => {
    const names = await page.evaluate(async () => {
      const { connect, deleteDatabase, listDatabases } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      const closing = connection.close();
      await new Promise((resolve) => setTimeout(resolve));
      await deleteDatabase('crawl');
      await closing;
      return listDatabases();
    });
    expect(names).toEqual([]);
  });
});

test('listDatabases returns the sorted names of this site, including open databases', async ({ page, bigtab }) => {
  await makeDatabases(bigtab, page, ['news', 'a.b', 'Zoo']);
  const names = await page.evaluate(async () => {
    const { connect, listDatabases } = await import('bigtab');
    const open = await connect('mine');
    await open.ensureTable({ name: 't', families: ['f'] });
    return listDatabases();
  });
  expect(names).toEqual(['Zoo', 'a.b', 'mine', 'news']);
});

test('deleteDatabase and listDatabases work without the storage API of the page', async ({ page, bigtab }) => {
  await makeDatabases(bigtab, page, ['crawl', 'news']);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'storage', { value: undefined });
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await page.reload();
  const seen = await page.evaluate(async () => {
    const { connect, deleteDatabase, listDatabases } = await import('bigtab');
    await deleteDatabase('crawl');
    const names = await listDatabases();
    const connection = await connect('news');
    return { names, value: (await connection.getTable('t').get('a')).getText('f', 'q') };
  });
  expect(seen).toEqual({ names: ['news'], value: 'news' });
});
