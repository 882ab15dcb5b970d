import { decodeInt64, encodeInt64 } from '../../../bytes/numbers.js';
import { Append } from '../../../model/append.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

export function rowMutationsTests(tests: TableTests): void {
  tests.data('the mutations of a row are applied together (W-40)', async ({ table, settle }) => {
    await table.put({ row: 'r', timestamp: 5, cells: { f: { old: 'v' }, g: { kept: 'v' } } });
    await settle();
    const move = new RowMutations('r')
      .add(new Put('r').addColumn('f', 'new', 'v'))
      .add(new Delete('r').addColumns('f', 'old'));
    assertEqual((await table.mutateRow(move)).isEmpty, true, 'answer');
    await settle();
    assertEqual(values(await table.get('r')), ['f:new=v', 'g:kept=v'], 'row');
  });

  tests.data('each part sees the row as it was before (W-41)', async ({ table, settle }) => {
    await table.put({ row: 'r', timestamp: 5, cells: { f: { n: encodeInt64(1n) } } });
    await settle();
    const parts = new RowMutations('r')
      .add(new Put('r', 4).addColumn('f', 'n', encodeInt64(100n)))
      .add(new Increment('r').addColumn('f', 'n', 1))
      .add(new Put('r').addColumn('f', 's', 'put'))
      .add(new Append('r').addColumn('f', 's', 'x'));
    const { cells } = await table.mutateRow(parts);
    assertEqual(cells.length, 2, 'cells of the answer');
    assertEqual(decodeInt64(cells[0]?.value as Uint8Array, 0), 2n, 'counter');
    assertEqual(cells[1]?.value, new TextEncoder().encode('x'), 'appended to nothing');
  });

  tests.data(
    'a delete of the newest version deletes the one that existed before (W-24, W-41)',
    async ({ table, settle }) => {
      await table.put({ row: 'r', timestamp: 5, cells: { f: { q: 'before' } } });
      await settle();
      const parts = new RowMutations('r')
        .add(new Put('r', 9).addColumn('f', 'q', 'after'))
        .add(new Delete('r').addColumn('f', 'q'));
      await table.mutateRow(parts);
      await settle();
      assertEqual(values(await table.get('r')), ['f:q=after'], 'row');
    },
  );

  tests.data(
    'at equal timestamps a marker hides a put, and of two puts the later one counts (W-42)',
    async ({ table, settle }) => {
      await table.mutateRow({
        row: 'r',
        mutations: [
          { kind: 'Delete', row: 'r', markers: [{ kind: 'columns', family: 'f', qualifier: 'q', timestamp: 5 }] },
          { row: 'r', timestamp: 5, cells: { f: { q: 'lost', p: 'one' } } },
          { row: 'r', timestamp: 5, cells: { f: { p: 'two' } } },
        ],
      });
      await settle();
      assertEqual(values(await table.get('r')), ['f:p=two'], 'row');
    },
  );

  tests.data(
    'a put after a delete without timestamps is visible, even within one RowMutations (W-3, A-10)',
    async ({ table, settle }) => {
      await table.put({ row: 'r', cells: { f: { q: 'old', p: 'old' } } });
      const parts = new RowMutations('r').add(new Delete('r')).add(new Put('r').addColumn('f', 'q', 'new'));
      await table.mutateRow(parts);
      await settle();
      assertEqual(values(await table.get('r')), ['f:q=new'], 'row');
    },
  );

  tests.data('the answers of increments and appends are in list order, unsorted (W-43)', async ({ table }) => {
    const result = await table.mutateRow({
      row: 'r',
      mutations: [
        { row: 'r', values: { g: { z: 'last' } } },
        { row: 'r', values: { f: { hidden: 'x' } }, returnResults: false },
        { row: 'r', values: { f: { b: 'b', a: 'a' } } },
      ],
    });
    assertEqual(values(result), ['g:z=last', 'f:a=a', 'f:b=b'], 'answer');
    assertEqual([result.getText('g', 'z'), result.getText('f', 'b')], ['last', 'b'], 'each is found by its column');
  });

  tests.data('if one part fails, nothing is applied (W-40, W-32)', async ({ table, settle }) => {
    await table.put({ row: 'r', cells: { f: { text: 'no number' } } });
    await settle();
    const bad = new Increment('r').addColumn('f', 'text', 1);
    const parts = new RowMutations('r')
      .add(new Put('r').addColumn('f', 'q', 'v'))
      .add(new Delete('r'))
      .add(bad);
    await assertRejects(table.mutateRow(parts), 'no number', 'INVALID_OPERATION');
    const unknown = new RowMutations('r').add(new Delete('r')).add(new Put('r').addColumn('x', 'q', 'v'));
    await assertRejects(table.mutateRow(unknown), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    await settle();
    assertEqual(values(await table.get('r')), ['f:text=no number'], 'row');
  });

  tests.table(
    'an empty RowMutations, one with an empty Put, and one with two rows are refused (N-38, N-39)',
    async ({ table }) => {
      await assertRejects(table.mutateRow(new RowMutations('r')), 'empty', 'INVALID_ARGUMENT');
      const error = await assertRejects(
        table.mutateRow(new RowMutations('r').add(new Put('r'))),
        'empty put',
        'INVALID_ARGUMENT',
      );
      assert(error.message.includes('No columns to insert for #1 item'), error.message);
      const twoRows = { row: 'r', mutations: [new Delete('s')] };
      const other = await assertRejects(table.mutateRow(twoRows), 'other row', 'WRONG_ROW_IO');
      assertEqual(other.hbaseName, 'WrongRowIOException', 'class');
    },
  );
}
