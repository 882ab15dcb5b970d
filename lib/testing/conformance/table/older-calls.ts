import type { CheckAndMutateResult } from '../../../client/answers/check-and-mutate-result.js';
import type { Result } from '../../../client/answers/result.js';
import type { BigtabError } from '../../../errors.js';
import { Append } from '../../../model/append.js';
import { CheckAndMutate } from '../../../model/check-and-mutate.js';
import { Delete } from '../../../model/delete.js';
import { Get } from '../../../model/get.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

/** The rest of HBase's Table: older forms of a condition, `batchCallback`, and its locator. */
export function olderCallTests(tests: TableTests): void {
  const put = (value: string) => new Put('r').addColumn('f', 'q', value);

  tests.data('checkAndPut and checkAndDelete act if the condition matches, and report it (W-57)', async (test) => {
    const { table, settle } = test;
    const done = [
      await table.checkAndPut('r', 'f', 'q', null, put('1')),
      await table.checkAndPut('r', 'f', 'q', null, put('no')),
      await table.checkAndPut('r', 'f', 'q', 'GREATER', '5', { row: 'r', cells: { f: { q: '2' } } }),
      await table.checkAndDelete('r', 'f', 'q', '1', new Delete('r')),
      await table.checkAndDelete('r', 'f', 'q', 'NOT_EQUAL', '2', { row: 'r' }),
    ];
    assertEqual(done, [true, false, true, false, false], 'done');
    await settle();
    assertEqual(values(await table.get('r')), ['f:q=2'], 'row');
    assertEqual(await table.checkAndDelete('r', 'f', 'q', '2', { row: 'r' }), true, 'deleted');
    assertEqual((await table.get('r')).isEmpty, true, 'gone');
  });

  tests.data('checkAndMutate of a row and a family builds a condition step by step (W-57)', async (test) => {
    const { table, settle } = test;
    await table.put(new Put('r').addColumn('f', 'q', 5, 'v').addColumn('f', '', 5, 'none'));
    await settle();
    const check = () => table.checkAndMutate('r', 'f');
    const more = new RowMutations('r').add(new Put('r').addColumn('g', 'q', 'v')).add(new Delete('r').addFamily('f'));
    assertEqual(
      [
        await check()
          .qualifier('x')
          .ifNotExists()
          .thenPut(new Put('r').addColumn('g', 'a', 'v')),
        await check().ifEquals('none').thenDelete(new Delete('r').addColumns('g', 'a')),
        await check().qualifier('q').timeRange([6, 9]).ifEquals('v').thenDelete({ row: 'r' }),
        await check().qualifier('q').ifMatches('LESS', 'w').thenMutate(more),
        await check().qualifier('q').ifMatches('GREATER', 'w').thenMutate(more),
      ],
      [true, true, false, false, true],
      'done',
    );
    await settle();
    assertEqual(values(await table.get('r')), ['g:q=v'], 'row');
    await assertRejects(check().thenPut(put('v')), 'no condition', 'INVALID_STATE');
    await assertRejects(
      check()
        .ifNotExists()
        .thenPut(new Put('s').addColumn('f', 'q', 'v')),
      'row',
      'INVALID_ARGUMENT',
    );
    await assertRejects(
      check()
        .ifNotExists()
        .thenDelete('r' as never),
      'no delete',
      'INVALID_ARGUMENT',
    );
    await assertRejects(table.checkAndPut('r', 'f', 'q', 'SAME' as never, 'v', put('v')), 'op', 'INVALID_ARGUMENT');
    await assertRejects(
      table.checkAndPut('r', 'nope' as never, 'q', null, put('v')),
      'family',
      'NO_SUCH_COLUMN_FAMILY',
    );
  });

  tests.table(
    'batchCallback is called with the row and result of each action that ran (W-58)',
    async ({ name, table }) => {
      const told: string[] = [];
      const results: unknown[] = [];
      const callback = (region: string, row: Uint8Array, result: Result | CheckAndMutateResult) => {
        const shown = 'success' in result ? String(result.success) : values(result).join();
        told.push(`${region === name ? '' : region}${new TextDecoder().decode(row)} ${shown}`);
      };
      const actions = [
        put('v'),
        new Put('bad').addColumn('x', 'q', 'v'),
        new Append('a').addColumn('f', 'q', 'x'),
        CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'v').build(put('w')),
        new Get('r'),
      ];
      const error = await assertRejects(table.batchCallback(actions, results, callback), 'one fails', 'BATCH_FAILED');
      assertEqual(told, ['r ', 'a f:q=x', 'r true', 'r f:q=w'], 'told');
      assertEqual(results.length, 5, 'results');
      assert((error as BigtabError).details.results !== undefined, 'details');
      await assertRejects(table.batchCallback(actions, [], 5 as never), 'no function', 'INVALID_ARGUMENT');
    },
  );

  tests.table('a table has one region, from its first row to its last', async ({ connection, name, table }) => {
    const locator = table.getRegionLocator();
    assertEqual(locator.getName(), name, 'name');
    const keys = [await locator.getStartKeys(), await locator.getEndKeys()];
    assertEqual(
      keys.map((list) => list.map(({ length }) => length)),
      [[0], [0]],
      'keys',
    );
    await locator.close();
    await assertRejects(
      connection.getTable(`${name}.missing`).getRegionLocator().getStartKeys(),
      'missing',
      'TABLE_NOT_FOUND',
    );
  });
}
