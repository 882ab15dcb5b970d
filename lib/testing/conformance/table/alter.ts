import type { Admin } from '../../../client/admin.js';
import { assertEqual, assertRejects } from '../assert.js';
import { rowText, type TableTests, values, versions } from './table-tests.js';

/** Schema changes of tables that are in use. */
export function alterTests(tests: TableTests): void {
  tests.connection(
    'the attributes of a family can be changed; reads use them at once, and nothing is dropped (S-37)',
    async (connection, name) => {
      const admin = connection.getAdmin();
      const table = await connection.ensureTable({ name, families: [{ name: 'f', maxVersions: 3 }] });
      for (const timestamp of [1, 2, 3]) await table.put({ row: 'r', timestamp, cells: { f: { q: 'v' } } });
      const read = async (): Promise<string[]> => versions(await table.get({ row: 'r', versions: 'all' }));
      await admin.modifyColumnFamily(name, { name: 'f', maxVersions: 1 });
      assertEqual(await read(), ['f:q@3=v'], 'one');
      await admin.modifyColumnFamily(name, { name: 'f', maxVersions: 2 });
      assertEqual(await read(), ['f:q@3=v', 'f:q@2=v'], 'two');
    },
  );

  tests.connection('raising VERSIONS restores no versions from memory (C-9)', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: ['f'] });
    for (const timestamp of [1, 2]) await table.put({ row: 'r', timestamp, cells: { f: { q: 'v' } } });
    await connection.getAdmin().modifyColumnFamily(name, { name: 'f', maxVersions: 5 });
    assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), ['f:q@2=v'], 'versions');
    await table.put({ row: 'r', timestamp: 3, cells: { f: { q: 'v' } } });
    assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), ['f:q@3=v', 'f:q@2=v'], 'written later');
  });

  tests.connection('modifyColumnFamily replaces all attributes (S-36)', async (connection, name) => {
    const admin = connection.getAdmin();
    await admin.createTable({ name, families: [{ name: 'f', maxVersions: 3, metadata: { owner: 'me' } }, 'g'] });
    await admin.modifyColumnFamily(name, { name: 'f', timeToLive: 100 });
    const [family] = (await admin.getDescriptor(name)).families;
    assertEqual([family?.timeToLive, family?.maxVersions, family?.metadata], [100, 1, {}], 'attributes');
  });

  tests.table('invalid changes of families are refused (S-36, S-40)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    const before = await admin.getDescriptor(name);
    for (const [what, call, message] of [
      ['add', () => admin.addColumnFamily(name, 'f'), `Column family 'f' in table '${name}' already exists`],
      ['modify', () => admin.modifyColumnFamily(name, 'x'), "Family 'x' does not exist, so it cannot be modified"],
      ['delete', () => admin.deleteColumnFamily(name, 'x'), "Family 'x' does not exist, so it cannot be deleted"],
    ] as const) {
      const error = await assertRejects(call(), what, 'INVALID_FAMILY_OPERATION');
      assertEqual(
        [error.hbaseName, error.message.startsWith(message)],
        ['InvalidFamilyOperationException', true],
        what,
      );
    }
    await assertRejects(admin.addColumnFamily(name, { name: 'h', timeToLive: 0 }), 'ttl', 'INVALID_OPERATION');
    await assertRejects(admin.modifyColumnFamily(name, { name: 'f', minVersions: 2 }), 'min', 'INVALID_OPERATION');
    await assertRejects(admin.modifyTable({ name, families: [] }), 'no family', 'INVALID_OPERATION');
    await assertRejects(admin.addColumnFamily(name, 'a:b'), 'name', 'INVALID_ARGUMENT');
    await assertRejects(admin.deleteColumnFamily(name, null as never), 'null', 'INVALID_ARGUMENT');
    assertEqual(await admin.getDescriptor(name), before, 'descriptor');
  });

  tests.table('the last family of a table cannot be deleted (S-36)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    await admin.deleteColumnFamily(name, 'f');
    const error = await assertRejects(admin.deleteColumnFamily(name, 'g'), 'last', 'INVALID_FAMILY_OPERATION');
    assertEqual(error.message, "Family 'g' is the only column family in the table, so it cannot be deleted", 'message');
    await assertRejects(admin.deleteColumnFamily(name, 'f'), 'gone', 'INVALID_FAMILY_OPERATION');
  });

  tests.data('a deleted family disappears, and is empty when it is added again (S-35, S-36)', async (test) => {
    const { connection, table, name, settle } = test;
    const admin = connection.getAdmin();
    await table.put({ row: 'r', cells: { f: { q: '1' }, g: { q: '1' } } });
    await settle();
    await table.put({ row: 's', cells: { f: { q: '2' }, g: { q: '2' } } });
    await admin.deleteColumnFamily(name, 'g');
    assertEqual((await table.getScanner().toArray()).map(values), [['f:q=1'], ['f:q=2']], 'rows');
    await assertRejects(table.get({ row: 'r', columns: ['g'] }), 'get', 'NO_SUCH_COLUMN_FAMILY');
    await assertRejects(table.put({ row: 'r', cells: { g: { q: 'v' } } }), 'put', 'NO_SUCH_COLUMN_FAMILY');
    await admin.addColumnFamily(name, 'g');
    assertEqual((await table.getScanner().toArray()).map(values), [['f:q=1'], ['f:q=2']], 'rows with an empty family');
    await table.put({ row: 's', cells: { g: { q: '3' } } });
    await settle();
    assertEqual(values(await table.get('s')), ['f:q=2', 'g:q=3'], 'written again');
  });

  tests.data(
    'a scan continues if one of its families is deleted meanwhile',
    async ({ connection, table, name, settle }) => {
      for (const row of ['a', 'b', 'c']) await table.put({ row, cells: { f: { q: row }, g: { q: row } } });
      await settle();
      const scanner = table.getScanner({ caching: 1 });
      assertEqual(values((await scanner.next()) as never), ['f:q=a', 'g:q=a'], 'first');
      await connection.getAdmin().deleteColumnFamily(name, 'f');
      const rest = [await scanner.next(), await scanner.next(), await scanner.next()];
      assertEqual(
        rest.map((result) => result && [rowText(result), ...values(result)]),
        [['b', 'f:q=b', 'g:q=b'], ['c', 'f:q=c', 'g:q=c'], null],
        'rest',
      );
      assertEqual((await table.getScanner().toArray()).map(values), [['g:q=a'], ['g:q=b'], ['g:q=c']], 'a new one');
    },
  );

  tests.table(
    'modifyTable applies the whole descriptor and removes families that it does not contain (S-35)',
    async ({ connection, table, name }) => {
      const admin = connection.getAdmin();
      await table.put({ row: 'r', cells: { f: { q: '1' }, g: { q: '1' } } });
      await admin.modifyTable({ name, families: ['f', { name: 'h', maxVersions: 2 }], metadata: { x: 'y' } });
      assertEqual(values(await table.get('r')), ['f:q=1'], 'row');
      const { families, metadata } = await admin.getDescriptor(name);
      assertEqual([families.map((one) => one.name), metadata], [['f', 'h'], { x: 'y' }], 'descriptor');
      await admin.modifyTable({ name, families: ['f', 'g', 'h'], durability: 'ASYNC_WAL' });
      assertEqual(values(await table.get('r')), ['f:q=1'], 'with a new family of an old name');
      assertEqual((await admin.getDescriptor(name)).metadata, {}, 'metadata');
    },
  );

  tests.table('a disabled table can be altered and stays disabled (S-35)', async ({ connection, table, name }) => {
    const admin = connection.getAdmin();
    await table.put({ row: 'r', cells: { f: { q: '1' }, g: { q: '1' } } });
    await admin.disableTable(name);
    await admin.addColumnFamily(name, 'h');
    await admin.modifyColumnFamily(name, { name: 'f', maxVersions: 5 });
    await admin.deleteColumnFamily(name, 'g');
    await admin.modifyTable({ name, families: [{ name: 'f', maxVersions: 6 }, 'h'] });
    assertEqual(await admin.isTableDisabled(name), true, 'disabled');
    await admin.enableTable(name);
    assertEqual(values(await table.get('r')), ['f:q=1'], 'row');
    assertEqual((await admin.getDescriptor(name)).families[0]?.maxVersions, 6, 'versions');
  });

  tests.connection(
    'calls that alter a table report a missing one after the sanity checks (S-35)',
    async (connection, name) => {
      const calls: [string, (admin: Admin) => Promise<unknown>][] = [
        ['modifyTable', (admin) => admin.modifyTable({ name, families: ['f'] })],
        ['addColumnFamily', (admin) => admin.addColumnFamily(name, 'f')],
        ['modifyColumnFamily', (admin) => admin.modifyColumnFamily(name, 'f')],
        ['deleteColumnFamily', (admin) => admin.deleteColumnFamily(name, 'f')],
      ];
      for (const [what, call] of calls) await assertRejects(call(connection.getAdmin()), what, 'TABLE_NOT_FOUND');
      const insane = connection.getAdmin().modifyTable({ name, families: [{ name: 'f', timeToLive: 0 }] });
      await assertRejects(insane, 'insane', 'INVALID_OPERATION');
    },
  );

  tests.connection('ensureTable with alter changes only what the descriptor names', async (connection, name) => {
    const admin = connection.getAdmin();
    const families = [{ name: 'f', maxVersions: 3, metadata: { owner: 'me' } }, 'g'] as const;
    const table = await connection.ensureTable({ name, families, durability: 'ASYNC_WAL' });
    await table.put({ row: 'r', cells: { f: { q: '1' }, g: { q: '1' } } });
    await connection.ensureTable({ name, families: [{ name: 'f', maxVersions: 5 }, 'h'] }, { alter: true });
    const stored = await admin.getDescriptor(name);
    assertEqual(
      stored.families.map((family) => [family.name, family.maxVersions, family.metadata]),
      [
        ['f', 5, { owner: 'me' }],
        ['g', 1, {}],
        ['h', 1, {}],
      ],
      'families',
    );
    assertEqual([stored.durability, values(await table.get('r'))], ['ASYNC_WAL', ['f:q=1', 'g:q=1']], 'table');
    await connection.ensureTable(
      { name, families: ['g'], durability: 'SYNC_WAL', metadata: { a: 'b' } },
      { alter: true },
    );
    const later = await admin.getDescriptor(name);
    assertEqual([later.durability, later.metadata, later.families], ['SYNC_WAL', { a: 'b' }, stored.families], 'later');
    // Background work may commit meanwhile, but not during each call.
    const commits: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { generation } = await connection.status();
      await connection.ensureTable({ name, families: [{ name: 'f', maxVersions: 5 }] }, { alter: true });
      commits.push((await connection.status()).generation - generation);
    }
    assertEqual(Math.min(...commits), 0, 'commits of a call that asks for nothing new');
  });

  tests.connection('ensureTable refuses to apply attributes that no table may have', async (connection, name) => {
    await connection.ensureTable({ name, families: ['f'] });
    const families = [
      { name: 'f', maxVersions: 3 },
      { name: 'g', timeToLive: 0 },
    ];
    await assertRejects(connection.ensureTable({ name, families }, { alter: true }), 'ttl', 'INVALID_OPERATION');
    await assertRejects(connection.ensureTable({ name, families: [families[0] as never] }), 'asked', 'SCHEMA_MISMATCH');
    for (const options of [{ alter: 'yes' }, { alters: true }]) {
      await assertRejects(
        connection.ensureTable({ name, families: ['f'] }, options as never),
        'options',
        'INVALID_ARGUMENT',
      );
    }
    const { families: stored } = await connection.getAdmin().getDescriptor(name);
    assertEqual(
      stored.map((family) => [family.name, family.maxVersions]),
      [['f', 1]],
      'descriptor',
    );
  });
}
