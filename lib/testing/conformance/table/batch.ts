import type { CheckAndMutateResult } from '../../../client/answers/check-and-mutate-result.js';
import type { Result } from '../../../client/answers/result.js';
import type { BigtabError } from '../../../errors.js';
import { Append } from '../../../model/append.js';
import { CheckAndMutate } from '../../../model/check-and-mutate.js';
import { Delete } from '../../../model/delete.js';
import { Get } from '../../../model/get.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

/** The cells of a Result, `success` of a condition, or the code of an error. */
function shown(outcomes: readonly unknown[]): unknown[] {
  return outcomes.map((outcome) => {
    if (outcome instanceof Error) return (outcome as { readonly code?: string }).code;
    return 'success' in (outcome as object) ? (outcome as CheckAndMutateResult).success : values(outcome as Result);
  });
}

export function batchTests(tests: TableTests): void {
  const put = (row: string, value: string) => new Put(row).addColumn('f', 'q', value);

  tests.data(
    'a batch runs any mix of actions in list order, one result each (W-58, A-12)',
    async ({ table, settle }) => {
      await table.put(put('a', 'old'));
      await settle();
      const results = await table.batch([
        new Get('a'),
        put('a', 'new'),
        { kind: 'Get', row: 'a' },
        new Append('a').addColumn('f', 'q', 'er'),
        { row: 's', values: { g: { s: 'x' } } },
        new RowMutations('s').add(new Append('s').addColumn('g', 's', 'y')).add(put('s', 'v')),
        CheckAndMutate.newBuilder('s').ifEquals('g', 's', 'xy').build(put('s', 'v')),
        { row: 's', family: 'g', qualifier: 's', action: put('s', 'not written') },
        new Delete('s').addFamily('g'),
        { row: 'n', amounts: { f: { n: 1 } }, returnResults: false },
        new Get('s'),
        new Get('missing'),
      ]);
      assertEqual(
        shown(results),
        [['f:q=old'], [], ['f:q=new'], ['f:q=newer'], ['g:s=x'], ['g:s=xy'], true, false, [], [], ['f:q=v'], []],
        'results',
      );
      await settle();
      assertEqual(values(await table.get('a')), ['f:q=newer'], 'stored');
    },
  );

  tests.data('each action sees the ones before it (A-12)', async ({ table, settle }) => {
    const one = new Increment('r').addColumn('f', 'n', 1);
    const counters = await table.batch([one, one, new Delete('r'), one, { kind: 'Delete', row: 'r' }, one, one]);
    const last = counters.at(-1) as Result;
    assertEqual(last.toJSON().cells[0]?.value, '2', 'counter');
    await settle();
    assertEqual((await table.get('r')).size, 1, 'row');
  });

  tests.data('one failing action does not stop the others (W-58, W-66)', async ({ table, settle }) => {
    await table.put(put('a', 'no number'));
    await settle();
    const results: unknown[] = [];
    const { details } = (await assertRejects(
      table.batch(
        [
          put('b', '1'),
          new Put('c').addColumn('x', 'q', 'v'),
          new Increment('a').addColumn('f', 'q', 1),
          new RowMutations('d').add(put('d', '1')).add(new Delete('d').addFamily('x')),
          new RowMutations('e'),
          new Get({ row: 'a', columns: ['x'] }),
          { row: 'a', family: 'f', qualifier: 'q', op: 'NO_OP', value: 'v', action: put('a', 'v') },
          new Append('f'),
          put('g', '2'),
        ],
        results,
      ),
      'some fail',
      'BATCH_FAILED',
    )) as BigtabError;
    const noFamily = 'NO_SUCH_COLUMN_FAMILY';
    const expected = [[], noFamily, 'INVALID_OPERATION', noFamily, 'HBASE_IO', noFamily, 'RUNTIME', [], []];
    assertEqual(shown(results), expected, 'results');
    assertEqual(shown(details.results as unknown[]), expected, 'details');
    const causes = details.causes as readonly { readonly index: number; readonly row: string }[];
    assertEqual(
      causes.map(({ index, row }) => `${index}${row}`),
      ['1c', '2a', '3d', '4e', '5a', '6a'],
      'causes',
    );
    await settle();
    assertEqual(
      (await table.getScanner().toArray()).map((row) => values(row).join()),
      ['f:q=no number', 'f:q=1', 'f:q=2'],
      'rows',
    );
  });

  tests.table('a get of existence returns only whether there are cells (R-7)', async ({ table }) => {
    await table.put(put('a', 'v'));
    const results = await table.batch([
      new Get('a').setCheckExistenceOnly(true),
      { kind: 'Get', row: 'b', checkExistenceOnly: true },
    ]);
    assertEqual(
      results.map((result) => (result as Result).getExists()),
      [true, false],
      'exists',
    );
  });

  tests.table('a batch that cannot be sent is refused as a whole (N-38)', async ({ table }) => {
    const error = await assertRejects(table.batch([put('a', 'v'), new Put('b')]), 'empty put', 'INVALID_ARGUMENT');
    assert(error.message.includes('No columns to insert for #2 item'), error.message);
    await assertRejects(table.batch([put('a', 'v'), { row: 'a' } as never]), 'no kind', 'INVALID_ARGUMENT');
    assertEqual((await table.get('a')).isEmpty, true, 'row');
    assertEqual(await table.batch([]), [], 'nothing');
  });

  tests.table('answers that are longer than one reply arrive completely', async ({ table }) => {
    const value = new Uint8Array(3_000_000).fill(7);
    await table.put(new Put('large').addColumn('f', 'q', value));
    const actions = Array.from({ length: 6 }, (_, index) => [
      new Get('large'),
      new Increment('n').addColumn('f', 'n', index),
    ]);
    const results = await table.batch(actions.flat());
    assertEqual(
      results.map((result) => (result as Result).value()?.length),
      actions.flatMap(() => [3_000_000, 8]),
      'lengths',
    );
    assertEqual((results.at(-1) as Result).toJSON().cells[0]?.value, '15', 'each increment ran once');
  });
}
