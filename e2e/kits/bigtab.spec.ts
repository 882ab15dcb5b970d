import { bigtabIn } from 'bigtab/playwright';
import type { Page } from 'playwright/test';
import { BLANK_PAGE } from '../fixtures.js';
import { expect, openPage, prepare, test } from '../in-page.js';
import { startSite } from '../site.js';

const HOUR = 3_600_000;

/** Opens the database `notes` in a page, with one row that lives for an hour. */
async function openNotes(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('notes');
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', timeToLive: 3600 }] });
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const live = table.watch({});
    await live.ready();
    Object.assign(globalThis, { connection, table, live });
  });
}

/** The rows that a scan finds in a page, and those of its live read once they are the same. */
async function rowsOf(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(async () => {
    const { table, live } = globalThis as unknown as {
      table: import('bigtab').Table;
      live: import('bigtab').LiveRows<import('bigtab').Result>;
    };
    const rows = (await table.getScanner({}).toArray()).map(({ key }) => key);
    await until(
      () =>
        live
          .getSnapshot()
          .rows.map(({ key }) => key)
          .join() === rows.join(),
    );
    return rows;
  });
}

test.describe('setTime', () => {
  test('sets the time of the engine of an open page, until the real time is back', async ({ page, bigtab }) => {
    await openNotes(page);
    expect(await rowsOf(page)).toEqual(['a']);
    await bigtab.setTime(page, 'notes', new Date(Date.now() + 2 * HOUR));
    expect(await rowsOf(page)).toEqual([]);
    await page.evaluate(() => (globalThis as unknown as { connection: { close(): Promise<void> } }).connection.close());
    await openNotes(page);
    await bigtab.setTime(page, 'notes', Date.now() + 2 * HOUR);
    expect(await rowsOf(page)).toEqual([]);
    await bigtab.setTime(page, 'notes', null);
    expect(await rowsOf(page)).toEqual(['a']);
  });

  test('reaches the engine of another tab, and the live reads of all tabs', async ({ page, site, bigtab, context }) => {
    await openNotes(page);
    const follower = await openPage(context, `${site.origin}/blank`);
    await openNotes(follower);
    await bigtab.setTime(follower, 'notes', Date.now() + 2 * HOUR);
    expect(await rowsOf(follower)).toEqual([]);
    expect(await rowsOf(page)).toEqual([]);
  });

  test('waits until the page has opened the database', async ({ page, bigtab }) => {
    const set = bigtab.setTime(page, 'notes', Date.now() + 2 * HOUR);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await openNotes(page);
    await set;
    const timestamp = await page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      await table.put({ row: 'b', cells: { f: { q: 'v' } } });
      return (await table.get('b')).getColumnLatestCell('f', 'q')?.timestamp;
    });
    expect(timestamp).toBeGreaterThan(Date.now() + HOUR);
  });

  test('rejects if the page does not open the database, and for a time that is not valid', async ({ page, bigtab }) => {
    await expect(bigtab.setTime(page, 'notes', 0)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining("'notes'"),
    });
    for (const when of [Number.NaN, -1, new Date('no date'), 'tomorrow' as never]) {
      await expect(bigtab.setTime(page, 'notes', when)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  test('works in a page whose own clock stands still', async ({ profile, site }) => {
    // A browser of its own, because the clock is that of all its pages, and cannot be removed.
    const context = await prepare(await profile.launch());
    const bigtab = bigtabIn(context);
    const page = await openPage(context, `${site.origin}/blank`);
    await page.clock.install({ time: 0 });
    await page.reload();
    await page.clock.pauseAt(1000);
    await openNotes(page);
    await bigtab.setTime(page, 'notes', Date.now() + 2 * HOUR);
    const isEmpty = await page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      return (await table.get('a')).isEmpty;
    });
    expect(isEmpty).toBe(true);
  });

  test('works in a page whose policy allows only its own scripts', async ({ bigtab, context }) => {
    const site = await startSite({
      routes: {
        '/dist/': 'dist',
        '/main.js': {
          script: "import { connect } from '/dist/index.js'; await connect('notes'); document.title = 'open';",
        },
        '/': { html: '<!doctype html><title>.</title><script type="module" src="/main.js"></script>' },
      },
      headers: {
        'content-security-policy':
          "default-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types bigtab",
      },
    });
    const page = await openPage(context, `${site.origin}/`);
    await expect(page).toHaveTitle('open');
    await bigtab.setTime(page, 'notes', Date.now() + HOUR);
    await bigtab.clear(page.url(), 'notes');
    await site.close();
  });
});

test.describe('seed', () => {
  test('fills a database before the app opens it', async ({ page, site, bigtab }) => {
    const bytes = Uint8Array.of(0, 255);
    await bigtab.seed(site.origin, 'notes', [
      {
        name: 't',
        families: ['f', { name: 'bytes', maxVersions: 2 }],
        rows: [
          { row: 'a', cells: { f: { q: 'v', bytes } }, timestamp: new Date(7) },
          { row: bytes, cells: [{ family: 'bytes', qualifier: bytes, value: Buffer.from('w'), timestamp: 8 }] },
        ],
      },
      { name: 'empty', families: ['f'], rows: [] },
    ]);
    const found = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('notes');
      const rows = await connection.getTable('t').getScanner({}).toArray();
      return { rows: rows.map((row) => row.toJSON()), tables: await connection.getAdmin().listTableNames() };
    });
    expect(found).toEqual({
      tables: ['empty', 't'],
      rows: [
        {
          row: '\\x00\\xFF',
          cells: [{ family: 'bytes', qualifier: '\\x00\\xFF', timestamp: 8, value: 'w' }],
        },
        {
          row: 'a',
          cells: [
            { family: 'f', qualifier: 'bytes', timestamp: 7, value: '\\x00\\xFF' },
            { family: 'f', qualifier: 'q', timestamp: 7, value: 'v' },
          ],
        },
      ],
    });
  });

  test('adds to a database that an open page uses', async ({ page, bigtab }) => {
    await openNotes(page);
    const table = { name: 't', families: ['f'], rows: [{ row: 'b', cells: { f: { q: 'v' } } }] };
    await bigtab.seed(page.url(), 'notes', [table]);
    expect(await rowsOf(page)).toEqual(['a', 'b']);
  });

  test('rejects with the error of the page', async ({ site, bigtab }) => {
    const rows = [{ row: 'a', cells: { g: { q: 'v' } } }];
    for (const [tables, code] of [
      [[{ name: 't', families: ['f'], rows }], 'BATCH_FAILED'],
      [[{ name: 't', families: ['f'] }], 'INVALID_ARGUMENT'],
      [undefined, 'INVALID_ARGUMENT'],
      ['{"format":"another"}\n', 'INVALID_ARGUMENT'],
      [[{ name: 't', families: ['f'], rows: [{ row: 'a', cells: { f: { q: 1n } } }] }], 'INVALID_ARGUMENT'],
    ] as const) {
      await expect(bigtab.seed(site.origin, 'notes', tables as never)).rejects.toMatchObject({ code });
    }
  });
});

test.describe('dump', () => {
  test('returns an export, which seed accepts in another site', async ({ page, context, site, bigtab }) => {
    await page.evaluate(async () => {
      const { connect, KEEP_HISTORY } = await import('bigtab');
      const connection = await connect('notes');
      const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
      for (const value of ['v', 'w']) await table.put({ row: 'a', cells: { f: { q: value } } });
      await table.delete({ row: 'a' });
    });
    const dump = await bigtab.dump(page, 'notes');
    expect(dump.split('\n')[0]).toContain('"format":"bigtab"');
    const other = await startSite({ routes: { '/dist/': 'dist', '/blank': { html: BLANK_PAGE } } });
    await bigtab.seed(other.origin, 'notes', Buffer.from(dump));
    const copy = await openPage(context, `${other.origin}/blank`);
    const rows = await copy.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('notes');
      const results = await connection.getTable('t').getScanner({ raw: true, versions: 'all' }).toArray();
      return results.flatMap(({ cells, key }) => cells.map(({ type }) => `${key} ${type}`));
    });
    expect(rows).toEqual(['a DeleteFamily', 'a Put', 'a Put']);
    const withoutToken = (text: string) => text.replace(/"token":"[^"]*"/, '');
    expect(withoutToken(await bigtab.dump(copy, 'notes'))).toBe(withoutToken(dump));
    await expect(bigtab.seed(site.origin, 'notes', dump)).rejects.toMatchObject({ code: 'TABLE_EXISTS' });
    await other.close();
  });

  test('rejects for a page that does not open the database', async ({ page, bigtab }) => {
    await expect(bigtab.dump(page, 'notes')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

test.describe('clear', () => {
  test('deletes a database without the app, and only that one', async ({ page, site, bigtab, context }) => {
    const names = () =>
      page.evaluate(async () => {
        const { listDatabases } = await import('bigtab');
        return listDatabases();
      });
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      for (const name of ['notes', 'others']) await (await connect(name)).close();
    });
    const { length } = context.pages();
    await bigtab.clear(site.origin, 'notes');
    await bigtab.clear(site.origin, 'notes');
    expect(await names()).toEqual(['others']);
    expect(context.pages()).toHaveLength(length);
    expect(site.missing).toEqual([]);
  });

  test('closes the connections of open pages', async ({ page, bigtab }) => {
    await openNotes(page);
    await bigtab.clear(page.url(), 'notes');
    const error = await page.evaluate(() =>
      failureOf((globalThis as unknown as { connection: { status(): Promise<unknown> } }).connection.status()),
    );
    expect(error).toMatchObject({ code: 'STORAGE_CLEARED' });
  });

  test('rejects for a wrong name and for an address without an origin', async ({ site, bigtab }) => {
    for (const [origin, name] of [
      [site.origin, 'a/b'],
      ['localhost', 'notes'],
      [undefined as never, 'notes'],
    ] as const) {
      await expect(bigtab.clear(origin, name)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });
});
