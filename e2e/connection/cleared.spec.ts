import type { Connection, Table } from 'bigtab';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from '../in-page.js';

/*
 * The user deletes the data of the site while a tab has a database open.
 */

interface Scene {
  readonly connection: Connection;
  readonly table: Table;
  /** The codes of the `lost` events of the connection. */
  readonly lost: string[];
}

/** Opens database `crawl` with one row, and keeps it in `globalThis.scene`. */
async function openScene(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'before', cells: { f: { q: 'v' } } });
    const lost: string[] = [];
    connection.addEventListener('lost', ({ error }) => lost.push(error.code));
    Object.assign(globalThis, { scene: { connection, table, lost } satisfies Scene });
  });
}

/** Clears these kinds of data, like "clear site data" in the browser. */
async function clearData(context: BrowserContext, page: Page, storageTypes: string): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes });
}

/** Puts until a put fails, at most 5 s. */
function putUntilRefused(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { table } = (globalThis as unknown as { scene: Scene }).scene;
    const limit = performance.now() + 5_000;
    for (let n = 0; performance.now() < limit; n++) {
      const failure = await failureOf(table.put({ row: `${n}`, cells: { f: { q: 'v' } } }));
      if (failure !== null) return failure.code;
    }
    return undefined;
  });
}

/**
 * Waits for `lost`, then opens the database again, writes to it, and closes it. Returns its state right after opening.
 */
function openAgain(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const { connection: old, lost } = (globalThis as unknown as { scene: Scene }).scene;
    await until(() => lost.length > 0);
    await old.close();
    const connection = await connect('crawl');
    const { origin } = await connection.status();
    const tables = await connection.getAdmin().listTableNames();
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'after', cells: { f: { q: 'v' } } });
    const rows = (await table.getScanner().toArray()).length;
    await connection.close();
    return { lost, origin, tables, rows };
  });
}

const NEW_DATABASE = { lost: ['STORAGE_CLEARED'], origin: 'created', tables: [], rows: 1 };

test.describe('clearing the data of the site under an open database', () => {
  test('makes writes reject with STORAGE_CLEARED, fires lost, and the next connect opens a new one', async ({
    page,
    context,
  }) => {
    await openScene(page);
    await clearData(context, page, 'all');
    expect(await putUntilRefused(page)).toBe('STORAGE_CLEARED');
    const read = await page.evaluate(() =>
      failureOf((globalThis as unknown as { scene: Scene }).scene.table.get('before')),
    );
    expect(read?.code).toBe('STORAGE_CLEARED');
    expect(await openAgain(page)).toEqual(NEW_DATABASE);
    await page.reload();
    expect(await rowsOf(page)).toEqual(['after']);
  });

  test('is noticed while no call is in progress', async ({ page, context }) => {
    await openScene(page);
    await clearData(context, page, 'all');
    expect(await openAgain(page)).toEqual(NEW_DATABASE);
  });

  test('loses nothing if only the catalog is deleted: it is written again', async ({ page, context }) => {
    await openScene(page);
    await clearData(context, page, 'indexeddb');
    const seen = await page.evaluate(async () => {
      const { table, connection, lost } = (globalThis as unknown as { scene: Scene }).scene;
      for (let n = 0; n < 20; n++) await table.put({ row: `after ${n}`, cells: { f: { q: 'v' } } });
      await until(async () => (await indexedDB.databases()).length === 1);
      await table.put({ row: 'last', cells: { f: { q: 'v' } } });
      await connection.getAdmin().flush('t');
      return { lost, rows: (await table.getScanner().toArray()).length };
    });
    expect(seen).toEqual({ lost: [], rows: 22 });
    await page.reload();
    expect(await rowsOf(page)).toHaveLength(22);
  });

  test('is noticed by the next flush if only the files are deleted, which the browser does not report', async ({
    page,
    context,
  }) => {
    await openScene(page);
    await clearData(context, page, 'file_systems');
    const failure = await page.evaluate(() =>
      failureOf((globalThis as unknown as { scene: Scene }).scene.connection.getAdmin().flush('t')),
    );
    expect(failure?.code).toBe('STORAGE_CLEARED');
    expect(await openAgain(page)).toEqual(NEW_DATABASE);
  });
});

/** The rows of the table that a new page finds. */
function rowsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const rows = await connection.getTable('t').getScanner().toArray();
    await connection.close();
    return rows.map(({ row }) => new TextDecoder().decode(row as Uint8Array));
  });
}
