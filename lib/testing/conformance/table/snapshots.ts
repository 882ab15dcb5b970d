import type { Connection } from '../../../client/connection.js';
import { assertEqual, assertRejects } from '../assert.js';
import type { TableTests } from './table-tests.js';

/** Snapshots: the databases of two tests may be the same, so their names begin with that of the test's table. */
export function snapshotTests(tests: TableTests): void {
  tests.connection('a snapshot is listed, cloned and deleted (S-60, S-62, S-64, S-66)', async (connection, name) => {
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name, families: [{ name: 'f', maxVersions: 2 }] });
    for (const timestamp of [1, 2]) await table.put({ row: 'r', timestamp, cells: { f: { q: String(timestamp) } } });
    await table.put({ row: 'x', timestamp: 1, cells: { f: { q: 'deleted' } } });
    await table.delete({ row: 'x', timestamp: 5 });
    await admin.snapshot(`${name}.s`, name, 'FLUSH', { TTL: 86_400 });
    assertEqual(await admin.isSnapshotFinished(`${name}.s`), true, 'finished');
    await table.put({ row: 'r', timestamp: 3, cells: { f: { q: '3' } } });
    await admin.majorCompact(name);
    await admin.cloneSnapshot(`${name}.s`, `${name}.clone`);
    assertEqual(await valuesOf(connection, `${name}.clone`), ['r/2', 'r/1'], 'the clone');
    await connection.getTable(`${name}.clone`).put({ row: 'y', timestamp: 1, cells: { f: { q: '4' } } });
    assertEqual(await valuesOf(connection, name), ['r/3', 'r/2'], 'the source');
    const [found] = await admin.listSnapshots(`${name}[.].*`);
    const { creationTime = 0, ...others } = found ?? {};
    const expected = { name: `${name}.s`, table: name, type: 'FLUSH', ttl: 86_400, expired: false };
    assertEqual([others, creationTime > 0], [expected, true], 'description');
    assertEqual((await admin.listTableSnapshots(name, '.*s')).length, 1, 'of the table');
    assertEqual((await admin.listTableSnapshots(`${name}x`)).length, 0, 'of another table');
    await admin.deleteSnapshots(`${name}[.]x`);
    await admin.deleteTableSnapshots(`${name}x`);
    await admin.deleteSnapshot(`${name}.s`);
    assertEqual(await valuesOf(connection, `${name}.clone`), ['r/2', 'r/1', 'y/4'], 'the clone without its snapshot');
  });

  tests.connection('a disabled table is restored with its schema (S-63)', async (connection, name) => {
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name, families: ['f', 'g'] });
    await table.put({ row: 'r', timestamp: 1, cells: { f: { q: '1' } } });
    await admin.snapshot(`${name}.s`, name);
    await admin.deleteColumnFamily(name, 'g');
    await table.put({ row: 'r', timestamp: 2, cells: { f: { q: '2' } } });
    await assertRejects(admin.restoreSnapshot(`${name}.s`), 'enabled', 'TABLE_NOT_DISABLED');
    await admin.disableTable(name);
    for (const takeFailSafe of [true, false]) {
      await admin.restoreSnapshot(`${name}.s`, takeFailSafe);
      assertEqual(await admin.isTableDisabled(name), true, 'disabled');
    }
    await admin.enableTable(name);
    assertEqual(await valuesOf(connection, name), ['r/1'], 'rows');
    const { families } = await admin.getDescriptor(name);
    assertEqual(
      families.map((family) => family.name),
      ['f', 'g'],
      'families',
    );
    assertEqual((await admin.listSnapshots(`hbase-failsafe-${name}.*`)).length, 0, 'fail-safe snapshots');
    await admin.disableTable(name);
    await admin.deleteTable(name);
    await admin.restoreSnapshot(`${name}.s`);
    assertEqual(await valuesOf(connection, name), ['r/1'], 'rows of the new table');
    await admin.deleteTableSnapshots(name);
  });

  tests.table('snapshots report invalid arguments (S-61, S-62, S-64, N-9)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    await admin.snapshot(`${name}.s`, name, 'SKIPFLUSH');
    await assertRejects(admin.snapshot(`${name}.s`, name), 'again', 'SNAPSHOT_EXISTS');
    await assertRejects(admin.snapshot(`${name}.s2`, `${name}x`), 'table', 'SNAPSHOT_CREATION');
    await assertRejects(admin.snapshot('a:b', name), 'name', 'INVALID_ARGUMENT');
    await assertRejects(admin.snapshot('x', 'hbase:meta'), 'system table', 'INVALID_ARGUMENT');
    await assertRejects(admin.snapshot('x', name, 'FLUSH', { TTL: -1 }), 'TTL', 'INVALID_ARGUMENT');
    await assertRejects(admin.cloneSnapshot(`${name}.s`, name), 'clone', 'TABLE_EXISTS');
    await assertRejects(admin.cloneSnapshot(`${name}.x`, `${name}x`), 'clone', 'SNAPSHOT_DOES_NOT_EXIST');
    await assertRejects(admin.deleteSnapshot(`${name}.x`), 'delete', 'SNAPSHOT_DOES_NOT_EXIST');
    await assertRejects(admin.restoreSnapshot(`${name}.x`), 'restore', 'RESTORE_SNAPSHOT');
    await assertRejects(admin.isSnapshotFinished(`${name}.x`), 'finished', 'UNKNOWN_SNAPSHOT');
    await assertRejects(admin.listSnapshots('('), 'pattern', 'INVALID_ARGUMENT');
    await admin.deleteSnapshot(`${name}.s`);
  });

  tests.table('the cleanup of snapshots can be switched off (S-65)', async ({ connection }) => {
    const admin = connection.getAdmin();
    assertEqual(await admin.snapshotCleanupSwitch(false), true, 'before');
    try {
      assertEqual(await admin.isSnapshotCleanupEnabled(), false, 'off');
    } finally {
      assertEqual(await admin.snapshotCleanupSwitch(true), false, 'before it was switched on');
    }
    assertEqual(await admin.isSnapshotCleanupEnabled(), true, 'on');
  });
}

/** `row/value` of every cell. */
async function valuesOf(connection: Connection, name: string): Promise<readonly string[]> {
  const results = await connection.getTable(name).getScanner({ versions: 'all' }).toArray();
  return results.flatMap((result) =>
    result.rawCells().map((cell) => `${result.key}/${new TextDecoder().decode(cell.value)}`),
  );
}
