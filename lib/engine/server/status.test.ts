import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { type Medium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

/** A medium with one table, which holds one flushed row. */
async function usedMedium() {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put({ row: 'r', cells: { f: { q: 'v' } } });
  await connection.close();
  return medium;
}

async function originOf(medium: Medium): Promise<{ readonly origin: string; readonly problems: number }> {
  const { connection } = await openEngine(medium);
  const { origin, lastRecovery } = await connection.status();
  await connection.close();
  return { origin, problems: lastRecovery.problems.length };
}

describe('The origin of a database', () => {
  it('is created as long as it never had a table, then opened', async () => {
    const medium = memoryMedium();
    expect(await originOf(medium)).toEqual({ origin: 'created', problems: 0 });
    expect(await originOf(medium)).toEqual({ origin: 'created', problems: 0 });
    expect(await originOf(await usedMedium())).toEqual({ origin: 'opened', problems: 0 });
  });

  it('is recovered if the catalog is missing or older than its mirror, and afterwards opened', async () => {
    const medium = await usedMedium();
    const lost = { ...medium, catalog: new MemoryCatalog() };
    expect(await originOf(lost)).toEqual({ origin: 'recovered', problems: 1 });
    expect(await originOf(lost)).toEqual({ origin: 'opened', problems: 0 });
    const before = new MemoryCatalog(medium.catalog.image);
    await originOf(medium);
    expect((await originOf({ ...medium, catalog: before })).origin).toBe('recovered');
  });

  it('is recovered if a file was damaged', async () => {
    const medium = await usedMedium();
    const [path] = medium.files.paths().filter((path) => path.startsWith('data/'));
    medium.files.setBytes(path as string, new Uint8Array(10));
    const { origin, problems } = await originOf(medium);
    expect([origin, problems > 0]).toEqual(['recovered', true]);
  });

  it('is opened if only the mirror is missing, which loses nothing', async () => {
    const medium = await usedMedium();
    for (const path of medium.files.paths()) if (path.startsWith('manifest-')) await medium.files.remove(path);
    expect(await originOf(medium)).toEqual({ origin: 'opened', problems: 1 });
  });
});

describe('The status of a database', () => {
  it('contains the storage of the site as the platform reports it, and nulls where that is unknown', async () => {
    const medium = memoryMedium();
    let usage = 1;
    const storage = async () => ({ usage: usage++, quota: 100, persisted: true });
    const known = await openEngine(medium, {}, { storage });
    expect((await known.connection.status()).storage).toEqual({ usage: 1, quota: 100, persisted: true });
    const told: unknown[] = [];
    known.connection.addEventListener('status', ({ status }) => told.push(status.storage));
    await known.connection.ensureTable({ name: 't', families: ['f'] });
    expect(told).toEqual([{ usage: 1, quota: 100, persisted: true }]);
    await known.connection.close();
    const { connection } = await openEngine(medium);
    expect((await connection.status()).storage).toEqual({ usage: null, quota: null, persisted: null });
    await connection.close();
  });

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
    const { connection: again } = await openEngine(medium);
    expect((await again.status()).clock).toEqual({ rowsAhead: 0, largestLeadMs: year });
    await again.close();
  });
});
