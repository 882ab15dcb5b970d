import { describe, expect, it } from 'vitest';
import { memoryMedium, openEngine } from '../testing/engine.js';

describe('The status of a database', () => {
  it('counts the store files and blocks that reads left out, by the reason', async () => {
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
});
