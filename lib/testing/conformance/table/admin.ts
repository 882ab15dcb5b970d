import type { Admin } from '../../../client/admin.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowTexts, type TableTests, values } from './table-tests.js';

const DEFAULTS = {
  bloomFilter: 'ROW',
  blockSize: 65_536,
  maxVersions: 1,
  minVersions: 0,
  timeToLive: 2_147_483_647,
  keepDeletedCells: 'FALSE',
  newVersionBehavior: false,
  blockCache: true,
  inMemory: false,
  compression: 'NONE',
  dataBlockEncoding: 'NONE',
  metadata: {},
  configuration: {},
};

export function adminTests(tests: TableTests): void {
  tests.connection('a created table is enabled and empty (S-30)', async (connection, name) => {
    const admin = connection.getAdmin();
    assertEqual([await admin.tableExists(name), await admin.isTableAvailable(name)], [false, false], 'before');
    await admin.createTable({ name, families: ['f'] });
    assertEqual([await admin.tableExists(name), await admin.isTableAvailable(name)], [true, true], 'after');
    assertEqual([await admin.isTableEnabled(name), await admin.isTableDisabled(name)], [true, false], 'state');
    assertEqual(await rowTexts(connection.getTable(name).getScanner()), [], 'rows');
  });

  tests.connection('a descriptor has every attribute, families in byte order (N-25)', async (connection, name) => {
    const families = [
      'z',
      { name: 'a', bloomFilter: 'ROWCOL', blockSize: 4096 },
      { name: 'M', bloomFilter: 'NONE' },
    ] as const;
    await connection.getAdmin().createTable({ name: `default:${name}`, families, durability: 'ASYNC_WAL' });
    const wanted = {
      name,
      durability: 'ASYNC_WAL',
      readOnly: false,
      maxFileSize: 10_737_418_240,
      metadata: {},
      configuration: {},
      families: [
        { ...DEFAULTS, name: 'M', bloomFilter: 'NONE' },
        { ...DEFAULTS, name: 'a', bloomFilter: 'ROWCOL', blockSize: 4096 },
        { ...DEFAULTS, name: 'z' },
      ],
    };
    assertEqual(await connection.getAdmin().getDescriptor(name), wanted, 'by the admin');
    assertEqual(await connection.getTable(name).getDescriptor(), wanted, 'by the table');
    const listed = (await connection.getAdmin().listTableDescriptors()).find((one) => one.name === name);
    assertEqual(listed, wanted, 'listed');
  });

  tests.connection('the name of a family may be bytes that are not text (N-22)', async (connection, name) => {
    await connection.getAdmin().createTable({ name, families: [{ name: Uint8Array.of(0xff, 0x61) }] });
    assertEqual((await connection.getAdmin().getDescriptor(name)).families[0]?.name, '\\xFFa', 'descriptor');
    const table = connection.getTable(name);
    await table.put({ row: 'r', cells: [{ family: Uint8Array.of(0xff, 0x61), value: 'v' }] });
    assertEqual((await table.get('r')).getText(Uint8Array.of(0xff, 0x61), null), 'v', 'value');
    await connection.getAdmin().flush(name, Uint8Array.of(0xff, 0x61));
    assertEqual((await table.get('r')).getText(Uint8Array.of(0xff, 0x61), null), 'v', 'value from a store file');
  });

  tests.connection('tables are listed in byte order of their names (S-50)', async (connection, name) => {
    const admin = connection.getAdmin();
    const names = ['b', 'a', 'B', 'aa', '_'].map((end) => `${name}${end}`);
    for (const one of names) await admin.createTable({ name: one, families: ['f'] });
    const own = (await admin.listTableNames()).filter((one) => one.startsWith(name));
    const wanted = ['B', '_', 'a', 'aa', 'b'].map((end) => `${name}${end}`);
    assertEqual(own, wanted, 'names');
    const descriptors = (await admin.listTableDescriptors()).filter((one) => one.name.startsWith(name));
    assertEqual(
      descriptors.map((one) => one.name),
      wanted,
      'descriptors',
    );
  });

  tests.table('an existing table is not created again (S-31)', async ({ connection, table, name }) => {
    await putRows(table, ['a']);
    const admin = connection.getAdmin();
    const error = await assertRejects(admin.createTable({ name, families: ['other'] }), 'again', 'TABLE_EXISTS');
    assertEqual(error.hbaseName, 'TableExistsException', 'class');
    await assertRejects(admin.createTable({ name: `default:${name}`, families: ['f'] }), 'written out', 'TABLE_EXISTS');
    assertEqual(await rowTexts(table.getScanner()), ['a'], 'rows');
  });

  tests.connection('the bounds of regions are checked when a table is created (S-31)', async (connection, name) => {
    const admin = connection.getAdmin();
    const like = { name, families: ['f'] } as const;
    const empty = 'Empty split key must not be passed in the split keys.';
    for (const [split, message] of [
      [[['', 'b']], empty],
      [[['a', null]], empty],
      [[['a', 'b', 'a']], 'All split keys must be unique, found duplicate: a, a'],
      [['b'], 'split keys must be a list of rows'],
      [['b', 'd', 1], 'Must create at least three regions'],
      [['d', 'b', 3], 'Start key must be smaller than end key'],
      [['b', '', 4], 'Start key must be smaller than end key'],
      [['', 'd', 3], empty],
      [['b', 'd', 3.5], 'numRegions must be an integer'],
    ] as const) {
      const create = admin.createTable(like, ...(split as unknown as [readonly string[]]));
      const error = await assertRejects(create, JSON.stringify(split), 'INVALID_ARGUMENT');
      assert(error.message.startsWith(message), error.message);
    }
    assertEqual(await admin.tableExists(name), false, 'made');
    await admin.createTable(like, ['c', Uint8Array.of(0), 'b']);
    await admin.createTable({ ...like, name: `${name}none` }, null);
    await admin.createTable({ ...like, name: `${name}four` }, 'a', 'b', 4);
    const table = connection.getTable(`${name}four`);
    await putRows(table, ['A', 'ab', 'c']);
    assertEqual(await rowTexts(table.getScanner()), ['A', 'ab', 'c'], 'rows');
  });

  tests.connection('a table that violates a rule is not created (S-40, N-16)', async (connection, name) => {
    const admin = connection.getAdmin();
    const noFamily = await assertRejects(admin.createTable({ name, families: [] }), 'no family', 'INVALID_OPERATION');
    assert(noFamily.message.startsWith('Table should have at least one column family.'), noFamily.message);
    for (const blockSize of [1023, 16 * 1024 * 1024 + 1, 0, -1]) {
      const size = await assertRejects(
        admin.createTable({ name, families: [{ name: 'f', blockSize }] }),
        `block size ${blockSize}`,
        'INVALID_OPERATION',
      );
      assert(size.message.startsWith('Block size for column family f  must be between 1K and 16MB.'), size.message);
    }
    const bloom = { name: 'f', bloomFilter: 'SOME' as 'ROW' };
    await assertRejects(admin.createTable({ name, families: [bloom] }), 'bloom filter', 'INVALID_OPERATION');
    await assertRejects(
      admin.createTable({ name: `nowhere:${name}`, families: ['f'] }),
      'namespace',
      'NAMESPACE_NOT_FOUND',
    );
    assertEqual(await admin.tableExists(name), false, 'exists');
  });

  tests.table(
    'a disabled table refuses reads and writes and keeps its data (S-30, W-7)',
    async ({ connection, table, name }) => {
      const admin = connection.getAdmin();
      await putRows(table, ['a', 'b']);
      await admin.disableTable(name);
      assertEqual([await admin.isTableEnabled(name), await admin.isTableDisabled(name)], [false, true], 'state');
      assertEqual([await admin.tableExists(name), await admin.isTableAvailable(name)], [true, false], 'exists');
      for (const [what, call] of [
        ['put', () => table.put({ row: 'c', cells: { f: { q: 'v' } } })],
        ['delete', () => table.delete({ row: 'a' })],
        ['get', () => table.get('a')],
        ['exists', () => table.exists('a')],
        ['scan', () => table.getScanner().next()],
        ['increment', () => table.incrementColumnValue('a', 'f', 'n', 1)],
        ['flush', () => admin.flush(name)],
      ] as const) {
        const error = await assertRejects(call(), what, 'TABLE_NOT_ENABLED');
        assertEqual(error.hbaseName, 'TableNotEnabledException', 'class');
      }
      await admin.enableTable(name);
      assertEqual(await rowTexts(table.getScanner()), ['a', 'b'], 'rows');
    },
  );

  tests.table('a table can only be enabled if it is disabled, and vice versa (S-33)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    const enabled = await assertRejects(admin.enableTable(name), 'enabled', 'TABLE_NOT_DISABLED');
    assertEqual(enabled.hbaseName, 'TableNotDisabledException', 'class');
    await admin.disableTable(name);
    await assertRejects(admin.disableTable(name), 'disabled', 'TABLE_NOT_ENABLED');
  });

  tests.table(
    'only a disabled table can be deleted, and a new table with its name is empty (S-32)',
    async ({ connection, table, name }) => {
      const admin = connection.getAdmin();
      await putRows(table, ['a', 'b']);
      await admin.flush(name);
      await putRows(table, ['c']);
      await assertRejects(admin.deleteTable(name), 'enabled', 'TABLE_NOT_DISABLED');
      await admin.disableTable(name);
      await admin.deleteTable(name);
      assertEqual(await admin.tableExists(name), false, 'exists');
      await assertRejects(table.get('a'), 'get', 'TABLE_NOT_FOUND');
      await admin.createTable({ name, families: ['g'] });
      assertEqual(await rowTexts(table.getScanner()), [], 'rows');
      await assertRejects(putRows(table, ['a']), 'old family', 'BATCH_FAILED');
    },
  );

  tests.table('a truncated table is empty and enabled, with its schema (S-34)', async ({ connection, table, name }) => {
    const admin = connection.getAdmin();
    await putRows(table, ['a', 'b']);
    await admin.flush(name);
    await putRows(table, ['c']);
    await assertRejects(admin.truncateTable(name), 'enabled', 'TABLE_NOT_DISABLED');
    const before = await admin.getDescriptor(name);
    await admin.disableTable(name);
    await admin.truncateTable(name);
    assertEqual(await admin.isTableEnabled(name), true, 'enabled');
    assertEqual(await admin.getDescriptor(name), before, 'descriptor');
    assertEqual(await rowTexts(table.getScanner()), [], 'rows');
    await putRows(table, ['b']);
    assertEqual(await rowTexts(table.getScanner()), ['b'], 'written again');
  });

  tests.connection('calls that need a table report a missing one (S-32, S-33, S-53)', async (connection, name) => {
    const admin = connection.getAdmin();
    assertEqual([await admin.tableExists(name), await admin.isTableAvailable(name)], [false, false], 'exists');
    const calls: [string, (admin: Admin) => Promise<unknown>][] = [
      ['deleteTable', (one) => one.deleteTable(name)],
      ['truncateTable', (one) => one.truncateTable(name)],
      ['enableTable', (one) => one.enableTable(name)],
      ['disableTable', (one) => one.disableTable(name)],
      ['isTableEnabled', (one) => one.isTableEnabled(name)],
      ['isTableDisabled', (one) => one.isTableDisabled(name)],
      ['getDescriptor', (one) => one.getDescriptor(name)],
      ['flush', (one) => one.flush(name)],
    ];
    for (const [what, call] of calls) {
      const error = await assertRejects(call(admin), what, 'TABLE_NOT_FOUND');
      assertEqual(error.hbaseName, 'TableNotFoundException', what);
    }
  });

  tests.table(
    'a flush moves cells from memory to store files and changes no answer (S-51)',
    async ({ connection, table, name }) => {
      const admin = connection.getAdmin();
      await admin.compactionSwitch(false);
      try {
        for (let round = 0; round < 5; round++) {
          await table.put({ row: 'r', cells: { f: { [`q${round}`]: String(round) }, g: { q: String(round) } } });
          await admin.flush(name, round === 0 ? 'f' : null);
        }
        const { stores } = await admin.getRegionMetrics(name);
        assertEqual(stores.find(({ family }) => family === 'f')?.storeFileCount, 5, 'store files');
      } finally {
        await admin.compactionSwitch(true);
      }
      assertEqual(values(await table.get('r')), ['f:q0=0', 'f:q1=1', 'f:q2=2', 'f:q3=3', 'f:q4=4', 'g:q=4'], 'row');
      await admin.flush(name);
      await assertRejects(admin.flush(name, 'x'), 'unknown family', 'NO_SUCH_COLUMN_FAMILY');
    },
  );

  tests.connection('`default:t` and `t` are the same table (N-1)', async (connection, name) => {
    await connection.getAdmin().createTable({ name: `default:${name}`, families: ['f'] });
    const table = connection.getTable(`default:${name}`);
    assertEqual(table.getName(), name, 'name');
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    assertEqual(values(await connection.getTable(name).get('r')), ['f:q=v'], 'row');
    assertEqual(await connection.getAdmin().tableExists(`default:${name}`), true, 'exists');
  });
}
