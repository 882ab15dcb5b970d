import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';

describe('The status of a database', () => {
  it('counts the store files and blocks that reads skipped, by reason', async () => {
    const { connection } = await openEngine(memoryMedium());
    const families = [{ name: 'f', bloomFilter: 'NONE' }] as const;
    const table = await connection.ensureTable({ name: 't', families });
    expect((await connection.status()).pruning).toEqual({
      files: { key: 0, bloom: 0, time: 0, expired: 0 },
      blocks: 0,
    });
    for (const row of ['a', 'b', 'c']) {
      await table.put({ row, timestamp: 5, cells: { f: { q: 'v' } } });
      await connection.getAdmin().flush('t');
    }
    await table.get('b');
    expect((await connection.status()).pruning).toEqual({
      files: { key: 2, bloom: 0, time: 0, expired: 0 },
      blocks: 2,
    });
    await table.get({ row: 'b', timeRange: [6, 10] });
    expect((await connection.status()).pruning).toMatchObject({ files: { key: 4, time: 1 }, blocks: 5 });
    await connection.close();
  });

  it('counts the rows whose implicit timestamps are not below the wall clock, and reports the largest lead', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
    const clock = async () => (await connection.status()).clock;
    const put = (row: string, value: number) => table.put({ row, cells: { f: { q: String(value) } } });
    expect(await clock()).toEqual({ rowsAhead: 0, largestLeadMs: 0 });
    for (let value = 0; value < 100; value++) await put('a', value);
    for (let value = 0; value < 10; value++) await put('b', value);
    expect(await clock()).toEqual({ rowsAhead: 2, largestLeadMs: 99 });
    medium.clock.advance(50);
    expect(await clock()).toEqual({ rowsAhead: 1, largestLeadMs: 49 });
    medium.clock.advance(50);
    expect(await clock()).toEqual({ rowsAhead: 0, largestLeadMs: 0 });
    const year = 365 * 86_400_000;
    medium.clock.set(medium.clock.now() + year);
    await put('c', 0);
    await table.delete(new Delete('d'));
    medium.clock.set(medium.clock.now() - year);
    expect(await clock()).toEqual({ rowsAhead: 2, largestLeadMs: year });
    await connection.close();
  });
});
