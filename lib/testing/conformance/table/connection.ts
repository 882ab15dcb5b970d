import { decodeText } from '../../../bytes/text.js';
import type { ConnectionEvents } from '../../../client/connection-events.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowTexts, type TableTests, values } from './table-tests.js';

export function connectionTests(tests: TableTests): void {
  tests.table('a commit is reported with its table and rows', async ({ connection, table, name }) => {
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

  tests.table('verify finds no problem in a sound database, and reports its progress', async (test) => {
    const { connection, table, name } = test;
    await putRows(table, ['a', 'b']);
    await connection.getAdmin().flush(name);
    const units: string[] = [];
    const report = await connection.verify({ onProgress: ({ unit }) => units.push(unit) });
    assertEqual(
      report.files.filter(({ problems }) => problems.length > 0),
      [],
      'problems',
    );
    assertEqual(report.ok, true, 'ok');
    assert(
      report.files.some(({ kind }) => kind === 'store file'),
      'store files',
    );
    assertEqual([...new Set(units)], ['bytes'], 'progress');
  });

  tests.table('repair finds nothing to repair in a sound database, and reports its progress', async (test) => {
    const { connection, table, name } = test;
    await putRows(table, ['a', 'b']);
    await connection.getAdmin().flush(name);
    const units: string[] = [];
    const { repaired, lost } = await connection.repair({ release: true, onProgress: ({ unit }) => units.push(unit) });
    assertEqual([repaired, lost], [[], []], 'report');
    assertEqual([...new Set(units)], ['bytes'], 'progress');
    assertEqual((await connection.status()).storeFiles.quarantined, { count: 0, bytes: 0 }, 'quarantined');
  });

  tests.table('a removed listener is not called', async ({ connection, table }) => {
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

  tests.connection('each schema change fires an event before its call resolves', async (connection, name) => {
    const told: string[] = [];
    const listen = ({ table, change }: ConnectionEvents['schema']) => {
      if (table.startsWith(name)) told.push(table === name ? change : `${change} of the copy`);
    };
    connection.addEventListener('schema', listen);
    const admin = connection.getAdmin();
    const steps: readonly (readonly [call: () => Promise<unknown>, change: string | null])[] = [
      [() => admin.createTable({ name, families: ['f'] }), 'create'],
      [() => admin.createTable({ name, families: ['f'] }).catch(() => undefined), null],
      [() => connection.ensureTable({ name, families: ['f'] }), null],
      [() => connection.ensureTable({ name, families: ['f', 'g'] }), 'alter'],
      [() => admin.modifyTable({ name, families: ['f', 'g'], readOnly: true }), 'alter'],
      [() => admin.addColumnFamily(name, 'h'), 'alter'],
      [() => admin.modifyColumnFamily(name, { name: 'h', maxVersions: 3 }), 'alter'],
      [() => admin.deleteColumnFamily(name, 'h'), 'alter'],
      [() => admin.cloneTableSchema(name, `${name}.copy`), 'create of the copy'],
      [() => admin.disableTable(name), 'disable'],
      [() => admin.enableTable(name), 'enable'],
      [() => admin.disableTable(name), 'disable'],
      [() => admin.truncateTable(name), 'truncate'],
      [() => admin.disableTable(name), 'disable'],
      [() => admin.deleteTable(name), 'delete'],
      [() => admin.disableTable(`${name}.copy`), 'disable of the copy'],
      [() => admin.deleteTable(`${name}.copy`), 'delete of the copy'],
      [() => connection.ensureTable({ name, families: ['f'] }), 'create'],
    ];
    for (const [call, change] of steps) {
      told.length = 0;
      await call();
      assertEqual(told, change === null ? [] : [change], String(call));
    }
    connection.removeEventListener('schema', listen);
    await admin.disableTable(name);
    await admin.deleteTable(name);
  });

  tests.connection('attributes without effect are kept, and a warning names them', async (connection, name) => {
    const told: (readonly string[])[] = [];
    const listen = ({ table, attributes }: ConnectionEvents['warning']) => {
      if (table === name) told.push(attributes);
    };
    connection.addEventListener('warning', listen);
    const admin = connection.getAdmin();
    const metadata = { REPLICATION_SCOPE: '1', IS_MOB: 'true', DFS_REPLICATION: '2' };
    const others = { STORAGE_POLICY: 'HOT', IN_MEMORY_COMPACTION: 'BASIC' };
    const families = [
      { name: 'f', metadata },
      { name: 'g', metadata: { ...others, IS_MOB: 'true' } },
    ];
    await admin.createTable({ name, families, metadata: { REGION_REPLICATION: '3' } }, ['m']);
    const all = ['DFS_REPLICATION', 'IN_MEMORY_COMPACTION', 'IS_MOB', 'REGION_REPLICATION', 'REPLICATION_SCOPE'];
    assertEqual(told.splice(0), [[...all, 'SPLITS', 'STORAGE_POLICY']], 'create');
    const stored = await admin.getDescriptor(name);
    assertEqual([stored.families[0]?.metadata, stored.metadata], [metadata, { REGION_REPLICATION: '3' }], 'kept');
    await connection.ensureTable({ name, families: ['f'] });
    await admin.addColumnFamily(name, 'h');
    await admin.modifyTable({ name, families: [{ name: 'f', metadata: { IS_MOB: 'TRUE' } }] });
    assertEqual(told.splice(0), [[...all, 'STORAGE_POLICY'], [...all, 'STORAGE_POLICY'], ['IS_MOB']], 'later');
    const off = { REPLICATION_SCOPE: '0', IS_MOB: 'false', DFS_REPLICATION: '0', IN_MEMORY_COMPACTION: 'NONE' };
    await admin.modifyTable({ name, families: [{ name: 'f', metadata: off }], metadata: { REGION_REPLICATION: '1' } });
    assertEqual(told, [], 'nothing that asks for something');
    connection.removeEventListener('warning', listen);
    await admin.disableTable(name);
    await admin.deleteTable(name);
  });

  for (const attribute of ['ENCRYPTION', 'ENCRYPTION_KEY']) {
    tests.table(`${attribute} is refused, whichever call contains it`, async ({ connection, name }) => {
      const admin = connection.getAdmin();
      const families = [{ name: 'f', metadata: { [attribute]: 'AES' } }];
      const calls = [
        () => admin.createTable({ name: `${name}.new`, families }),
        () => connection.ensureTable({ name: `${name}.new`, families }),
        () => connection.ensureTable({ name, families }, { alter: true }),
        () => admin.modifyTable({ name, families }),
        () => admin.modifyColumnFamily(name, families[0] as (typeof families)[0]),
        () => admin.addColumnFamily(name, { name: 'h', metadata: { [attribute]: 'AES' } }),
      ];
      for (const call of calls) {
        const { message } = await assertRejects(call(), String(call), 'INVALID_OPERATION');
        assert(message.includes(attribute) && message.includes('encrypt values before'), message);
      }
      assert(!(await admin.tableExists(`${name}.new`)), 'nothing was created');
      const { families: stored } = await admin.getDescriptor(name);
      assertEqual(
        stored.map(({ metadata }) => metadata),
        [{}, {}],
        'nothing was altered',
      );
    });
  }

  tests.table('the status contains the number of tables, and limits', async ({ connection }) => {
    const status = await connection.status();
    assertEqual(status.name, connection.name, 'name');
    assert(status.tables >= 1 && status.state === 'open', 'tables and state');
    assert(status.memory.memstore.limit > 0 && status.memory.log.limit > 0, 'limits');
  });

  tests.table(
    'calls run in the order in which they were made, including schema changes',
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

  tests.table('close waits for pending calls and refuses later ones', async ({ connection, table }) => {
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
