import { describe, expect, it } from 'vitest';
import type { ConnectionEvents } from '../../client/connection-events.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { connectTo, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

/** A database of a build that did not refuse encryption: the table `t`, whose family `f` has ENCRYPTION. */
async function encryptedTable(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  await connection.ensureTable({ name: 't', families: ['f'] });
  await connection.getTable('t').put({ row: 'r', cells: { f: { q: 'v' } } });
  await connection.close();
  const image = medium.catalog.image as CatalogImage;
  const tables = image.tables.map((table) => {
    const descriptor = table.descriptor as TableDescriptor;
    const families = descriptor.families.map((family) => ({ ...family, metadata: { ENCRYPTION: 'AES' } }));
    return { ...table, descriptor: { ...descriptor, families } };
  });
  return { ...medium, catalog: new MemoryCatalog({ ...image, tables }) };
}

describe('a table stored with ENCRYPTION', () => {
  it('opens, causes a warning when it is ensured, and may be altered', async () => {
    const { connection } = await openEngine(await encryptedTable());
    const told: unknown[] = [];
    connection.addEventListener('warning', ({ table, attributes }) => told.push([table, attributes]));
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    expect((await table.get('r')).getText('f', 'q')).toBe('v');
    expect(told.splice(0)).toEqual([['t', ['ENCRYPTION']]]);
    const admin = connection.getAdmin();
    await admin.modifyTable({ ...(await admin.getDescriptor('t')), readOnly: true });
    expect(told.splice(0)).toEqual([['t', ['ENCRYPTION']]]);
    await admin.modifyColumnFamily('t', 'f');
    expect(told).toEqual([]);
  });

  it('accepts no other cipher, and its schema cannot be cloned', async () => {
    const { connection } = await openEngine(await encryptedTable());
    const admin = connection.getAdmin();
    const refused = {
      code: 'INVALID_OPERATION',
      details: { table: 't', family: 'f', attribute: 'ENCRYPTION' },
      message: expect.stringContaining('ENCRYPTION of column family f of table t is rejected'),
    };
    const other = { name: 'f', metadata: { ENCRYPTION: 'SM4' } };
    await expect(admin.modifyColumnFamily('t', other)).rejects.toMatchObject(refused);
    await expect(admin.cloneTableSchema('t', 'u')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    expect(await admin.listTableNames()).toEqual(['t']);
  });
});

describe('ENCRYPTION', () => {
  it('is refused wherever a descriptor can contain it', async () => {
    const { connection } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    const values = { ENCRYPTION: 'AES' };
    const refused = (of: string) => ({
      code: 'INVALID_OPERATION',
      message: expect.stringContaining(`ENCRYPTION of ${of}`),
    });
    for (const values of [{ ENCRYPTION: 'AES' }, { ENCRYPTION: 'NONSENSE' }]) {
      for (const where of ['metadata', 'configuration']) {
        const family = { name: 'f', [where]: values };
        const families = [family];
        await expect(admin.createTable({ name: 't', families })).rejects.toMatchObject(refused('column family f of'));
        const table = { name: 't', families: ['f'], [where]: values };
        await expect(admin.createTable(table)).rejects.toMatchObject(refused('table t is rejected'));
      }
    }
    await admin.createTable({ name: 't', families: ['f'] });
    const families = [{ name: 'f', configuration: values }];
    await expect(admin.modifyTable({ name: 't', families })).rejects.toMatchObject(refused('column family f of'));
    const again = { name: 't', families: ['f'], metadata: values };
    await expect(connection.ensureTable(again, { alter: true })).rejects.toMatchObject(refused('table t is rejected'));
    expect((await admin.getDescriptor('t')).metadata).toEqual({});
  });
});

describe('a change of a schema', () => {
  it('is reported to every connection, in the order of the changes', async () => {
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    const told: ConnectionEvents['schema'][] = [];
    connectTo(database, medium.clock).addEventListener('schema', (event) => told.push(event));
    const admin = connection.getAdmin();
    await Promise.all([
      admin.createTable({ name: 't', families: ['f'] }),
      admin.disableTable('t'),
      admin.truncateTable('t'),
    ]);
    expect(told).toEqual([
      { type: 'schema', table: 't', change: 'create' },
      { type: 'schema', table: 't', change: 'disable' },
      { type: 'schema', table: 't', change: 'truncate' },
    ]);
  });

  it('is reported once to a listener that is called once and adds itself again', async () => {
    const { connection } = await openEngine(memoryMedium());
    const told: string[] = [];
    const listener = ({ table }: ConnectionEvents['schema']) => {
      told.push(table);
      if (told.length < 10) connection.addEventListener('schema', listener, { once: true });
    };
    connection.addEventListener('schema', listener, { once: true });
    for (const name of ['t', 'u']) await connection.getAdmin().createTable({ name, families: ['f'] });
    expect(told).toEqual(['t', 'u']);
  });

  it('that is not committed is not reported', async () => {
    const { connection } = await openEngine(memoryMedium());
    const told: unknown[] = [];
    connection.addEventListener('schema', (event) => told.push(event));
    const admin = connection.getAdmin();
    await expect(admin.disableTable('none')).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(admin.createTable({ name: 't', families: [{ name: 'f', blockSize: 1 }] })).rejects.toThrow();
    expect(told).toEqual([]);
  });
});
