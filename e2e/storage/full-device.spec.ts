import type { Page } from 'playwright/test';
import { expect, test } from '../in-page.js';
import { hurry, withWorkerPrelude } from '../worker-prelude.js';
import { limitStorage, steadyUsage, usage } from './quota.js';

interface Scene {
  readonly connection: import('bigtab').Connection;
  readonly table: import('bigtab').Table;
}

/** Opens the database with two tables; the second one holds 4 MB in store files. */
async function open(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const large = await connection.ensureTable({ name: 'large', families: ['f'] });
    const value = crypto.getRandomValues(new Uint8Array(40_000));
    await large.put(Array.from({ length: 100 }, (_, n) => ({ row: `${n}`, cells: { f: { q: value } } })));
    await connection.getAdmin().flush('large');
    Object.assign(globalThis, { connection, table });
  });
}

/** Puts rows until one is refused. Returns the number of the others, and the code of the refusal. */
function fill(page: Page): Promise<{ readonly rows: number; readonly code: string | undefined }> {
  return page.evaluate(async () => {
    const { table } = globalThis as unknown as Scene;
    for (let rows = 0; rows < 1_000; rows++) {
      const failure = await failureOf(table.put({ row: `r${rows}`, cells: { f: { q: 'x'.repeat(20_000) } } }));
      if (failure !== null) return { rows, code: failure.code };
    }
    return { rows: 1_000, code: undefined };
  });
}

function stateOf(page: Page): Promise<{ readonly state: string; readonly reason: string | null }> {
  return page.evaluate(async () => {
    const { connection } = globalThis as unknown as Scene;
    const { state, stateReason } = await connection.status();
    return { state, reason: stateReason };
  });
}

test('on a full device, reads, deletes and drops work, and after a drop there is room for puts again', async ({
  page,
}) => {
  await withWorkerPrelude(page, hurry);
  await open(page);
  // The reserve is written after the first calls.
  await expect.poll(() => usage(page)).toBeGreaterThan(8_000_000);
  const lift = await limitStorage(page, (await steadyUsage(page)) + 2_000_000);
  const filled = await fill(page);
  expect(filled.code).toBe('QUOTA_EXCEEDED');
  expect(filled.rows).toBeGreaterThan(3);
  const full = await stateOf(page);
  expect(full.state).toBe('full');
  expect(full.reason).not.toBeNull();
  const seen = await page.evaluate(async () => {
    const { connection, table } = globalThis as unknown as Scene;
    const admin = connection.getAdmin();
    const refused = await failureOf(table.put({ row: 'more', cells: { f: { q: 'v' } } }));
    const deleted = await failureOf(table.delete({ row: 'r0' }));
    const rows = (await table.getScanner().toArray()).length;
    const dropped = [await failureOf(admin.disableTable('large')), await failureOf(admin.deleteTable('large'))];
    return { refused: refused?.code, deleted, rows, dropped };
  });
  expect(seen).toEqual({ refused: 'QUOTA_EXCEEDED', deleted: null, rows: filled.rows - 1, dropped: [null, null] });
  await expect.poll(async () => (await stateOf(page)).state, { timeout: 30_000 }).toBe('open');
  const after = await page.evaluate(async () => {
    const { table } = globalThis as unknown as Scene;
    const failure = await failureOf(table.put({ row: 'more', cells: { f: { q: 'v' } } }));
    return { failure, rows: (await table.getScanner().toArray()).length };
  });
  expect(after).toEqual({ failure: null, rows: filled.rows });
  await lift();
});
