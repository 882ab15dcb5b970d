import { BigtabError } from '../../../errors.js';
import { Put } from '../../../model/put.js';
import { RowMutations } from '../../../model/row-mutations.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowTexts, type TableTests } from './table-tests.js';

export function tableAttributeTests(tests: TableTests): void {
  tests.data('a read-only table refuses writes but can be read (W-7, W-70)', async ({ connection, table, name }) => {
    const admin = connection.getAdmin();
    await putRows(table, ['a', 'b']);
    const before = await admin.getDescriptor(name);
    await admin.modifyTable({ ...before, readOnly: true });
    assertEqual((await admin.getDescriptor(name)).readOnly, true, 'descriptor');
    const put = new Put('c').addColumn('f', 'q', 'v');
    const action = new Put('a').addColumn('f', 'q', 'v');
    const when = { row: 'a', family: 'f', qualifier: 'none', op: 'EQUAL', value: null, action } as const;
    for (const [what, write] of [
      ['put', () => table.put(put)],
      ['delete', () => table.delete({ row: 'a' })],
      ['increment', () => table.increment({ row: 'a', amounts: { f: { n: 1 } } })],
      ['append', () => table.append({ row: 'a', values: { f: { q: 'v' } } })],
      ['mutateRow', () => table.mutateRow(new RowMutations('c').add(put))],
      ['checkAndMutate', () => table.checkAndMutate(when)],
    ] as const) {
      const error = await assertRejects(write(), what, 'INVALID_OPERATION');
      assertEqual([error.hbaseName, error.message], ['DoNotRetryIOException', 'region is read only'], what);
    }
    const list = await assertRejects(table.put([put, put]), 'list', 'BATCH_FAILED');
    assert(BigtabError.is(list) && (list.details.causes as readonly unknown[]).length === 2, 'causes');
    const results: unknown[] = [];
    await assertRejects(table.batch([put, { kind: 'Get', row: 'a' }], results), 'batch', 'BATCH_FAILED');
    assert(results[0] instanceof Error && !(results[1] instanceof Error), 'the get of a batch is answered');
    await admin.flush(name);
    assertEqual(await rowTexts(table.getScanner()), ['a', 'b'], 'rows');
    await admin.modifyTable(before);
    await table.put(put);
    assertEqual(await rowTexts(table.getScanner()), ['a', 'b', 'c'], 'writable again');
  });

  tests.connection('a table may be created as read-only, and can be flushed (A-39)', async (connection, name) => {
    const table = await connection.ensureTable({ name, families: ['f'], metadata: { READONLY: 'true' } });
    await assertRejects(table.put({ row: 'a', cells: { f: { q: 'v' } } }), 'put', 'INVALID_OPERATION');
    await connection.getAdmin().flush(name);
    await connection.ensureTable({ name, families: ['f'], readOnly: true });
    await assertRejects(
      connection.ensureTable({ name, families: ['f'], readOnly: false }),
      'differs',
      'SCHEMA_MISMATCH',
    );
    await connection.ensureTable({ name, families: ['f'], readOnly: false }, { alter: true });
    await putRows(table, ['a']);
  });

  tests.connection('attributes of a table are stored and shown (S-20)', async (connection, name) => {
    const admin = connection.getAdmin();
    const metadata = { owner: 'me', PRIORITY: '7', READONLY: 'false', gone: '' };
    const configuration = { 'hbase.hstore.time.to.purge.deletes': '5' };
    await admin.createTable({ name, families: ['f'], maxFileSize: 3_000_000, metadata, configuration });
    const kept = await admin.getDescriptor(name);
    assertEqual(
      [kept.maxFileSize, kept.readOnly, kept.metadata, kept.configuration],
      [3_000_000, false, { PRIORITY: '7', READONLY: 'false', owner: 'me' }, configuration],
      'descriptor',
    );
    await admin.modifyTable({ name, families: ['f'] });
    const reset = await admin.getDescriptor(name);
    assertEqual([reset.maxFileSize, reset.metadata, reset.configuration], [10_737_418_240, {}, {}], 'reset');
  });

  tests.table('attributes that no table may have change nothing (S-40, A-36)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    const before = await admin.getDescriptor(name);
    for (const wrong of [
      { maxFileSize: 2_097_151 },
      { metadata: { MAX_FILESIZE: '1' } },
      { metadata: { READONLY: 'yes' } },
      { metadata: { coprocessor$1: '|x.Y|1|' } },
    ]) {
      await assertRejects(admin.modifyTable({ ...before, ...wrong }), JSON.stringify(wrong), 'INVALID_OPERATION');
      const create = admin.createTable({ name: `${name}x`, families: ['f'], ...wrong });
      await assertRejects(create, JSON.stringify(wrong), 'INVALID_OPERATION');
    }
    assertEqual(await admin.getDescriptor(name), before, 'descriptor');
    assertEqual(await admin.tableExists(`${name}x`), false, 'created');
  });

  tests.table('modifyTable accepts a request not to reopen the table (S-38, A-37)', async ({ connection, name }) => {
    const admin = connection.getAdmin();
    const before = await admin.getDescriptor(name);
    const { families } = before;
    await admin.modifyTable({ name, families, metadata: { x: 'y' } }, false);
    for (const [what, like, code] of [
      ['one more', { name, families: ['f', 'g', 'h'] }, 'HBASE_IO'],
      ['one less', { name, families: ['f'] }, 'HBASE_IO'],
      ['another', { name, families: ['f', 'h'] }, 'HBASE_IO'],
      ['replicas', { name, families, metadata: { REGION_REPLICATION: '2' } }, 'HBASE_IO'],
      ['insane', { name, families: [{ name: 'x', blockSize: 1 }] }, 'INVALID_OPERATION'],
      ['missing', { name: `${name}x`, families: ['h'] }, 'TABLE_NOT_FOUND'],
    ] as const) {
      await assertRejects(admin.modifyTable(like, false), what, code);
    }
    assertEqual((await admin.getDescriptor(name)).metadata, { x: 'y' }, 'metadata');
    await admin.modifyTable({ name, families: [{ name: 'f', maxVersions: 4 }, 'g'] }, false);
    assertEqual((await admin.getDescriptor(name)).families[0]?.maxVersions, 4, 'versions');
    await assertRejects(admin.modifyTable(before, 1 as unknown as boolean), 'a number', 'INVALID_ARGUMENT');
  });
}
