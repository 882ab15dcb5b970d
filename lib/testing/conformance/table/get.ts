import type { Table } from '../../../client/table.js';
import { Get } from '../../../model/get.js';
import { assertEqual, assertRejects } from '../assert.js';
import { bytes, type TableTests, values } from './table-tests.js';

const CELLS = { f: { a: '1', b: '2', c: '3', '': '0' }, g: { a: '4', b: '5' } };

async function fill(table: Table): Promise<void> {
  await table.put({ row: 'r', cells: CELLS });
  await table.put({ row: 'only-f', cells: { f: { a: '1' } } });
}

export function getTests(tests: TableTests): void {
  tests.data('a get of a missing row returns an empty Result (R-5)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const row of ['q', 's', 'rr', 'only-', bytes(0), bytes(0xff)]) {
      const result = await table.get(row);
      assertEqual([result.isEmpty, result.row, result.cells], [true, null, []], String(row));
    }
  });

  tests.data('a get without families reads all of them (R-2)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    assertEqual(values(await table.get(new Get('r'))), ['f:=0', 'f:a=1', 'f:b=2', 'f:c=3', 'g:a=4', 'g:b=5'], 'cells');
  });

  tests.data('a get reads the families and columns it names, in cell order (R-3)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    assertEqual(values(await table.get(new Get('r').addFamily('g'))), ['g:a=4', 'g:b=5'], 'family');
    assertEqual(
      values(await table.get(new Get('r').addColumn('f', 'c').addColumn('f', 'a'))),
      ['f:a=1', 'f:c=3'],
      'columns',
    );
    assertEqual(values(await table.get({ row: 'r', columns: ['g:b', 'f:'] })), ['f:=0', 'g:b=5'], 'two families');
    assertEqual(values(await table.get({ row: 'r', columns: ['g', ['f', 'b']] })), ['f:b=2', 'g:a=4', 'g:b=5'], 'both');
  });

  tests.data('if a get names a family and its columns, the later call counts (R-3)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    assertEqual(
      values(await table.get(new Get('r').addColumn('g', 'a').addFamily('g'))),
      ['g:a=4', 'g:b=5'],
      'widened',
    );
    assertEqual(values(await table.get(new Get('r').addFamily('g').addColumn('g', 'b'))), ['g:b=5'], 'narrowed');
  });

  tests.data('the empty qualifier is a separate column (R-3, N-32)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    assertEqual(values(await table.get(new Get('r').addColumn('f', null))), ['f:=0'], 'empty qualifier');
    assertEqual(values(await table.get(new Get('r').addColumn('g', null))), [], 'none there');
  });

  tests.data('a get returns nothing if the row lacks the named columns (R-5)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const columns of [['g'], ['f:x'], ['f:', 'f:b'], ['g:a', 'f:aa']]) {
      assertEqual((await table.get({ row: 'only-f', columns })).isEmpty, true, columns.join());
    }
  });

  tests.data('a get finds each column of a wide row', async ({ table, settle }) => {
    const names = Array.from({ length: 3000 }, (_, index) => `c${String(index).padStart(5, '0')}`);
    await table.put({ row: 'wide', cells: { f: Object.fromEntries(names.map((name) => [name, name])) } });
    await settle();
    const all = await table.get('wide');
    assertEqual(all.size, 3000, 'cells');
    assertEqual([all.getText('f', 'c00000'), all.getText('f', 'c02999')], ['c00000', 'c02999'], 'ends');
    const some = names.filter((_, index) => index % 97 === 0);
    const result = await table.get({ row: 'wide', columns: some.map((name) => `f:${name}`) });
    assertEqual(
      values(result),
      some.map((name) => `f:${name}=${name}`),
      'some',
    );
  });

  tests.data('exists returns whether a get would find anything (R-7)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    assertEqual(await table.exists('r'), true, 'row');
    assertEqual(await table.exists('rr'), false, 'other row');
    assertEqual(await table.exists(new Get('only-f').addFamily('g')), false, 'other family');
    assertEqual(await table.exists({ row: 'only-f', columns: ['f:a'] }), true, 'column');
    await table.delete({ row: 'r' });
    await settle();
    assertEqual(await table.exists('r'), false, 'deleted row');
  });

  tests.table('a get of an unknown family is refused, even together with known ones (R-4)', async ({ table }) => {
    await fill(table);
    await assertRejects(table.get({ row: 'r', columns: ['x'] }), 'family', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.get({ row: 'r', columns: ['f', 'x:q'] }), 'column', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.get({ row: 'none', columns: ['x'] }), 'row that is not there', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.exists({ row: 'r', columns: ['x'] }), 'exists', 'NO_SUCH_COLUMN_FAMILY');
  });
}
