import type { FailureCause } from '../../../client/calls/batch-failed.js';
import type { BigtabError } from '../../../errors.js';
import { Delete } from '../../../model/delete.js';
import { Get } from '../../../model/get.js';
import { Put } from '../../../model/put.js';
import { assertEqual, assertRejects } from '../assert.js';
import { putRows, rowText, rowTexts, type TableTests, values } from './table-tests.js';

/** `index row code` of each cause. */
function causes(error: Error): string[] {
  const list = (error as BigtabError).details.causes as readonly FailureCause[];
  return list.map(({ index, row, code }) => `${index} ${row} ${code}`);
}

export function listTests(tests: TableTests): void {
  tests.data('a list of puts is applied in order (A-12)', async ({ table, settle }) => {
    await table.put([
      new Put('a', 5).addColumn('f', 'q', 'first'),
      new Put('b').addColumn('f', 'q', 'other'),
      { row: 'a', timestamp: 5, cells: { f: { q: 'second' } } },
    ]);
    await settle();
    assertEqual(values(await table.get('a')), ['f:q=second'], 'same row');
    assertEqual(values(await table.get('b')), ['f:q=other'], 'other row');
  });

  tests.data('a list of ten thousand puts is stored when it is acknowledged', async ({ table, settle }) => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `row-${String(index).padStart(6, '0')}`);
    let last = 0;
    await table.put(
      rows.map((row) => ({ row, cells: { f: { q: `the value of ${row}`.repeat(8) } } })),
      { onProgress: ({ done }) => (last = done) },
    );
    await settle();
    assertEqual(last, 10_000, 'progress');
    let count = 0;
    for await (const row of table.getScanner()) assertEqual(rowText(row), rows[count++], 'row');
    assertEqual(count, 10_000, 'rows');
  });

  tests.data('the other elements of a list are applied if one fails (W-66, W-70)', async ({ table, settle }) => {
    const list = [
      new Put('a').addColumn('f', 'q', '1'),
      new Put('b').addColumn('x', 'q', '2'),
      new Put('c').addColumn('g', 'q', '3'),
      new Put('d').addColumn('f', 'q', '4').addColumn('y', 'q', '4'),
    ];
    const error = await assertRejects(table.put(list), 'put', 'BATCH_FAILED');
    assertEqual(error.hbaseName, 'RetriesExhaustedWithDetailsException', 'class');
    assertEqual(causes(error), ['1 b NO_SUCH_COLUMN_FAMILY', '3 d NO_SUCH_COLUMN_FAMILY'], 'causes');
    await settle();
    assertEqual(await rowTexts(table.getScanner()), ['a', 'c'], 'rows');
  });

  tests.data('a list of deletes is applied in order and not changed (W-27, A-11)', async ({ table, settle }) => {
    await putRows(table, ['a', 'b', 'c', 'd']);
    await settle();
    const list = [new Delete('a'), { row: 'c' }, new Delete('nothing')];
    await table.delete(list);
    assertEqual(list.length, 3, 'list');
    await settle();
    assertEqual(await rowTexts(table.getScanner()), ['b', 'd'], 'rows');
    const error = await assertRejects(
      table.delete([new Delete('b'), new Delete('d').addFamily('x')]),
      'delete',
      'BATCH_FAILED',
    );
    assertEqual(causes(error), ['1 d NO_SUCH_COLUMN_FAMILY'], 'causes');
    await settle();
    assertEqual(await rowTexts(table.getScanner()), ['d'], 'rows');
  });

  tests.data(
    'a list of gets returns Results in order, with an empty Result for a missing row (W-67)',
    async ({ table, settle }) => {
      await putRows(table, ['a', 'b', 'c']);
      await settle();
      const results = await table.get([
        'c',
        new Get('x'),
        { row: 'a', columns: ['f:q'] },
        'c',
        { row: 'b', columns: ['g'] },
      ]);
      assertEqual(results.map(rowText), ['c', 'nothing', 'a', 'c', 'nothing'], 'rows');
      assertEqual(
        await table.exists(['c', new Get('x'), { row: 'b', columns: ['g'] }]),
        [true, false, false],
        'exists',
      );
      assertEqual([await table.get([]), await table.exists([])], [[], []], 'empty lists');
    },
  );

  tests.data('a list of gets with large answers is answered completely', async ({ table, settle }) => {
    const rows = Array.from({ length: 60 }, (_, index) => `r${String(index).padStart(2, '0')}`);
    for (const row of rows) await table.put({ row, cells: { f: { q: row.repeat(100_000) } } });
    await settle();
    const results = await table.get(rows);
    assertEqual(
      results.map((result) => result.getText('f', 'q')?.slice(0, 3)),
      rows,
      'rows',
    );
  });

  tests.table('a failing get makes its list fail, with its row and cause (W-70)', async ({ table }) => {
    await putRows(table, ['a', 'b']);
    const bad = { row: 'b', columns: ['x'] };
    assertEqual(
      causes(await assertRejects(table.get(['a', bad]), 'two gets', 'BATCH_FAILED')),
      ['1 b NO_SUCH_COLUMN_FAMILY'],
      'causes',
    );
    await assertRejects(table.get([bad]), 'a list of one', 'NO_SUCH_COLUMN_FAMILY');
    assertEqual(
      causes(await assertRejects(table.exists([bad, 'a']), 'exists', 'BATCH_FAILED')),
      ['0 b NO_SUCH_COLUMN_FAMILY'],
      'causes',
    );
  });

  tests.table(
    'a list on a missing or disabled table reports this as the cause for each element (W-7, A-38)',
    async ({ table, connection, name }) => {
      await connection.getAdmin().disableTable(name);
      const list = [new Put('a').addColumn('f', 'q', 'v'), new Put('b').addColumn('f', 'q', 'v')];
      const disabled = await assertRejects(table.put(list), 'disabled', 'BATCH_FAILED');
      assertEqual(causes(disabled), ['0 a TABLE_NOT_ENABLED', '1 b TABLE_NOT_ENABLED'], 'disabled');
      const missing = await assertRejects(connection.getTable(`${name}-missing`).put(list), 'missing', 'BATCH_FAILED');
      assertEqual(causes(missing), ['0 a TABLE_NOT_FOUND', '1 b TABLE_NOT_FOUND'], 'missing');
      assertEqual(
        causes(await assertRejects(table.get(['a', 'b']), 'gets', 'BATCH_FAILED')),
        ['0 a TABLE_NOT_ENABLED', '1 b TABLE_NOT_ENABLED'],
        'gets',
      );
    },
  );

  tests.table('a list with one malformed element is refused as a whole (W-67)', async ({ table }) => {
    await assertRejects(table.put([new Put('a').addColumn('f', 'q', 'v'), new Put('b')]), 'put', 'INVALID_ARGUMENT');
    await assertRejects(table.delete([{ row: 'a' }, { row: '' }]), 'delete', 'INVALID_ARGUMENT');
    await assertRejects(table.get(['a', '']), 'get', 'INVALID_ARGUMENT');
    assertEqual(await rowTexts(table.getScanner()), [], 'rows');
  });

  tests.data('elements of a list may differ in durability (W-61)', async ({ table, settle }) => {
    const durabilities = ['SKIP_WAL', 'SYNC_WAL', 'ASYNC_WAL', 'USE_DEFAULT', 'FSYNC_WAL', 'SKIP_WAL'] as const;
    await table.put(
      durabilities.map((durability, index) => ({ row: `r${index}`, durability, cells: { f: { q: durability } } })),
    );
    await settle();
    const rows = await table.getScanner().toArray();
    assertEqual(
      rows.map((row) => row.getText('f', 'q')),
      [...durabilities],
      'rows',
    );
  });
}
