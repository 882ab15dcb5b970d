import { Append } from '../../../model/append.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { assert, assertEqual } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

const HOUR_MS = 3_600_000;

/*
 * A cell lives from its timestamp on. So a cell with a time to live of one hour and a timestamp two hours ago has
 * expired, and the tests do not have to wait.
 */
export function cellTtlTests(tests: TableTests): void {
  tests.data('a cell is hidden when its own time to live has passed (W-60, R-16)', async ({ table, settle }) => {
    const now = Date.now();
    await table.put({ row: 'r', timestamp: now - 2 * HOUR_MS, ttlMs: HOUR_MS, cells: { f: { over: 'v' } } });
    await table.put(new Put('r', now - 2 * HOUR_MS).setTTL(3 * HOUR_MS).addColumn('f', 'lives', 'v'));
    await table.put({ row: 'r', timestamp: 5, cells: { f: { ever: 'v' } } });
    await settle();
    assertEqual(values(await table.get('r')), ['f:ever=v', 'f:lives=v'], 'row');
  });

  tests.data(
    'the time to live applies to all cells of a mutation, whenever it was set (W-60)',
    async ({ table, settle }) => {
      const put = new Put('r', Date.now() - 2 * HOUR_MS)
        .addColumn('f', 'a', '1')
        .setTTL(HOUR_MS)
        .addColumn('g', 'b', '2');
      await table.put([put, new Put('s').addColumn('f', 'q', 'v')]);
      await settle();
      assertEqual((await table.get('r')).isEmpty, true, 'row');
      assertEqual(values(await table.get('s')), ['f:q=v'], 'other put of the list');
    },
  );

  tests.data(
    'an append or increment keeps the time to live of the old cell, or sets its own (W-38)',
    async ({ table, settle }) => {
      const old = 2 ** 40;
      const range = { row: 'r', timestamp: old } as const;
      // Old cells with a long time to live: with the old time to live, the new cells live too.
      await table.append({ ...range, values: { f: { kept: 'a', own: 'a' } }, ttlMs: 2 ** 45 });
      await settle();
      await table.append(new Append('r').addColumn('f', 'kept', 'b'));
      await table.append(new Append('r').addColumn('f', 'own', 'b').setTTL(-1));
      await table.increment(new Increment('r').addColumn('g', 'n', 1).setTTL(-1));
      await settle();
      // An expired cell hides nothing, so the old cell is visible again.
      assertEqual(values(await table.get('r')), ['f:kept=ab', 'f:own=a'], 'row');
    },
  );

  tests.table('a delete has no time to live (W-26)', async () => {
    try {
      new Delete('r').setTTL(5);
    } catch (error) {
      assertEqual((error as { code?: string }).code, 'UNSUPPORTED_OPERATION', 'code');
      return;
    }
    assert(false, 'setTTL of a Delete was accepted');
  });
}
