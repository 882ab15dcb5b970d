import type { Page } from 'playwright/test';
import { expect, openPage, prepare, test } from '../in-page.js';

const ROWS = 10_000;

/** Writes rows `from` up to `to` of table `t` as one list, with two families whose values name their row. */
async function writeRows(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    async ([from, to]) => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      await table.put(
        Array.from({ length: to - from }, (_, index) => {
          const row = `row ${String(from + index).padStart(6, '0')}`;
          return { row, cells: { f: { q: `value of ${row}` }, g: { length: 'x'.repeat((from + index) % 300) } } };
        }),
      );
      Object.assign(globalThis, { connection, table });
    },
    [from, to] as const,
  );
}

/**
 * Reads table `t` on a page that has not opened it yet. Fails if a cell differs from what was written. Returns the
 * number of rows.
 */
function readRows(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    let count = 0;
    for await (const result of connection.getTable('t').getScanner({ caching: 500 })) {
      const row = `row ${String(count).padStart(6, '0')}`;
      const found = [new TextDecoder().decode(result.row ?? undefined), result.getText('f', 'q'), result.cells.length];
      const expected = [row, `value of ${row}`, 2];
      if (`${found}` !== `${expected}`) throw new Error(`found ${found}, expected ${expected}`);
      if (result.getText('g', 'length')?.length !== count % 300) throw new Error(`${row} has another length`);
      count++;
    }
    await connection.close();
    return count;
  });
}

test.describe(`${ROWS} acknowledged rows exist, each cell as written,`, () => {
  test('after a reload, and after the next one', async ({ page }) => {
    await writeRows(page, 0, ROWS);
    await page.reload();
    expect(await readRows(page)).toBe(ROWS);
    await page.reload();
    expect(await readRows(page)).toBe(ROWS);
  });

  test('after a reload during their flush to store files', async ({ page }) => {
    await writeRows(page, 0, ROWS);
    await page.evaluate(() => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      void connection.getAdmin().flush('t');
    });
    await page.reload();
    expect(await readRows(page)).toBe(ROWS);
  });

  test('after their tab was closed', async ({ page, context, site }) => {
    await writeRows(page, 0, ROWS);
    const next = await openPage(context, `${site.origin}/blank`);
    await page.close();
    expect(await readRows(next)).toBe(ROWS);
  });

  test('after the browser was closed, started again and killed', async ({ profile, site }) => {
    const context = await prepare(await profile.launch());
    await writeRows(await openPage(context, `${site.origin}/blank`), 0, ROWS / 2);
    await context.close();
    const second = await openPage(await prepare(await profile.launch()), `${site.origin}/blank`);
    await writeRows(second, ROWS / 2, ROWS);
    await profile.kill();
    const third = await openPage(await prepare(await profile.launch()), `${site.origin}/blank`);
    expect(await readRows(third)).toBe(ROWS);
  });
});

test('1,000 rows of FSYNC_WAL exist after a SIGKILL of the browser right after their acknowledgement', async ({
  profile,
  site,
}) => {
  const page = await openPage(await prepare(await profile.launch()), `${site.origin}/blank`);
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect({ name: 'crawl', durability: 'FSYNC_WAL' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(500) } } })),
    );
  });
  await profile.kill();
  const next = await openPage(await prepare(await profile.launch()), `${site.origin}/blank`);
  const count = await next.evaluate(async () => {
    const { connect } = await import('bigtab');
    return (await (await connect('crawl')).getTable('t').getScanner().toArray()).length;
  });
  expect(count).toBe(1_000);
});

for (const durability of ['SKIP_WAL', 'ASYNC_WAL'] as const) {
  test(`writes of ${durability} exist after close`, async ({ page }) => {
    await page.evaluate(async (durability) => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await Promise.all(
        Array.from({ length: 500 }, (_, n) => table.put({ row: `row ${n}`, cells: { f: { q: 'v' } }, durability })),
      );
      await connection.close();
    }, durability);
    await page.reload();
    const count = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return (await (await connect('crawl')).getTable('t').getScanner().toArray()).length;
    });
    expect(count).toBe(500);
  });
}
