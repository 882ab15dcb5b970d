import type { Table } from '../../../client/table.js';
import { Delete } from '../../../model/delete.js';
import { Put } from '../../../model/put.js';
import { assertEqual, assertRejects } from '../assert.js';
import { rowTexts, type TableTests, values, versions } from './table-tests.js';

/** Cells of both families with timestamp 5. */
async function fill(table: Table, row = 'r', timestamp = 5): Promise<void> {
  await table.put({ row, timestamp, cells: { f: { '': '0', a: '1', b: '2' }, g: { a: '3' } } });
}

export function deleteTests(tests: TableTests): void {
  tests.data('a delete of a row hides the whole row and nothing else (W-20)', async ({ table, settle }) => {
    for (const row of ['q', 'r', 'rr']) await fill(table, row);
    await settle();
    await table.delete(new Delete('r'));
    await settle();
    assertEqual((await table.get('r')).isEmpty, true, 'deleted');
    assertEqual(await rowTexts(table.getScanner()), ['q', 'rr'], 'others');
  });

  tests.data(
    'a delete of a family hides its columns, including the empty one, and no other family (R-26)',
    async ({ table, settle }) => {
      await fill(table);
      await settle();
      await table.delete(new Delete('r').addFamily('f'));
      await settle();
      assertEqual(values(await table.get('r')), ['g:a=3'], 'row');
      assertEqual(values(await table.get({ row: 'r', columns: ['f:', 'f:a'] })), [], 'columns');
    },
  );

  tests.data('a delete of columns hides only these columns (R-24)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    await table.delete(new Delete('r').addColumns('f', 'a').addColumns('g', 'x'));
    await settle();
    assertEqual(values(await table.get('r')), ['f:=0', 'f:b=2', 'g:a=3'], 'row');
    await table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'f' }] });
    await settle();
    assertEqual(values(await table.get('r')), ['f:b=2', 'g:a=3'], 'empty qualifier');
  });

  for (const [kind, make] of [
    ['row', (timestamp: number) => new Delete('r', timestamp)],
    ['family', (timestamp: number) => new Delete('r').addFamily('f', timestamp)],
    ['columns', (timestamp: number) => new Delete('r').addColumns('f', 'q', timestamp)],
  ] as const) {
    tests.data(`a ${kind} marker hides versions up to its timestamp (R-24)`, async ({ table, settle }) => {
      await table.put(new Put('r').addColumn('f', 'q', 7, 'v7'));
      await settle();
      await table.delete(make(6));
      await settle();
      assertEqual(versions(await table.get('r')), ['f:q@7=v7'], 'newer than the marker');
      await table.delete(make(7));
      await settle();
      assertEqual((await table.get('r')).isEmpty, true, 'as old as the marker');
    });

    tests.data(
      `a ${kind} marker hides later writes with older timestamps, in any order (R-24, O-4)`,
      async ({ table, settle }) => {
        await table.delete(make(10));
        await settle();
        for (const timestamp of [9, 10]) {
          await table.put(new Put('r', timestamp).addColumn('f', 'q', `v${timestamp}`));
          await settle();
          assertEqual((await table.get('r')).isEmpty, true, `put at ${timestamp}`);
        }
        await table.put(new Put('r', 11).addColumn('f', 'q', 'v11'));
        await settle();
        assertEqual(versions(await table.get('r')), ['f:q@11=v11'], 'put above the marker');
      },
    );
  }

  tests.data('the larger of two markers counts (R-23)', async ({ table, settle }) => {
    await table.put(new Put('r').addColumn('f', 'q', 8, 'v'));
    await table.delete(new Delete('r').addColumns('f', 'q', 9));
    await settle();
    await table.delete(new Delete('r').addColumns('f', 'q', 3));
    await settle();
    assertEqual((await table.get('r')).isEmpty, true, 'row');
  });

  tests.data('the timestamp of a delete applies to markers without a timestamp (W-21)', async ({ table, settle }) => {
    await fill(table, 'r', 5);
    await table.delete(new Delete('r', 4).addFamily('f').addColumns('g', 'a', 5));
    await settle();
    assertEqual(values(await table.get('r')), ['f:=0', 'f:a=1', 'f:b=2'], 'row');
    await table.delete({ row: 'r', timestamp: 5, markers: [{ kind: 'family', family: 'f' }] });
    await settle();
    assertEqual((await table.get('r')).isEmpty, true, 'row');
  });

  tests.data('a put after a delete is visible, even within one millisecond (W-3, A-10)', async ({ table, settle }) => {
    for (let index = 0; index < 10; index++) {
      await table.put({ row: 'r', cells: { f: { q: `v${index}` } } });
      assertEqual((await table.get('r')).getText('f', 'q'), `v${index}`, 'put');
      await table.delete({ row: 'r' });
      assertEqual((await table.get('r')).isEmpty, true, 'deleted');
    }
    await Promise.all([table.delete({ row: 'r' }), table.put({ row: 'r', cells: { f: { q: 'last' } } })]);
    await settle();
    assertEqual(values(await table.get('r')), ['f:q=last'], 'row');
  });

  tests.data('a delete of a missing row succeeds (W-25)', async ({ table, settle }) => {
    await table.delete(new Delete('nothing'));
    await table.delete(new Delete('nothing').addFamily('f').addColumns('g', 'q', 5));
    await settle();
    assertEqual((await table.get('nothing')).isEmpty, true, 'row');
  });

  tests.data('a delete may be in the future, and then hides later writes (W-25)', async ({ table, settle }) => {
    await table.delete(new Delete('r', 2 ** 50));
    await table.put(new Put('r', 2 ** 50).addColumn('f', 'q', 'v'));
    await settle();
    assertEqual((await table.get('r')).isEmpty, true, 'row');
  });

  tests.data(
    'a delete of the newest version shows no older one, because the family keeps one version',
    async ({ table, settle }) => {
      for (const timestamp of [5, 6]) await table.put(new Put('r', timestamp).addColumn('f', 'q', `v${timestamp}`));
      await table.delete(new Delete('r').addColumns('f', 'q', 6));
      await settle();
      assertEqual((await table.get('r')).isEmpty, true, 'row');
    },
  );

  tests.data('markers for many columns of a row do not affect the others', async ({ table, settle }) => {
    const names = Array.from({ length: 300 }, (_, index) => `c${String(index).padStart(3, '0')}`);
    await table.put({ row: 'r', cells: { f: Object.fromEntries(names.map((name) => [name, name])) } });
    await settle();
    const remove = new Delete('r');
    for (const [index, name] of names.entries()) if (index % 3 !== 0) remove.addColumns('f', name);
    await table.delete(remove);
    await settle();
    const left = names.filter((_, index) => index % 3 === 0);
    assertEqual(
      values(await table.get('r')),
      left.map((name) => `f:${name}=${name}`),
      'row',
    );
  });

  tests.table('a delete in an unknown family changes nothing (W-8)', async ({ table }) => {
    await fill(table);
    const remove = new Delete('r').addFamily('f').addFamily('x');
    await assertRejects(table.delete(remove), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    assertEqual(values(await table.get('r')), ['f:=0', 'f:a=1', 'f:b=2', 'g:a=3'], 'row');
  });
}
