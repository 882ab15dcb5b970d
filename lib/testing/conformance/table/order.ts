import type { Result } from '../../../client/answers/result.js';
import { Delete } from '../../../model/delete.js';
import { Increment } from '../../../model/increment.js';
import { assertEqual } from '../assert.js';
import { rowTexts, type TableTests } from './table-tests.js';

/** The order of calls that are not awaited, as the docstring of Table defines it. */
export function orderTests(tests: TableTests): void {
  const value = (text: string) => ({ row: 'a', cells: { f: { q: text } } });

  tests.data('a call sees the writes of earlier calls, and none of later ones', async ({ table, settle }) => {
    await table.put(value('0'));
    await settle();
    const read = async () => (await table.get('a')).getText('f', 'q');
    const scanned = async () => (await table.getScanner().toArray()).map((row) => row.getText('f', 'q')).join();
    const listed = async () => (await table.get(['a', 'b'])).map((row) => row.getText('f', 'q') ?? 'none').join();
    const batched = async () => {
      const [result] = await table.batch([{ kind: 'Get', row: 'a' }, new Increment('n').addColumn('g', 'n', 1)]);
      return (result as Result).getText('f', 'q');
    };
    const calls = [
      read(),
      table.put(value('1')),
      read(),
      scanned(),
      table.put([value('2'), { row: 'b', cells: { f: { q: 'B' } } }]),
      scanned(),
      listed(),
      batched(),
      table.delete(new Delete('a').addFamily('f')),
      listed(),
      table.put(value('3')),
      read(),
    ];
    assertEqual(
      (await Promise.all(calls)).filter((answer) => answer !== undefined),
      ['0', '1', '1', '2,B', '2,B', '2', 'none,B', '3'],
      'answers',
    );
  });

  tests.data('the calls of all tables of a connection start in one order', async ({ table, connection, settle }) => {
    await settle();
    const again = connection.getTable(table.getName());
    const values = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? table : again).incrementColumnValue('a', 'f', 'n', 1)),
    );
    assertEqual(
      values.map(Number),
      values.map((_, index) => index + 1),
      'values',
    );
  });

  tests.table('a call starts after a schema change that was called before it', async ({ connection, name }) => {
    const created = connection.getAdmin().createTable({ name: `${name}-later`, families: ['f'] });
    const table = connection.getTable(`${name}-later`);
    const written = table.put(value('1'));
    const read = table.get('a');
    await Promise.all([created, written]);
    assertEqual((await read).getText('f', 'q'), '1', 'value');
  });

  tests.data('a scanner starts with its first read, not with getScanner', async ({ table, settle }) => {
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    await settle();
    const scanner = table.getScanner();
    const before = table.put({ row: 'b', cells: { f: { q: '1' } } });
    const first = scanner.next();
    const after = table.put({ row: 'c', cells: { f: { q: '1' } } });
    await Promise.all([before, first, after]);
    assertEqual(await rowTexts(scanner), ['b'], 'rows behind the first');
  });

  tests.data('a long answer may arrive after a later one, and still shows the earlier state', async (test) => {
    const { table, settle } = test;
    const rows = Array.from({ length: 40 }, (_, index) => `r${String(index).padStart(2, '0')}`);
    await table.put(rows.map((row) => ({ row, cells: { f: { q: 'x'.repeat(2_000) } } })));
    await settle();
    const order: string[] = [];
    const long = table.getScanner({ limit: 40 }).toArray();
    const written = table.delete(rows.slice(1).map((row) => ({ row })));
    const short = table.getScanner({ limit: 40 }).toArray();
    void long.then(() => order.push('long'));
    void short.then(() => order.push('short'));
    await Promise.all([long, written, short]);
    assertEqual([(await long).length, (await short).length], [40, 1], 'rows');
    assertEqual(order, ['short', 'long'], 'order of the answers');
  });
}
