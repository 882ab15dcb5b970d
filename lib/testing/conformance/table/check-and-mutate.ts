import { Append } from '../../../model/append.js';
import { CheckAndMutate } from '../../../model/check-and-mutate.js';
import type { CompareOperator } from '../../../model/compare-operator.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values, versions } from './table-tests.js';

const ON_ABSENT: readonly CompareOperator[] = [
  'LESS',
  'LESS_OR_EQUAL',
  'EQUAL',
  'GREATER_OR_EQUAL',
  'GREATER',
  'NO_OP',
];

export function checkAndMutateTests(tests: TableTests): void {
  const put = (value: string) => new Put('r').addColumn('g', 'done', value);

  tests.data(
    'expected OP stored: GREATER matches if the expected value is greater (W-53)',
    async ({ table, settle }) => {
      await table.put({ row: 'r', cells: { f: { q: '3' } } });
      await settle();
      const matches = async (op: CompareOperator, value: string): Promise<boolean> => {
        const check = CheckAndMutate.newBuilder('r').ifMatches('f', 'q', op, value).build(put(op));
        return (await table.checkAndMutate(check)).success;
      };
      const found: string[] = [];
      for (const op of ['LESS', 'LESS_OR_EQUAL', 'EQUAL', 'NOT_EQUAL', 'GREATER_OR_EQUAL', 'GREATER'] as const) {
        for (const value of ['2', '3', '4', '30']) if (await matches(op, value)) found.push(`${op} ${value}`);
      }
      assertEqual(
        found,
        [
          'LESS 2',
          ...['LESS_OR_EQUAL 2', 'LESS_OR_EQUAL 3'],
          'EQUAL 3',
          ...['NOT_EQUAL 2', 'NOT_EQUAL 4', 'NOT_EQUAL 30'],
          ...['GREATER_OR_EQUAL 3', 'GREATER_OR_EQUAL 4', 'GREATER_OR_EQUAL 30'],
          ...['GREATER 4', 'GREATER 30'],
        ],
        'matches',
      );
      await settle();
      assertEqual(values(await table.get('r')), ['f:q=3', 'g:done=GREATER'], 'row');
    },
  );

  tests.data(
    'without an expected value, absent and empty match every operator but NOT_EQUAL (W-52)',
    async ({ table, settle }) => {
      await table.put({ row: 'r', cells: { f: { empty: '', full: 'v' } } });
      await settle();
      const found: string[] = [];
      for (const op of [...ON_ABSENT, 'NOT_EQUAL'] as const) {
        for (const qualifier of ['absent', 'empty', 'full']) {
          for (const value of [null, '']) {
            const check = { row: 'r', family: 'f', qualifier, op, value, action: put('v') };
            if ((await table.checkAndMutate(check)).success) found.push(`${op} ${qualifier}`);
          }
        }
      }
      const expected = ON_ABSENT.flatMap((op) =>
        ['absent', 'absent', 'empty', 'empty'].map((column) => `${op} ${column}`),
      );
      assertEqual(found, [...expected, 'NOT_EQUAL full', 'NOT_EQUAL full'], 'matches');
    },
  );

  tests.data('an expected value never matches an absent column (W-53)', async ({ table, settle }) => {
    for (const op of [...ON_ABSENT, 'NOT_EQUAL'] as const) {
      const { success, result } = await table.checkAndMutate({
        row: 'r',
        family: 'f',
        op,
        value: 'v',
        action: put('v'),
      });
      assertEqual([success, result], [false, null], op);
    }
    await settle();
    assertEqual((await table.get('r')).isEmpty, true, 'row');
  });

  tests.table('NO_OP fails if a comparison takes place (W-50)', async ({ table }) => {
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    const check = CheckAndMutate.newBuilder('r').ifMatches('f', 'q', 'NO_OP', 'v').build(put('v'));
    const error = await assertRejects(table.checkAndMutate(check), 'NO_OP', 'RUNTIME');
    assertEqual([error.hbaseName, error.message], ['RuntimeException', 'Unknown Compare op NO_OP'], 'error');
    assertEqual(values(await table.get('r')), ['f:q=v'], 'row');
  });

  tests.data('the condition checks the newest version in its time range (W-51)', async ({ table, settle }) => {
    await table.put(new Put('r').addColumn('f', 'q', 5, 'v5'));
    await settle();
    const builder = () => CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'v5');
    assertEqual((await table.checkAndMutate(builder().timeRange([6, 9]).build(put('out')))).success, false, 'out');
    assertEqual((await table.checkAndMutate(builder().timeRange([5, 6]).build(put('in')))).success, true, 'in');
    assertEqual((await table.checkAndMutate(builder().timeRange(null).build(put('all')))).success, true, 'all time');
  });

  tests.data('every action runs on a match, and returns the same answer as alone (W-56)', async ({ table, settle }) => {
    await table.put(new Put('r', 5).addColumn('f', 'q', 'v').addColumn('f', 's', 'a').addColumn('f', 'gone', 'v'));
    await settle();
    const run = async (action: Put | Delete | Increment | Append | RowMutations) => {
      const { success, result } = await table.checkAndMutate({
        row: 'r',
        family: 'f',
        qualifier: 'q',
        value: 'v',
        action,
      });
      assertEqual(success, true, action.kind);
      return result && values(result);
    };
    assertEqual(await run(put('x')), null, 'put');
    assertEqual(await run(new Delete('r').addColumns('f', 'gone')), null, 'delete');
    assertEqual(await run(new Append('r').addColumn('f', 's', 'b')), ['f:s=ab'], 'append');
    assertEqual((await run(new Increment('r').addColumn('f', 'n', 1)))?.length, 1, 'increment');
    const both = new RowMutations('r').add(new Append('r').addColumn('f', 's', 'c')).add(put('y'));
    assertEqual(await run(both), ['f:s=abc'], 'row mutations');
    const silent = new Increment('r').addColumn('f', 'n', 1).setReturnResults(false);
    assertEqual(await run(silent), [], 'increment without results');
    assertEqual(
      await run(new Append('r').addColumn('f', 't', '').setReturnResults(false)),
      [],
      'append without results',
    );
    assertEqual(await run(new RowMutations('r').add(silent).add(put('y'))), [], 'row mutations without results');
    assertEqual(await run(new RowMutations('r').add(put('y'))), null, 'row mutations of puts');
    await settle();
    const { cells } = await table.get('r');
    assertEqual(cells.length, 5, 'columns left');
    assertEqual((await table.get('r')).getText('g', 'done'), 'y', 'last put');
  });

  tests.data('a put on a match is not older than the checked cell (W-55)', async ({ table, settle }) => {
    const future = 2 ** 50;
    await table.put(new Put('r', future).addColumn('f', 'q', 'v'));
    await settle();
    const action = new RowMutations('r').add(new Put('r').addColumn('f', 'a', '1').addColumn('f', 'b', 7, '2'));
    await table.checkAndMutate(CheckAndMutate.newBuilder('r').ifEquals('f', 'q', 'v').build(action));
    await settle();
    assertEqual(versions(await table.get('r')), [`f:a@${future}=1`, 'f:b@7=2', `f:q@${future}=v`], 'row');
  });

  tests.data('the elements of a list run one after the other (W-57)', async ({ table }) => {
    const once = CheckAndMutate.newBuilder('r').ifNotExists('g', 'done').build(put('first'));
    const then = { row: 'r', family: 'g', qualifier: 'done', value: 'first', action: put('second') };
    const results = await table.checkAndMutate([once, once, then]);
    assertEqual(
      results.map((one) => [one.isSuccess(), one.getResult()]),
      [
        [true, null],
        [false, null],
        [true, null],
      ],
      'results',
    );
    assertEqual(values(await table.get('r')), ['g:done=second'], 'row');
  });

  tests.table('invalid conditions and actions are refused (W-50, N-38, W-8)', async ({ table }) => {
    const builder = CheckAndMutate.newBuilder('r').ifNotExists('f', 'q');
    await assertRejects(table.checkAndMutate(builder.build(new Put('r'))), 'empty put', 'INVALID_ARGUMENT');
    const family = CheckAndMutate.newBuilder('r').ifNotExists('x', 'q').build(put('v'));
    await assertRejects(table.checkAndMutate(family), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    const action = new Put('r').addColumn('x', 'q', 'v');
    await assertRejects(table.checkAndMutate(builder.build(action)), 'of the action', 'NO_SUCH_COLUMN_FAMILY');
    const unmet = { row: 'r', family: 'f', value: 'v', action };
    assert(
      !(await table.checkAndMutate(unmet)).success,
      'a condition that does not hold asks for no family of the action',
    );
  });
}
