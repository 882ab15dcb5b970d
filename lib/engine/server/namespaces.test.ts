import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { exported, streamOf } from '../../testing/samples/backups.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const ON = { configuration: { 'hbase.quota.enabled': 'true' } };

function quota(maxtables: string, maxregions = ''): { name: string; configuration: Record<string, string> } {
  const configuration = {
    'hbase.namespace.quota.maxtables': maxtables,
    'hbase.namespace.quota.maxregions': maxregions,
  };
  return { name: 'ns', configuration };
}

async function withTable(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  await connection.getAdmin().createNamespace({ name: 'ns', configuration: { a: '1' } });
  const table = await connection.ensureTable({ name: 'ns:t', families: ['f'] });
  await table.put({ row: 'r', cells: { f: { q: 'v' } } });
  await connection.close();
  return medium;
}

async function namespacesOf(connection: Connection): Promise<unknown> {
  return connection.getAdmin().listNamespaceDescriptors();
}

const KEPT = [
  { name: 'default', configuration: {} },
  { name: 'hbase', configuration: {} },
  { name: 'ns', configuration: { a: '1' } },
];

describe('namespaces', () => {
  it('exist when the database is opened again, from the catalog or from its mirror (N-17)', async () => {
    const medium = await withTable();
    for (const image of [copyOf(medium), { ...copyOf(medium), catalog: new MemoryCatalog() }]) {
      const { connection } = await openEngine(image);
      expect(await namespacesOf(connection)).toEqual(KEPT);
      expect((await connection.getTable('ns:t').get('r')).getText('f', 'q')).toBe('v');
      await connection.close();
    }
  });

  it('are `default` and `hbase` if the catalog names none, as in an older database (N-10)', async () => {
    const medium = memoryMedium();
    await (await openEngine(medium)).connection.close();
    expect(medium.catalog.image?.database).not.toHaveProperty('namespaces');
    const { connection } = await openEngine(medium);
    expect(await namespacesOf(connection)).toEqual(KEPT.slice(0, 2));
    await connection.getAdmin().createNamespace({ name: 'ns', configuration: { a: '1' } });
    expect(await namespacesOf(connection)).toEqual(KEPT);
    await connection.close();
    expect(medium.catalog.image?.database.namespaces).toEqual(KEPT);
  });

  it('contain no more tables than their quota while quotas are on (N-18)', async () => {
    const { connection } = await openEngine(memoryMedium(), ON);
    const admin = connection.getAdmin();
    await admin.createNamespace(quota('1'));
    await admin.createTable({ name: 'ns:a', families: ['f'] });
    const full = {
      code: 'QUOTA_EXCEEDED',
      hbaseName: 'QuotaExceededException',
      message:
        'The table ns:b cannot be created as it would exceed maximum number of tables allowed  in the namespace.  The total number of tables permitted is 1',
    };
    await expect(admin.createTable({ name: 'ns:b', families: ['f'] })).rejects.toMatchObject(full);
    await expect(connection.ensureTable({ name: 'ns:b', families: ['f'] })).rejects.toMatchObject(full);
    await expect(admin.cloneTableSchema('ns:a', 'ns:b')).rejects.toMatchObject(full);
    await expect(admin.createTable({ name: 'ns:a', families: ['f'] })).rejects.toMatchObject({ code: 'TABLE_EXISTS' });
    await connection.ensureTable({ name: 'ns:a', families: ['f', 'g'] });
    await admin.createTable({ name: 'b', families: ['f'] });
    await admin.modifyNamespace(quota('', '1'));
    await expect(admin.createTable({ name: 'ns:b', families: ['f'] })).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining(
        'The table ns:b is not allowed to have 1 regions. The total number of regions permitted is only 1, while current region count is 1.',
      ),
    });
    await admin.modifyNamespace(quota('2', '2'));
    await admin.createTable({ name: 'ns:b', families: ['f'] });
    await connection.close();
  });

  it('contain no more tables than their quota after an import either (N-18)', async () => {
    const source = await openEngine(memoryMedium());
    await source.connection.getAdmin().createNamespace(quota('2'));
    for (const name of ['ns:a', 'ns:b']) await source.connection.ensureTable({ name, families: ['f'] });
    const text = await exported(source.connection);
    const { connection } = await openEngine(memoryMedium(), ON);
    const admin = connection.getAdmin();
    const full = { code: 'QUOTA_EXCEEDED', details: { namespace: 'ns', table: 'ns:b' } };
    const importing = () => connection.importStream(streamOf(text), { mode: 'create' });
    // The namespace of the database, not that of the backup.
    for (const small of [quota('1'), quota('', '1')]) {
      await admin.createNamespace(small);
      await expect(importing()).rejects.toMatchObject(full);
      await admin.deleteNamespace('ns');
    }
    await expect(
      connection.importStream(streamOf(text.replace('"2"', '"1"')), { mode: 'create' }),
    ).rejects.toMatchObject(full);
    expect(await namespacesOf(connection)).toEqual(KEPT.slice(0, 2));
    await importing();
    expect(await admin.listTableNames()).toEqual(['ns:a', 'ns:b']);
    await Promise.all([source.connection.close(), connection.close()]);
  });

  it('are refused in a backup if their quotas are not valid (N-18)', async () => {
    const source = await openEngine(memoryMedium());
    await source.connection.getAdmin().createNamespace(quota('2'));
    await source.connection.ensureTable({ name: 'ns:a', families: ['f'] });
    const text = await exported(source.connection);
    const { connection } = await openEngine(memoryMedium());
    for (const [max, code] of [
      ['"0"', 'CONSTRAINT'],
      ['"x"', 'INVALID_OPERATION'],
    ] as const) {
      const made = connection.importStream(streamOf(text.replace('"2"', max)), { mode: 'create' });
      await expect(made).rejects.toMatchObject({ code });
    }
    expect(await namespacesOf(connection)).toEqual(KEPT.slice(0, 2));
    await Promise.all([source.connection.close(), connection.close()]);
  });

  it('show a quota that became too small without affecting existing tables (N-18)', async () => {
    const medium = memoryMedium();
    const off = await openEngine(medium);
    await off.connection.getAdmin().createNamespace(quota('1'));
    for (const name of ['ns:a', 'ns:b']) await off.connection.ensureTable({ name, families: ['f'] });
    await off.connection.close();
    const { connection } = await openEngine(medium, ON);
    expect(await connection.getAdmin().listTableNamesByNamespace('ns')).toEqual(['ns:a', 'ns:b']);
    await connection.ensureTable({ name: 'ns:a', families: ['f'] });
    expect(await connection.getAdmin().listTableNames('hbase:.*', true)).toEqual([
      'hbase:meta',
      'hbase:namespace',
      'hbase:quota',
    ]);
    await connection.close();
  });

  it('hide the tables of `hbase` and of `backup` unless system tables are requested (N-10, N-11)', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    await admin.createNamespace('backup');
    for (const name of ['backup:system', 'hbase:mine', 't']) await admin.createTable({ name, families: ['f'] });
    expect(await admin.listTableNames()).toEqual(['t']);
    expect(await admin.listTableNamesByState(true)).toEqual(['t']);
    expect(await admin.listTableNames('[bh].*:[^n].*', true)).toEqual(['backup:system', 'hbase:meta', 'hbase:mine']);
    expect(await admin.listTableNamesByNamespace('backup')).toEqual(['backup:system']);
    await connection.close();
  });

  it('are changed by one of several calls at once, in some order (N-12)', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    const made = await Promise.allSettled([1, 2, 3].map(() => admin.createNamespace('ns')));
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const both = await Promise.allSettled([
      admin.createTable({ name: 'ns:t', families: ['f'] }),
      admin.deleteNamespace('ns'),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await connection.close();
  });
});
