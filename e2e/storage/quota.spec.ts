import type { Page } from 'playwright/test';
import { expect, test } from '../in-page.js';
import { limitStorage, usage } from './quota.js';

/** What happened while rows were written until one failed. */
interface Filling {
  readonly acknowledged: readonly string[];
  readonly refused: readonly string[];
  readonly codes: readonly string[];
}

/** Writes rows of two cells, `size` bytes in total, eight at a time, until some are refused or 2,000 are written. */
function fill(page: Page, prefix: string, size: number): Promise<Filling> {
  return page.evaluate(
    async ([prefix, size]) => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      const acknowledged: string[] = [];
      const refused: string[] = [];
      const codes = new Set<string>();
      for (let n = 0; n < 2_000 && refused.length === 0; n += 8) {
        const group = Array.from({ length: 8 }, async (_, index) => {
          const row = `${prefix}${String(n + index).padStart(5, '0')}`;
          const value = row + 'x'.repeat(size / 2);
          const failure = await failureOf(table.put({ row, cells: { f: { q: value }, g: { q: value } } }));
          if (failure === null) acknowledged.push(row);
          else {
            refused.push(row);
            codes.add(failure.code ?? failure.message);
          }
        });
        await Promise.all(group);
      }
      return { acknowledged, refused, codes: [...codes] };
    },
    [prefix, size] as const,
  );
}

/** The complete rows of the table. Fails if a row is incomplete. */
function wholeRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { table } = globalThis as unknown as { table: import('bigtab').Table };
    const rows: string[] = [];
    for await (const result of table.getScanner()) {
      const row = new TextDecoder().decode(result.row ?? undefined);
      const [one, other] = [result.getText('f', 'q'), result.getText('g', 'q')];
      if (one === null || one !== other || !one.startsWith(`${row}x`)) throw new Error(`half a row: ${row}`);
      rows.push(row);
    }
    return rows;
  });
}

async function open(page: Page, memory: import('bigtab').MemoryOptions = {}): Promise<void> {
  await page.evaluate(async (memory) => {
    const { connect } = await import('bigtab');
    const connection = await connect({ name: 'crawl', memory });
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    Object.assign(globalThis, { connection, table });
  }, memory);
}

/**
 * Removes the limit, and waits until the database has noticed that there is room again. The engine of a read-only
 * database ends then, and the page connects again.
 */
async function makeRoom(
  page: Page,
  lift: () => Promise<void>,
  memory: import('bigtab').MemoryOptions = {},
): Promise<void> {
  await lift();
  const state = async () => {
    const seen = await page.evaluate(async () => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      return connection.status().then(
        ({ state }) => state,
        ({ code }) => code,
      );
    });
    if (seen === 'WORKER_LOST') await open(page, memory);
    return seen;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('open');
}

test.describe('when the browser provides no more storage', () => {
  test('a put rejects with QUOTA_EXCEEDED, nothing is half done, reads continue, and writes work again when there is space', async ({
    page,
  }) => {
    await open(page);
    const lift = await limitStorage(page, (await usage(page)) + 2_000_000);
    const full = await fill(page, 'a', 20_000);
    expect(full.codes).toEqual(['QUOTA_EXCEEDED']);
    expect(full.acknowledged.length).toBeGreaterThan(10);
    expect(await wholeRows(page)).toEqual(full.acknowledged);
    const again = await fill(page, 'b', 20_000);
    expect(again.codes).toEqual(['QUOTA_EXCEEDED']);
    await makeRoom(page, lift);
    const free = await fill(page, 'c', 2_000);
    expect(free.refused).toEqual([]);
    const kept = [...full.acknowledged, ...again.acknowledged, ...free.acknowledged].sort();
    expect(await wholeRows(page)).toEqual(kept);
    await page.reload();
    await open(page);
    expect(await wholeRows(page)).toEqual(kept);
  });

  test('counters keep their values, and can be incremented again when there is space', async ({ page }) => {
    await open(page);
    await page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      await table.incrementColumnValue('n', 'f', 'n', 5);
    });
    const lift = await limitStorage(page, (await usage(page)) + 500_000);
    await fill(page, 'a', 20_000);
    // Small records may still fit after one that did not.
    const seen = await page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      let added = 0;
      let refused = 0;
      for (let n = 0; n < 20_000 && refused < 10; n++) {
        const failure = await failureOf(table.incrementColumnValue('n', 'f', 'n', 1));
        if (failure === null) added++;
        else refused++;
      }
      const found = (await table.get({ row: 'n', columns: ['f:n'] })).getValue('f', 'n') as Uint8Array;
      return { added, refused, count: Number(new DataView(found.buffer).getBigInt64(0)) };
    });
    expect(seen.count).toBe(5 + seen.added);
    await makeRoom(page, lift);
    const after = await page.evaluate(async () => {
      const { table } = globalThis as unknown as { table: import('bigtab').Table };
      return Number(await table.incrementColumnValue('n', 'f', 'n', 1));
    });
    expect(after).toBe(seen.count + 1);
  });

  test('a flush without space loses nothing, even after a reload', async ({ page }) => {
    await open(page, { flushSize: 256 * 1024, logSegment: 64 * 1024 });
    const lift = await limitStorage(page, (await usage(page)) + 3_000_000);
    const full = await fill(page, 'a', 20_000);
    expect(full.codes).toEqual(['QUOTA_EXCEEDED']);
    const flush = await page.evaluate(() => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      return failureOf(connection.getAdmin().flush('t'));
    });
    if (flush !== null) expect(flush.code).toBe('QUOTA_EXCEEDED');
    expect(await wholeRows(page)).toEqual(full.acknowledged);
    await page.reload();
    // Opening needs a few kilobytes. Without them, the database reports an error, and it opens when there is space
    // again.
    const limits = { flushSize: 256 * 1024, logSegment: 64 * 1024 };
    const refused = await open(page, limits).then(
      () => null,
      (error: Error) => error.message,
    );
    if (refused === null) expect(await wholeRows(page)).toEqual(full.acknowledged);
    else expect(refused).toContain('Not enough storage');
    if (refused === null) await makeRoom(page, lift, limits);
    else {
      await lift();
      await open(page, limits);
    }
    expect(await wholeRows(page)).toEqual(full.acknowledged);
    const free = await fill(page, 'b', 20_000);
    expect(free.refused).toEqual([]);
    expect(await wholeRows(page)).toEqual([...full.acknowledged, ...free.acknowledged]);
  });
});
