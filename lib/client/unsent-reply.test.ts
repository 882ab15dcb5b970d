import { afterEach, describe, expect, it } from 'vitest';
import { FakePage } from '../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../testing/fakes/memory-databases.js';
import { settle } from '../testing/samples/log-records.js';
import { connectOn } from './page/connect-on.js';
import { registry } from './page/registry.js';

const ROWS = Array.from({ length: 10 }, (_, index) => `r${index}`);
/** Three large rows fill a reply. */
const MEMORY = { getAnswer: 8_000 };

let page = new FakePage(new MemoryDatabases());

afterEach(() => {
  for (const worker of page.workers) worker.terminate();
  registry().clear();
  page = new FakePage(new MemoryDatabases());
});

async function open() {
  const connection = await connectOn(page.platform, { name: 'crawl', memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put(ROWS.map((row) => ({ row, cells: { f: { q: row.padEnd(3_000, 'x') } } })));
  const read = async (row: string): Promise<string | undefined> =>
    (await table.get(row)).getText('f', 'q')?.replace(/x*$/, '');
  const refuse = (replies: number): void => {
    for (const worker of page.workers) worker.unpostable = replies;
  };
  return { connection, table, read, refuse };
}

const UNSENT = { code: 'INVALID_OPERATION', details: { internal: true, outcome: 'none' } };

describe('A reply that cannot be sent', () => {
  it('fails the calls that it answers, but the rest of their packet runs', async () => {
    const { connection, read, refuse } = await open();
    refuse(1);
    const outcomes = await Promise.allSettled(ROWS.map(read));
    for (const outcome of outcomes.slice(0, 3)) expect(outcome).toMatchObject({ status: 'rejected', reason: UNSENT });
    expect(outcomes.slice(3)).toEqual(ROWS.slice(3).map((value) => ({ status: 'fulfilled', value })));
    await connection.close();
  });

  it('contains no answers from the next packet, whose reply comes in parts', async () => {
    const { connection, read, refuse } = await open();
    refuse(1);
    const first = read('r0');
    await settle();
    const others = ROWS.map(read);
    await expect(first).rejects.toMatchObject(UNSENT);
    expect(await Promise.all(others)).toEqual(ROWS);
    await connection.close();
  });

  it('leaves it unknown whether its writes took effect', async () => {
    const { connection, table, refuse } = await open();
    refuse(1);
    const put = table.put({ row: 'late', cells: { f: { q: 'v' } } });
    await expect(put).rejects.toMatchObject({ details: { outcome: 'unknown' } });
    expect(await table.exists('late')).toBe(true);
    await connection.close();
  });
});
