import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Put } from '../../model/put.js';
import type { CatalogEdit } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { connectTo, copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

/** A catalog whose commits wait on request. */
class GatedCatalog extends MemoryCatalog {
  gate: Promise<void> = Promise.resolve();
  /** Called when a commit reaches the gate. */
  reached: () => void = () => {};

  override async commit(edit: CatalogEdit): Promise<void> {
    this.reached();
    await this.gate;
    await super.commit(edit);
  }
}

const put = (row: string, ...families: string[]) => {
  const request = new Put(row);
  for (const family of families) request.addColumn(family, 'q', row);
  return request;
};

/** Rows as `row: family…`. */
async function rows(connection: Connection): Promise<string[]> {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const results = await connection.getTable('t').getScanner({}).toArray();
  return results.map(
    ({ row, cells }) => `${text(row as Uint8Array)}: ${cells.map(({ family }) => text(family)).join(' ')}`,
  );
}

const storeFiles = ({ files }: MemoryMedium): readonly string[] =>
  files.paths().filter((path) => path.startsWith('data/'));

async function settle(): Promise<void> {
  for (let turn = 0; turn < 300; turn++) await null;
}

async function bench() {
  const medium = memoryMedium();
  const { connection, database } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  return { medium, database, connection, table, admin: connection.getAdmin() };
}

describe('A dropped family', () => {
  it.each([
    // Without a cell in another family nothing is flushed before the family is added again, and all of the log is
    // replayed.
    { families: ['g'], left: ['a: f'] },
    { families: ['f', 'g'], left: ['a: f', 'b: f'] },
  ])('does not reappear, nor do cells written to $families while it was dropped (S-35)', async ({ families, left }) => {
    const catalog = new GatedCatalog();
    const medium = { ...memoryMedium(), catalog };
    const { connection, database } = await openEngine(medium);
    const admin = connection.getAdmin();
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put(put('a', 'f', 'g'));
    await admin.flush('t');
    const other = connectTo(database, medium.clock).getTable('t');
    // The memstores are empty, so the next commit is that of the drop.
    let open = (): void => {};
    catalog.gate = new Promise((resolve) => {
      open = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      catalog.reached = resolve;
    });
    const dropped = admin.deleteColumnFamily('t', 'g');
    await reached;
    await other.put(put('b', ...families));
    open();
    await dropped;
    expect(await rows(connection)).toEqual(left);
    const died = await openEngine(copyOf(medium));
    expect(await rows(died.connection)).toEqual(left);

    await admin.addColumnFamily('t', 'g');
    expect(await rows(connection)).toEqual(left);
    const diedLater = await openEngine(copyOf(medium));
    expect(await rows(diedLater.connection)).toEqual(left);
    await Promise.all([died, diedLater, { connection }].map((one) => one.connection.close()));
  });

  it('that is added again is empty after the process died, with a complete log (S-35)', async () => {
    const { medium, table, admin, connection } = await bench();
    await table.put(put('a', 'f', 'g'));
    await admin.deleteColumnFamily('t', 'g');
    await admin.addColumnFamily('t', 'g');
    await table.put(put('b', 'g'));
    const again = await openEngine(copyOf(medium));
    expect(await rows(again.connection)).toEqual(['a: f', 'b: g']);
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
    await Promise.all([again.connection.close(), connection.close()]);
  });

  it('keeps its files for a minute, and as long as a scanner reads them (C-8)', async () => {
    const { medium, table, admin, connection } = await bench();
    await table.put([put('a', 'f', 'g'), put('b', 'f', 'g')]);
    await admin.flush('t');
    const [, ofG] = storeFiles(medium);
    const scanner = table.getScanner({ caching: 1 });
    await scanner.next();
    await admin.deleteColumnFamily('t', 'g');
    expect(storeFiles(medium)).toContain(ofG);
    // The scanner's lease is renewed by its reads.
    medium.clock.advance(50_000);
    await settle();
    expect(storeFiles(medium)).toContain(ofG);
    await scanner.close();
    medium.clock.advance(120_000);
    await settle();
    expect(storeFiles(medium)).toHaveLength(1);
    expect(storeFiles(medium)).not.toContain(ofG);
    await connection.close();
  });

  it('does not reappear when the table is rolled back to a state before a flush', async () => {
    const { medium, table, admin, connection } = await bench();
    await table.put(put('a', 'f', 'g'));
    await admin.flush('t');
    await admin.deleteColumnFamily('t', 'g');
    await table.put(put('b', 'f'));
    await admin.addColumnFamily('t', 'g');
    await table.put(put('c', 'f', 'g'));
    await admin.flush('t');
    const young = copyOf(medium);
    for (const path of storeFiles(young).slice(-2)) await young.files.remove(path);
    const again = await openEngine(young);
    expect((await again.connection.status()).lastRecovery.problems.join()).toContain('was restored');
    expect(await rows(again.connection)).toEqual(['a: f', 'b: f', 'c: f g']);
    await Promise.all([again.connection.close(), connection.close()]);
  });
});

describe('A schema change', () => {
  it('that the catalog refuses changes nothing', async () => {
    const catalog = new GatedCatalog();
    const { connection } = await openEngine({ ...memoryMedium(), catalog });
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put(put('a', 'f', 'g'));
    const before = await table.getDescriptor();
    await connection.getAdmin().flush('t');
    catalog.gate = Promise.reject(new Error('no room'));
    await expect(connection.getAdmin().deleteColumnFamily('t', 'g')).rejects.toThrow();
    catalog.gate = Promise.resolve();
    expect(await table.getDescriptor()).toEqual(before);
    expect(await rows(connection)).toEqual(['a: f g']);
    await table.put(put('b', 'g'));
    await connection.getAdmin().deleteColumnFamily('t', 'g');
    expect(await rows(connection)).toEqual(['a: f']);
    await connection.close();
  });

  it('of several callers at once runs one after the other', async () => {
    const { admin, connection } = await bench();
    await Promise.all([
      admin.addColumnFamily('t', 'h'),
      admin.modifyColumnFamily('t', { name: 'h', maxVersions: 3 }),
      admin.deleteColumnFamily('t', 'g'),
      admin.modifyColumnFamily('t', { name: 'f', maxVersions: 2 }),
    ]);
    const { families } = await admin.getDescriptor('t');
    expect(families.map(({ name, maxVersions }) => [name, maxVersions])).toEqual([
      ['f', 2],
      ['h', 3],
    ]);
    await connection.close();
  });

  it('survives the death of the process', async () => {
    const { medium, admin, connection } = await bench();
    await admin.modifyTable({ name: 't', families: [{ name: 'g', timeToLive: 60 }], metadata: { a: 'b' } });
    const changed = await admin.getDescriptor('t');
    const again = await openEngine(copyOf(medium));
    expect(await again.connection.getAdmin().getDescriptor('t')).toEqual(changed);
    await Promise.all([again.connection.close(), connection.close()]);
  });
});

describe('The settings of a database', () => {
  it('set VERSIONS of new families, and change no existing family (A-16)', async () => {
    const { connection } = await openEngine(memoryMedium(), { configuration: { 'hbase.column.max.version': '3' } });
    const admin = connection.getAdmin();
    await admin.createTable({ name: 't', families: ['f', { name: 'g', maxVersions: 2 }] });
    await admin.addColumnFamily('t', 'h');
    await connection.ensureTable({ name: 't', families: ['f', 'g', 'i'] });
    const { families } = await admin.getDescriptor('t');
    expect(families.map(({ maxVersions }) => maxVersions)).toEqual([3, 2, 3, 3]);
    await connection.close();
  });

  it('turn off the checks of S-40', async () => {
    const { connection } = await openEngine(memoryMedium(), {
      configuration: { 'hbase.table.sanity.checks': 'false' },
    });
    await connection.getAdmin().createTable({ name: 't', families: [{ name: 'f', minVersions: 2 }] });
    await connection.close();
  });
});

describe('A descriptor of an older version', () => {
  it('opens with the defaults of the attributes that it lacks', async () => {
    const { medium, table, admin, connection } = await bench();
    await table.put(put('a', 'f'));
    const wanted = await admin.getDescriptor('t');
    await connection.close();
    const image = medium.catalog.image;
    const [record] = image?.tables ?? [];
    if (image === null || record === undefined) throw new Error('no table');
    const families = [
      { name: 'f', bloomFilter: 'ROW', blockSize: 65_536 },
      { name: 'g', bloomFilter: 'ROW', blockSize: 65_536 },
    ];
    const descriptor = { name: 't', families, durability: 'USE_DEFAULT' };
    const old = { database: { ...image.database, generation: 1_000 }, tables: [{ ...record, descriptor }] };
    const again = await openEngine({ ...medium, catalog: new MemoryCatalog(old) });
    expect(await again.connection.getAdmin().getDescriptor('t')).toEqual(wanted);
    expect(await rows(again.connection)).toEqual(['a: f']);
    await again.connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 1 }] });
    await again.connection.close();
  });
});
