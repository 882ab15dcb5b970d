import type { Connection } from '../../../client/connection.js';
import type { Table } from '../../../client/table.js';
import { Delete } from '../../../model/delete.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values } from './table-tests.js';

/**
 * The size of a cell in row `r`, family `f`, qualifier `q`, as the engine counts it: 24 bytes and these three (N-35).
 */
const BESIDE_VALUE = 27;
const SLOP = 'hbase.hregion.keyvalue.timestamp.slop.millisecs';
const FAR_AHEAD = 2 ** 52;

/** Limits of cells, rows and timestamps, which are settings of a table. */
export function sizeLimitTests(tests: TableTests): void {
  tests.connection('a cell may be as large as the table allows (N-35, N-37)', async (connection, name) => {
    const table = await tableWith(connection, name, { 'hbase.server.keyvalue.maxsize': String(BESIDE_VALUE + 20) });
    await table.put(new Put('r').addColumn('f', 'q', 'x'.repeat(20)));
    const large = new Put('r').addColumn('f', 'q', 'y'.repeat(21));
    const error = await assertRejects(table.put(large), 'put', 'INVALID_OPERATION');
    assertEqual(error.hbaseName, 'DoNotRetryIOException', 'class');
    await assertRejects(table.append({ row: 'r', values: { f: { q: 'z' } } }), 'append', 'INVALID_OPERATION');
    await assertRejects(table.put([new Put('a').addColumn('f', 'q', 'v'), large]), 'list', 'BATCH_FAILED');
    await assertRejects(table.delete(new Delete('r').addColumn('f', 'q'.repeat(30))), 'delete', 'INVALID_OPERATION');
    assertEqual([values(await table.get('r')), await table.exists('a')], [[`f:q=${'x'.repeat(20)}`], false], 'rows');
    const configuration = { 'hbase.server.keyvalue.maxsize': '0' };
    await connection.getAdmin().modifyTable({ name, families: ['f'], configuration });
    await table.put(large);
    assertEqual(values(await table.get('r')), [`f:q=${'y'.repeat(21)}`], 'without a limit');
  });

  tests.connection('a row may return as much as the table allows (N-36)', async (connection, name) => {
    const limit = 3 * (BESIDE_VALUE + 10);
    const table = await tableWith(connection, name, { 'hbase.table.max.rowsize': String(limit) }, ['f', 'g']);
    for (const family of ['f', 'g']) {
      for (const qualifier of ['a', 'b', 'c'])
        await table.put(new Put('r').addColumn(family, qualifier, 'v'.repeat(10)));
    }
    assertEqual((await table.get('r')).size, 6, 'cells of both families, each at its limit');
    await table.put(new Put('r').addColumn('g', 'd', ''));
    const error = await assertRejects(table.get('r'), 'get', 'ROW_TOO_BIG');
    assertEqual(error.hbaseName, 'RowTooBigException', 'class');
    await assertRejects(table.getScanner().toArray(), 'scan', 'ROW_TOO_BIG');
    assertEqual((await table.get({ row: 'r', columns: ['f'] })).size, 3, 'the other family');
    assertEqual((await table.get({ row: 'r', columns: [['g', 'd']] })).size, 1, 'one column');
    const pieces = await table.getScanner({ batch: 3 }).toArray();
    assertEqual(
      pieces.map(({ size }) => size),
      [3, 3, 1],
      'pieces are measured by themselves',
    );
  });

  tests.connection('the timestamp of a put may not be further ahead than the slop (N-57)', async (connection, name) => {
    const table = await tableWith(connection, name, { [SLOP]: '60000' });
    const ahead = new Put('r').addColumn('f', 'q', FAR_AHEAD, 'v');
    const error = await assertRejects(table.put(ahead), 'put', 'FAILED_SANITY_CHECK');
    assertEqual(error.hbaseName, 'FailedSanityCheckException', 'class');
    const both = new RowMutations('r').add(new Put('r').addColumn('f', 'a', 'v')).add(ahead);
    await assertRejects(table.mutateRow(both), 'mutateRow', 'FAILED_SANITY_CHECK');
    const list = [new Put('a').addColumn('f', 'q', 'v'), ahead, new Put('b').addColumn('f', 'q', 5, 'v')];
    await assertRejects(table.put(list), 'list', 'BATCH_FAILED');
    await table.delete(new Delete('r').addColumns('f', 'z', FAR_AHEAD));
    const rows = await table.getScanner().toArray();
    assertEqual(rows.flatMap(values), ['f:q=v', 'f:q=v'], 'what else was in the list');
  });
}

function tableWith(
  connection: Connection,
  name: string,
  configuration: Readonly<Record<string, string>>,
  families: readonly string[] = ['f'],
): Promise<Table> {
  return connection.ensureTable({ name, families, configuration }) as Promise<unknown> as Promise<Table>;
}
