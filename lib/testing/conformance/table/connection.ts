import { decodeText } from '../../../bytes/text.js';
import type { ConnectionEvents } from '../../../client/connection.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowTexts, type TableTests, values } from './table-tests.js';

export function connectionTests(tests: TableTests): void {
  tests.table('a commit is told with its table and rows', async ({ connection, table, name }) => {
    const told: ConnectionEvents['commit'][] = [];
    let heard: () => void = () => undefined;
    const last = new Promise<void>((resolve) => {
      heard = resolve;
    });
    connection.addEventListener('commit', (event) => {
      if (event.table !== name) return;
      told.push(event);
      if (decodeText(event.lastRow) === 'end') heard();
    });
    await putRows(table, ['m', 'c', 'x']);
    await table.put({ row: 'end', cells: { f: { q: 'v' } } });
    await last;
    const first = told.map(({ firstRow, lastRow }) => `${decodeText(firstRow)}…${decodeText(lastRow)}`);
    assertEqual(first, ['c…x', 'end…end'], 'rows');
  });

  tests.table('a listener that was removed is told nothing', async ({ connection, table }) => {
    let count = 0;
    const listener = () => {
      count++;
    };
    connection.addEventListener('commit', listener);
    connection.removeEventListener('commit', listener);
    await putRows(table, ['a']);
    await connection.status();
    assertEqual(count, 0, 'events');
  });

  tests.table('the status counts tables and names limits', async ({ connection }) => {
    const status = await connection.status();
    assertEqual(status.name, connection.name, 'name');
    assert(status.tables >= 1 && status.state === 'open', 'tables and state');
    assert(status.memory.memstore.limit > 0 && status.memory.log.limit > 0, 'limits');
  });

  tests.table(
    'calls run in the order they were made, changes of the schema among them',
    async ({ connection, table, name }) => {
      const admin = connection.getAdmin();
      const calls = [
        table.put({ row: 'r', cells: { f: { q: 'v' } } }),
        admin.disableTable(name),
        table.get('r'),
        admin.enableTable(name),
        table.get('r'),
      ] as const;
      const outcomes = await Promise.allSettled(calls);
      assertEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
        'outcomes',
      );
      assertEqual(values(await calls[4]), ['f:q=v'], 'row');
    },
  );

  tests.table('close waits for calls under way and refuses later ones', async ({ connection, table }) => {
    const put = table.put({ row: 'r', cells: { f: { q: 'v' } } });
    const scan = rowTexts(table.getScanner());
    const closing = connection.close();
    await assertRejects(table.get('r'), 'get', 'CONNECTION_CLOSED');
    await assertRejects(connection.getAdmin().listTableNames(), 'list', 'CONNECTION_CLOSED');
    await put;
    await scan.catch(() => undefined);
    await closing;
    await connection.close();
    await assertRejects(table.put({ row: 'r', cells: { f: { q: 'v' } } }), 'put', 'CONNECTION_CLOSED');
    await assertRejects(table.getScanner().next(), 'scan', 'CONNECTION_CLOSED');
  });
}
