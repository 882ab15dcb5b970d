import type { Result } from '../../../client/answers/result.js';
import type { Table } from '../../../client/table.js';
import { Delete } from '../../../model/delete.js';
import { Get } from '../../../model/get.js';
import { Put } from '../../../model/put.js';
import { Scan } from '../../../model/scan.js';
import { assert, assertEqual } from '../assert.js';
import { putRows, rowText, rowTexts, type TableTests, values } from './table-tests.js';

const ROWS = ['a', 'b', 'c', 'd'];
const WIDE = { f: { a: '1', b: '2', c: '3' }, g: { a: '4', b: '5' } };
const CELLS = ['f:a=1', 'f:b=2', 'f:c=3', 'g:a=4', 'g:b=5'];

/** Rows with five cells. */
async function fill(table: Table): Promise<void> {
  await table.put(ROWS.map((row) => ({ row, cells: WIDE })));
}

/** The cells of each row, joined again. Fails if a piece does not report that more may follow. */
function joined(results: readonly Result[]): [string, string[]][] {
  const rows: [string, string[]][] = [];
  for (const [index, result] of results.entries()) {
    const last = rows.at(-1);
    if (last?.[0] === rowText(result)) {
      assert(results[index - 1]?.mayHaveMoreCellsInRow() === true, 'a piece says that more may follow');
      last[1].push(...values(result));
    } else {
      rows.push([rowText(result), values(result)]);
    }
  }
  return rows;
}

export function scanOptionTests(tests: TableTests): void {
  tests.data('a batch cuts rows into Results with a limited number of cells (R-71)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const batch of [1, 2, 3, 4]) {
      const results = await table.getScanner({ batch }).toArray();
      assertEqual(results.length, ROWS.length * Math.ceil(5 / batch), `results of ${batch}`);
      assert(
        results.every(({ size }) => size <= batch),
        `cells of ${batch}`,
      );
      assertEqual(
        joined(results),
        ROWS.map((row) => [row, CELLS]),
        `rows of ${batch}`,
      );
    }
    for (const batch of [0, -1, 5, 99]) {
      const results = await table.getScanner({ batch }).toArray();
      assertEqual(results.map(values), [CELLS, CELLS, CELLS, CELLS], `batch ${batch}`);
      assert(!results.some((result) => result.mayHaveMoreCellsInRow()), `no piece of ${batch}`);
    }
    const reversed = await table.getScanner({ batch: 2, reversed: true, limit: 1 }).toArray();
    assertEqual(reversed.map(values), [CELLS.slice(0, 2), CELLS.slice(2, 4), CELLS.slice(4)], 'reversed');
  });

  tests.data('a limit counts a row once, even if it is cut into several Results (R-74)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const limit of [1, 2, 3, 4, 5]) {
      for (const caching of [-1, 1, 2]) {
        const results = await table.getScanner({ batch: 2, limit, caching }).toArray();
        const expected = ROWS.slice(0, limit).map((row) => [row, CELLS]);
        assertEqual(joined(results), expected, `limit ${limit}, caching ${caching}`);
      }
    }
    assertEqual(await rowTexts(table.getScanner(new Scan().setOneRowLimit())), ['a'], 'one row (R-75)');
  });

  tests.data('the limit and offset apply to each row and family (R-70, R-73)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    const read = async (limit: number, offset: number) =>
      values(await table.get(new Get('b').setMaxResultsPerColumnFamily(limit).setRowOffsetPerColumnFamily(offset)));
    assertEqual(await read(2, 0), ['f:a=1', 'f:b=2', 'g:a=4', 'g:b=5'], 'limit');
    assertEqual(await read(-1, 2), ['f:c=3'], 'offset');
    assertEqual(await read(1, 1), ['f:b=2', 'g:b=5'], 'both');
    assertEqual(await read(0, 0), ['f:a=1', 'g:a=4'], 'a limit of 0 counts as 1');
    assertEqual(await read(-7, 9), [], 'behind the end');
    const scan = { maxResultsPerColumnFamily: 2, rowOffsetPerColumnFamily: 1, batch: 2 };
    assertEqual(
      joined(await table.getScanner(scan).toArray()),
      ROWS.map((row) => [row, ['f:b=2', 'f:c=3', 'g:b=5']]),
      'scan, cut afterwards',
    );
    assertEqual(await rowTexts(table.getScanner({ rowOffsetPerColumnFamily: 3 })), [], 'rows without a cell');
  });

  tests.data('the size of a transfer does not affect the Results (R-76)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    for (const maxResultSize of [1, 50, 100_000, 0, -1]) {
      const results = await table.getScanner({ maxResultSize }).toArray();
      assertEqual(results.map(values), [CELLS, CELLS, CELLS, CELLS], `size ${maxResultSize}`);
    }
  });

  tests.data('rows may be returned in pieces if this is allowed (R-77)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    const scan = new Scan().setAllowPartialResults(true);
    const parts = await table.getScanner(scan.setMaxResultSize(1)).toArray();
    assert(parts.length > ROWS.length, 'parts');
    assertEqual(
      joined(parts),
      ROWS.map((row) => [row, CELLS]),
      'rows',
    );
    const whole = await table.getScanner(scan.setMaxResultSize(100_000)).toArray();
    assertEqual(whole.map(values), [CELLS, CELLS, CELLS, CELLS], 'short rows');
    const limited = await table.getScanner(scan.setMaxResultSize(1).setLimit(2)).toArray();
    assertEqual(
      joined(limited),
      [
        ['a', CELLS],
        ['b', CELLS],
      ],
      'limit',
    );
  });

  tests.data('cursors do not affect the rows (R-78)', async ({ table, settle }) => {
    await fill(table);
    await table.delete(ROWS.slice(0, 3).map((row) => ({ row })));
    await settle();
    const results = await table.getScanner({ needCursorResult: true, caching: 1 }).toArray();
    assertEqual(results.filter((result) => !result.isCursor()).map(rowText), ['d'], 'rows');
    assert(
      results.every((result) => result.isCursor() === (result.getCursor() !== null)),
      'cursors',
    );
  });

  tests.data('a get of existence returns no cell (R-7, R-104)', async ({ table, settle }) => {
    await fill(table);
    await settle();
    const check = (row: string, ...columns: string[]) => new Get({ row, columns }).setCheckExistenceOnly(true);
    const found = await table.get(check('a'));
    assertEqual([found.getExists(), found.isEmpty, found.row], [true, true, null], 'there');
    assertEqual((await table.get(check('x'))).getExists(), false, 'not there');
    const list = await table.get([check('a', 'f:x'), 'b', check('b', 'g')]);
    assertEqual(
      list.map((result) => [result.getExists(), result.size]),
      [
        [false, 0],
        [null, 5],
        [true, 0],
      ],
      'list',
    );
    assertEqual(await table.exists([check('a'), check('x')]), [true, false], 'exists');
    assertEqual(await table.exists(new Get('a').setRowOffsetPerColumnFamily(3)), false, 'behind the offset');
  });

  tests.table('both isolation levels read committed data (R-90)', async ({ table }) => {
    await fill(table);
    for (const isolationLevel of ['READ_COMMITTED', 'READ_UNCOMMITTED'] as const) {
      assertEqual(await rowTexts(table.getScanner({ isolationLevel })), ROWS, isolationLevel);
    }
  });

  tests.table('a scan that requires a single snapshot has one (A-33)', async ({ table, connection, name }) => {
    await putRows(table, ROWS);
    const scanner = table.getScanner({ snapshotRequired: true, caching: 1 });
    await scanner.next();
    await table.put({ row: 'e', cells: { f: { q: 'late' } } });
    await connection.getAdmin().flush(name);
    assertEqual(await scanner.renewLease(), true, 'lease');
    assertEqual(await rowTexts(scanner), ROWS.slice(1), 'rows');
    assertEqual(scanner.snapshot, 'held', 'snapshot');
  });

  tests.table('a lease is renewed between the first row and the last (R-105)', async ({ table }) => {
    await putRows(table, ROWS);
    const scanner = table.getScanner({ caching: 1 });
    assertEqual(await scanner.renewLease(), false, 'before');
    await scanner.next();
    assertEqual(await scanner.renewLease(), true, 'between');
    await scanner.next(99);
    assertEqual(await scanner.renewLease(), false, 'behind');
  });

  tests.data(
    'a raw scan of a family with NEW_VERSION_BEHAVIOR shows everything (R-54)',
    async ({ table, settle }) => {
      await table.put(new Put('r').addColumn('n', 'q', 5, 'masked'));
      await table.delete(new Delete('r').addColumns('n', 'q', 5));
      await table.put(new Put('r').addColumn('n', 'q', 5, 'after'));
      await settle();
      assertEqual(values(await table.get('r')), ['n:q=after'], 'visible');
      const [row] = await table.getScanner(new Scan().setRaw(true).readAllVersions()).toArray();
      assertEqual(
        row?.cells.map(({ type }) => type),
        ['DeleteColumn', 'Put'],
        'raw',
      );
    },
    [{ name: 'n', newVersionBehavior: true }],
  );
}
