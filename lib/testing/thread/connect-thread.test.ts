import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { connectThread } from './connect-thread.js';

const TABLE = { name: 'webtable', families: ['anchor'] } as const;

describe('an engine in a worker thread', () => {
  it('answers with packets that are transferred', async () => {
    const { connection } = await connectThread();
    const table = await connection.ensureTable(TABLE);
    const puts = Array.from({ length: 5000 }, (_, n) => new Put(`row ${n}`).addColumn('anchor', 'q', 'x'.repeat(300)));
    await table.put(puts);
    const rows = await table.getScanner({}).toArray();
    expect(rows).toHaveLength(5000);
    expect(rows[0]?.getText('anchor', 'q')).toBe('x'.repeat(300));
    await connection.close();
  });

  it('sends its events', async () => {
    const { connection } = await connectThread();
    const committed = new Promise((resolve) => connection.addEventListener('commit', (event) => resolve(event.table)));
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    expect(await committed).toBe('webtable');
    await connection.close();
  });

  it('answers a call while the log requests flushes of many small regions', async () => {
    const { connection } = await connectThread({ memory: { log: 64 * 1024, logSegment: 16 * 1024 } });
    const write = async (name: string, bytes: number) => {
      const table = await connection.ensureTable({ name, families: ['f'] });
      return table.put(new Put('r').addColumn('f', 'q', new Uint8Array(bytes)));
    };
    for (let table = 0; table < 50; table++) await write(`t${table}`, 0);
    for (let table = 0; table < 3; table++) await write(`large-${table}`, 18_000);
    const last = await connection.ensureTable({ name: 'last', families: ['f'] });
    // Both packets reach the thread before it begins the first.
    const written = last.put(new Put('r').addColumn('f', 'q', new Uint8Array(18_000)));
    const status = connection.status();
    await written;
    expect((await status).storeFiles.count).toBeLessThan(3);
    await connection.close();
  });

  it('answers gets of large values in several replies; those that it has not reached reject with WORKER_LOST when it is killed', async () => {
    const { connection, worker } = await connectThread({ memory: { getAnswer: 64 * 1024 } });
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('a').addColumn('anchor', 'q', 'x'.repeat(40_000)));
    const gets = () => Array.from({ length: 40 }, () => table.get('a'));
    const results = await Promise.all(gets());
    expect(results.map((result) => result.getText('anchor', 'q')?.length)).toEqual(results.map(() => 40_000));
    const more = gets();
    await more[0];
    worker.terminate();
    const outcomes = await Promise.allSettled([...more, table.get('a')]);
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code));
    expect(codes).toEqual([...codes].sort((a, b) => Number(a !== 'done') - Number(b !== 'done')));
    expect(codes.at(-1)).toBe('WORKER_LOST');
    await connection.close();
  });

  it('rejects with WORKER_LOST when the thread is killed: writes with an unknown outcome, reads with none', async () => {
    const { connection, worker } = await connectThread();
    const table = await connection.ensureTable(TABLE);
    const lost = new Promise((resolve) => connection.addEventListener('lost', resolve));
    const write = table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    const read = table.get('a');
    worker.terminate();
    await expect(write).rejects.toMatchObject({ code: 'WORKER_LOST', details: { outcome: 'unknown' } });
    await expect(read).rejects.toMatchObject({ code: 'WORKER_LOST', details: { outcome: 'none' } });
    await lost;
    await expect(table.get('a')).rejects.toMatchObject({ code: 'WORKER_LOST' });
    await connection.close();
  });
});
