import type { Progress } from '../../../client/calls/call-options.js';
import { assertEqual, assertRejects } from '../assert.js';
import { type TableTests, versions } from './table-tests.js';

/** Compactions that are requested. */
export function compactionTests(tests: TableTests): void {
  tests.connection(
    'majorCompact removes deleted cells and their markers before it resolves (S-52)',
    async (connection, name) => {
      const admin = connection.getAdmin();
      const table = await connection.ensureTable({ name, families: [{ name: 'f', maxVersions: 3 }] });
      for (const timestamp of [1, 2, 3]) {
        await table.put({ row: 'r', timestamp, cells: { f: { q: 'v' } } });
        await admin.flush(name);
      }
      await table.delete({ row: 'r', markers: [{ kind: 'columns', family: 'f', qualifier: 'q', timestamp: 2 }] });
      await table.put({ row: 'r', timestamp: 1, cells: { f: { q: 'masked' } } });
      const told: Progress[] = [];
      await admin.majorCompact(name, 'f', { onProgress: (progress) => told.push(progress) });
      assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), ['f:q@3=v'], 'left');
      const last = told.at(-1);
      assertEqual([last?.unit, last?.done], ['cells', last?.total], 'progress');
      // The marker no longer exists, so later writes are visible.
      await table.put({ row: 'r', timestamp: 1, cells: { f: { q: 'later' } } });
      assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), ['f:q@3=v', 'f:q@1=later'], 'later');
      assertEqual((await admin.getLastMajorCompactionTimestamp(name)) > 0, true, 'its time');
    },
  );

  tests.data('compact does not change what can be read here', async ({ connection, name, table, settle }) => {
    const admin = connection.getAdmin();
    for (const value of ['1', '2', '3', '4']) {
      await table.put({ row: value, cells: { f: { q: value } } });
      await settle();
    }
    await admin.compact(name);
    const rows = await table.getScanner({}).toArray();
    assertEqual(
      rows.map((row) => row.getText('f', 'q')),
      ['1', '2', '3', '4'],
      'rows',
    );
    assertEqual(await admin.getCompactionState(name), 'NONE', 'state');
  });

  tests.table('compact and majorCompact report invalid arguments (S-51, S-53)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    await assertRejects(admin.compact(`${name}x`), 'table', 'TABLE_NOT_FOUND');
    await assertRejects(admin.majorCompact(name, 'x'), 'family', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(admin.getCompactionState(`${name}x`), 'state', 'TABLE_NOT_FOUND');
    await admin.disableTable(name);
    await admin.compact(name);
    await admin.majorCompact(name);
  });

  tests.table('compactions can be switched off', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    assertEqual(await admin.compactionSwitch(false), true, 'before');
    try {
      await admin.compact(name);
      await assertRejects(admin.majorCompact(name), 'majorCompact', 'INVALID_OPERATION');
      assertEqual((await connection.status()).compactions.enabled, false, 'status');
    } finally {
      assertEqual(await admin.compactionSwitch(true), false, 'off');
    }
  });
}
