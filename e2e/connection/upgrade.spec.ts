import { expect, openPage, test } from '../in-page.js';

test.describe('connect with a version', () => {
  test('upgrades once, and keeps the version after a reload', async ({ page }) => {
    const upgraded = () =>
      page.evaluate(async () => {
        const { connect } = await import('bigtab');
        const calls: number[] = [];
        const connection = await connect('crawl', {
          version: 2,
          async upgrade(one, oldVersion, signal) {
            calls.push(oldVersion);
            // A platform call that takes a signal accepts this one.
            await fetch(location.href, { signal });
            const table = await one.ensureTable({ name: 't', families: ['f'] });
            await table.put({ row: 'a', cells: { f: { q: 'v' } } });
          },
        });
        const value = (await connection.getTable('t').get('a')).getText('f', 'q');
        await connection.close();
        return { calls, value };
      });
    expect(await upgraded()).toEqual({ calls: [0], value: 'v' });
    await page.reload();
    expect(await upgraded()).toEqual({ calls: [], value: 'v' });
    const lower = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return failureOf(connect('crawl', { version: 1 }));
    });
    expect(lower).toMatchObject({ code: 'DATABASE_NEWER', details: { stored: 2, version: 1 } });
  });

  test('lets one of two tabs upgrade while the other waits, then finds it done', async ({ page, context, site }) => {
    const other = await openPage(context, `${site.origin}/blank`);
    const tabs = [page, other].map((tab) =>
      tab.evaluate(async () => {
        const { connect } = await import('bigtab');
        const calls: number[] = [];
        const upgrade = (_connection: unknown, oldVersion: number) => void calls.push(oldVersion);
        const connection = await connect('crawl', { version: 3, upgrade });
        await connection.close();
        return calls.length;
      }),
    );
    expect((await Promise.all(tabs)).sort()).toEqual([0, 1]);
  });

  test('lets the calls of another tab wait, and then refuses those of an older version', async ({
    page,
    context,
    site,
  }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const old = await connect('crawl', { version: 1 });
      await old.ensureTable({ name: 't', families: ['f'] });
      const plain = await connect('crawl');
      const put = (connection: typeof old, row: string) =>
        connection.getTable('t').put({ row, cells: { f: { q: 'v' } } });
      old.addEventListener('versionchange', async () => {
        const codes = await Promise.all([failureOf(put(old, 'old')), failureOf(put(plain, 'plain'))]);
        document.title = codes.map((failure) => failure?.code ?? 'done').join();
      });
    });
    const other = await openPage(context, `${site.origin}/blank`);
    const seen = await other.evaluate(async () => {
      const { connect } = await import('bigtab');
      let before = -1;
      const connection = await connect('crawl', {
        version: 2,
        async upgrade(one) {
          const table = await one.ensureTable({ name: 't', families: ['f', 'g'] });
          await new Promise((resolve) => setTimeout(resolve, 300));
          before = (await table.getScanner().toArray()).length;
        },
      });
      return { before, families: (await connection.getAdmin().getDescriptor('t')).families.length };
    });
    expect(seen).toEqual({ before: 0, families: 2 });
    await expect.poll(() => page.title()).toBe('DATABASE_NEWER,done');
  });

  test('keeps the old version if the tab dies during the upgrade', async ({ page, context, site }) => {
    page
      .evaluate(async () => {
        const { connect } = await import('bigtab');
        await connect('crawl', {
          version: 2,
          async upgrade(connection) {
            await connection.ensureTable({ name: 'half', families: ['f'] });
            document.title = 'half';
            await new Promise(() => undefined);
          },
        });
      })
      .catch(() => undefined);
    await expect.poll(() => page.title()).toBe('half');
    await page.close();
    const after = await (await openPage(context, `${site.origin}/blank`)).evaluate(async () => {
      const { connect } = await import('bigtab');
      const calls: number[] = [];
      const connection = await connect('crawl', { version: 2, upgrade: (_one, old) => void calls.push(old) });
      return { calls, tables: await connection.getAdmin().listTableNames() };
    });
    expect(after).toEqual({ calls: [0], tables: ['half'] });
  });
});
