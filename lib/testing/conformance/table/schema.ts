import { KEEP_HISTORY } from '../../../model/keep-history.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { type TableTests, values, versions } from './table-tests.js';

const FOREVER = 2_147_483_647;

/** The effects of attributes of families and tables, and the attributes that are refused. */
export function schemaTests(tests: TableTests): void {
  tests.connection('a descriptor keeps its attributes, with a TTL in seconds (S-6)', async (connection, name) => {
    const family = {
      name: 'f',
      maxVersions: 5,
      minVersions: 2,
      timeToLive: '1 DAY 1 HOUR',
      keepDeletedCells: 'TTL',
      blockCache: false,
      inMemory: true,
      dataBlockEncoding: 'FAST_DIFF',
      metadata: { owner: 'me' },
      configuration: { 'hbase.hstore.time.to.purge.deletes': '1000', 'hbase.unknown.here': 'kept' },
    } as const;
    const table = { name, families: [family], metadata: { b: '2', a: '1' }, configuration: { 'my.key': 'x' } };
    await connection.getAdmin().createTable(table);
    const stored = await connection.getAdmin().getDescriptor(name);
    assertEqual(
      stored.families[0],
      {
        ...family,
        timeToLive: 90_000,
        newVersionBehavior: false,
        bloomFilter: 'ROW',
        blockSize: 65_536,
        compression: 'NONE',
      },
      'family',
    );
    assertEqual([stored.metadata, stored.configuration], [{ a: '1', b: '2' }, { 'my.key': 'x' }], 'table');
  });

  tests.connection('a family keeps its number of versions (R-12)', async (connection, name) => {
    const families = ['one', { name: 'three', maxVersions: 3 }] as const;
    const table = await connection.ensureTable({ name, families });
    for (let timestamp = 1; timestamp <= 4; timestamp++) {
      const value = String(timestamp);
      await table.put({ row: 'r', timestamp, cells: { one: { q: value }, three: { q: value } } });
    }
    const wanted = ['one:q@4=4', 'three:q@4=4', 'three:q@3=3', 'three:q@2=2'];
    assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), wanted, 'from memory');
    await connection.getAdmin().flush(name);
    assertEqual(versions(await table.get({ row: 'r', versions: 'all' })), wanted, 'from a store file');
  });

  tests.connection(
    'cells older than the TTL disappear, except MIN_VERSIONS of them (R-15, R-34)',
    async (connection, name) => {
      const table = await connection.ensureTable({
        name,
        families: [
          { name: 'f', maxVersions: 3, timeToLive: '1 DAY' },
          { name: 'g', maxVersions: 3, timeToLive: 60, minVersions: 1 },
          { name: 'h', maxVersions: 3, timeToLive: FOREVER },
        ],
      });
      for (const timestamp of [1, 2]) {
        await table.put({ row: 'r', timestamp, cells: { f: { q: 'v' }, g: { q: 'v' }, h: { q: 'v' } } });
      }
      await table.put({ row: 'r', cells: { f: { new: 'v' } } });
      const read = async (): Promise<string[]> => values(await table.get({ row: 'r', versions: 'all' }));
      const wanted = ['f:new=v', 'g:q=v', 'h:q=v', 'h:q=v'];
      assertEqual(await read(), wanted, 'from memory');
      await connection.getAdmin().flush(name);
      assertEqual(await read(), wanted, 'from a store file');
    },
  );

  tests.connection('with KEEP_HISTORY, no version is lost (R-20)', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: [{ name: 'f', ...KEEP_HISTORY }] });
    await table.put({ row: 'r', timestamp: 10, cells: { f: { q: 'first' } } });
    await table.put({ row: 'r', timestamp: 20, cells: { f: { q: 'second' } } });
    await table.delete({ row: 'r', timestamp: 30 });
    for (const where of ['memory', 'a store file']) {
      assertEqual(values(await table.get('r')), [], `now, from ${where}`);
      const before = [
        values(await table.get({ row: 'r', asOf: 29 })),
        values(await table.get({ row: 'r', asOf: 19 })),
        values(await table.get({ row: 'r', asOf: 9 })),
      ];
      assertEqual(before, [['f:q=second'], ['f:q=first'], []], `before, from ${where}`);
      await connection.getAdmin().flush(name);
    }
  });

  tests.connection('attributes that no table may have are refused (S-40, A-36)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const family of [
      { maxVersions: 0 },
      { minVersions: 2 },
      { timeToLive: 0 },
      { timeToLive: 'a while' },
      { keepDeletedCells: 'YES' as 'TRUE' },
      { dataBlockEncoding: 'BAD' as 'DIFF' },
      { configuration: { 'hbase.hstore.time.to.purge.deletes': 'x' } },
    ] as const) {
      const what = JSON.stringify(family);
      const families = [{ name: 'f', ...family }];
      const error = await assertRejects(admin.createTable({ name, families }), what, 'INVALID_OPERATION');
      assertEqual(error.hbaseName, 'DoNotRetryIOException', what);
    }
    assertEqual(await admin.tableExists(name), false, 'exists');
    const ttl = [{ name: 'f', timeToLive: '60 SECONDS (2 MINUTES)' }];
    const malformed = await assertRejects(admin.createTable({ name, families: ttl }), 'ttl', 'HBASE');
    assert(malformed.message.startsWith('Malformed TTL string'), malformed.message);
    const long = [{ name: 'f', timeToLive: '30000 DAYS' }];
    await assertRejects(admin.createTable({ name, families: long }), 'long ttl', 'INVALID_ARGUMENT');
  });

  tests.connection('a table that is insane by S-40 is accepted if it allows this', async (connection, name) => {
    const configuration = { 'hbase.table.sanity.checks': 'false' };
    await connection.getAdmin().createTable({ name, families: [{ name: 'f', minVersions: 5 }], configuration });
    assertEqual((await connection.getAdmin().getDescriptor(name)).families[0]?.minVersions, 5, 'minVersions');
  });
}
