import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { CheckAndMutate } from '../model/check-and-mutate.js';
import { Put } from '../model/put.js';

describe('hbase.client.keyvalue.maxsize', () => {
  const put = (row: string, bytes: number): Put => new Put(row).addColumn('f', 'q', 'x'.repeat(bytes));
  const message = "KeyValue size too large: table 't', column 'f:q' of row 'r' has 44 bytes, and the limit is 43";
  const details = { sizeBytes: 44, limitBytes: 43, family: 'f', qualifier: 'q', table: 't' };
  const tooLarge = { code: 'INVALID_ARGUMENT', message, details };

  it('limits the cells of Puts, alone and in lists, checks and mutators, and no other cells (N-34)', async () => {
    const connection = await openMemory({ configuration: { 'hbase.client.keyvalue.maxsize': '43' } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(put('r', 20));
    await expect(table.put(put('r', 21))).rejects.toMatchObject(tooLarge);
    await expect(table.put([put('s', 1), put('r', 21)])).rejects.toMatchObject(tooLarge);
    const check = CheckAndMutate.newBuilder('r').ifNotExists('f', 'no').build(put('r', 21));
    await expect(table.checkAndMutate(check)).rejects.toMatchObject(tooLarge);
    const mutator = connection.getBufferedMutator('t');
    await expect(mutator.mutate(put('r', 21))).rejects.toMatchObject(tooLarge);
    await mutator.close();
    await table.append({ row: 'r', values: { f: { q: 'yyyyy' } } });
    await table.batch([put('a', 50)], []);
    expect(await table.exists('s')).toBe(false);
    expect([
      (await table.get('a')).getText('f', 'q')?.length,
      (await table.get('r')).getText('f', 'q')?.length,
    ]).toEqual([50, 25]);
    await connection.close();
  });

  it('has no effect at 0 and less, and must be an integer (N-34)', async () => {
    const connection = await openMemory({
      configuration: { 'hbase.client.keyvalue.maxsize': '-1', 'hbase.server.keyvalue.maxsize': '0' },
    });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(put('r', 11_000_000));
    expect((await table.get('r')).getText('f', 'q')).toHaveLength(11_000_000);
    await connection.close();
    const configuration = { 'hbase.client.keyvalue.maxsize': 'x' };
    await expect(openMemory({ configuration })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
