import type { Page } from 'playwright/test';
import { expect, test } from '../in-page.js';
import { changeFiles, deleteCatalog, flipped, readFiles, replaceFiles, useCatalog } from './stored-files.js';

/*
 * The catalog is stored twice, in IndexedDB and in the manifest. If one of them is lost or outdated, the other one is
 * used.
 */

const MANIFESTS = /^manifest-/;

/**
 * One visit to database `crawl` adds 500 rows and a new table in store files, 50 rows that are only in the log, and one
 * row for the counter. The worker is ended without a close, so the log is needed.
 */
async function visit(page: Page, number: number): Promise<void> {
  await page.evaluate(async (number) => {
    const { connect } = await import('bigtab');
    const { workers, worker } = recordedWorkers();
    const connection = await connect({ name: 'crawl', worker });
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => {
        const row = `${number}-${String(from + n).padStart(4, '0')}`;
        return { row, cells: { f: { q: `value ${row}` }, g: { q: 'x'.repeat(n) } } };
      });
    await table.put(rows(0, 500));
    await connection.ensureTable({ name: `of visit ${number}`.replaceAll(' ', '_'), families: ['f'] });
    await connection.getAdmin().flush('t');
    await table.put(rows(500, 50));
    await table.incrementColumnValue('visits', 'f', 'n', 1);
    const lost = new Promise((resolve) => connection.addEventListener('lost', resolve));
    await endTwice(workers);
    await lost;
    await until(async () => (await heldLocks('bigtab:')).length === 0);
  }, number);
}

/** Opens the database, checks every cell of `visits` visits, and returns the report of recovery. */
async function checkAll(page: Page, visits: number): Promise<readonly string[]> {
  const found = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = connection.getTable('t');
    const cells: string[] = [];
    for await (const result of table.getScanner({ columns: ['f:q', 'g:q'] })) {
      const row = new TextDecoder().decode(result.row ?? undefined);
      cells.push(`${row}: ${result.getText('f', 'q')}, ${result.getText('g', 'q')?.length}`);
    }
    const count = await table.incrementColumnValue('visits', 'f', 'n', 0);
    const tables = await connection.getAdmin().listTableNames();
    const { lastRecovery } = await connection.status();
    await connection.close();
    return { cells, count: Number(count), tables, problems: lastRecovery.problems };
  });
  const expected: string[] = [];
  for (let number = 1; number <= visits; number++) {
    for (let n = 0; n < 550; n++) {
      const row = `${number}-${String(n).padStart(4, '0')}`;
      expected.push(`${row}: value ${row}, ${n < 500 ? n : n - 500}`);
    }
  }
  expect(found.cells).toEqual(expected);
  expect(found.count).toBe(visits);
  expect(found.tables).toEqual([...Array.from({ length: visits }, (_, n) => `of_visit_${n + 1}`), 't']);
  return found.problems;
}

test.describe('the database opens with all data', () => {
  test('if nothing is lost, and recovery reports nothing', async ({ page }) => {
    await visit(page, 1);
    await visit(page, 2);
    expect(await checkAll(page, 2)).toEqual([]);
    expect(await checkAll(page, 2)).toEqual([]);
  });

  test('if the manifest was deleted, which recovery reports', async ({ page }) => {
    await visit(page, 1);
    await replaceFiles(page, 'crawl', MANIFESTS);
    expect(await checkAll(page, 1)).toHaveLength(1);
    expect(Object.keys(await readFiles(page, 'crawl', MANIFESTS))).toHaveLength(1);
    await visit(page, 2);
    expect(await checkAll(page, 2)).toEqual([]);
  });

  test('if IndexedDB was deleted, which recovery reports', async ({ page }) => {
    await visit(page, 1);
    await deleteCatalog(page, 'crawl');
    expect(await checkAll(page, 1)).toHaveLength(1);
    await visit(page, 2);
    expect(await checkAll(page, 2)).toEqual([]);
  });

  test('if the manifest is one visit older', async ({ page }) => {
    await visit(page, 1);
    const manifests = await readFiles(page, 'crawl', MANIFESTS);
    expect(Object.keys(manifests)).not.toHaveLength(0);
    await visit(page, 2);
    await replaceFiles(page, 'crawl', MANIFESTS, manifests);
    await checkAll(page, 2);
    await visit(page, 3);
    expect(await checkAll(page, 3)).toEqual([]);
  });

  test('if IndexedDB is one visit older', async ({ page }) => {
    await visit(page, 1);
    const catalog = await useCatalog(page, 'crawl');
    await visit(page, 2);
    await useCatalog(page, 'crawl', catalog);
    await checkAll(page, 2);
    await visit(page, 3);
    expect(await checkAll(page, 3)).toEqual([]);
  });

  test('if IndexedDB is one commit older, as after the browser lost the last transaction', async ({ page }) => {
    await visit(page, 1);
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      Object.assign(globalThis, { connection });
    });
    const before = await useCatalog(page, 'crawl');
    await page.evaluate(async () => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      await connection.getAdmin().createTable({ name: 'of_visit_2', families: ['f'] });
      await connection.close();
    });
    await useCatalog(page, 'crawl', before);
    const tables = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const names = await connection.getAdmin().listTableNames();
      await connection.close();
      return names;
    });
    expect(tables).toEqual(['of_visit_1', 'of_visit_2', 't']);
  });

  test('if every byte of the manifest is damaged', async ({ page }) => {
    await visit(page, 1);
    await changeFiles(page, 'crawl', MANIFESTS, (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff)));
    await checkAll(page, 1);
    await visit(page, 2);
    await checkAll(page, 2);
  });

  test('if the catalog in IndexedDB is damaged', async ({ page }) => {
    await visit(page, 1);
    const { database, tables } = await useCatalog(page, 'crawl');
    await useCatalog(page, 'crawl', { database: { ...database, nextTableId: 'seven' }, tables });
    expect(await checkAll(page, 1)).toHaveLength(1);
    await visit(page, 2);
    expect(await checkAll(page, 2)).toEqual([]);
  });

  test('if its log ends in a torn record', async ({ page }) => {
    await visit(page, 1);
    await changeFiles(page, 'crawl', /^wal\//, (bytes) => Buffer.concat([bytes, Buffer.alloc(37, 7)]));
    await checkAll(page, 1);
    await visit(page, 2);
    expect(await checkAll(page, 2)).toEqual([]);
  });
});

test('without catalog and manifest, existing files are read, and nothing is changed', async ({ page }) => {
  await visit(page, 1);
  const before = await readFiles(page, 'crawl', /^(wal|data)\//);
  await deleteCatalog(page, 'crawl');
  await replaceFiles(page, 'crawl', MANIFESTS);
  const { state, lastRecovery } = await page.evaluate(async () => {
    const connection = await (await import('bigtab')).connect('crawl');
    const status = await connection.status();
    await connection.close();
    return status;
  });
  expect(state).toBe('read-only');
  expect(lastRecovery.problems.join()).toContain('dropped');
  expect(await readFiles(page, 'crawl', /^(wal|data)\//)).toEqual(before);
});

test('a damaged table is reported with CORRUPTION, file and offset, and the other tables work', async ({ page }) => {
  await visit(page, 1);
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const other = await connection.ensureTable({ name: 'other', families: ['f'] });
    await other.put({ row: 'a', cells: { f: { q: 'v' } } });
    await connection.close();
  });
  // The first store file is one of `t`.
  await changeFiles(page, 'crawl', /^data\/\d+-1$/, (bytes) => flipped(bytes, 100));
  const seen = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const failures = [
      await failureOf(connection.getTable('t').get('1-0000')),
      await failureOf(connection.getTable('t').getScanner().toArray()),
    ];
    const value = (await connection.getTable('other').get('a')).getText('f', 'q');
    return { failures, value };
  });
  for (const failure of seen.failures) {
    expect(failure).toMatchObject({ code: 'CORRUPTION', details: { file: expect.stringMatching(/^data\/\d+-1$/) } });
    expect(failure?.details.offset).toEqual(expect.any(Number));
  }
  expect(seen.value).toBe('v');
});
