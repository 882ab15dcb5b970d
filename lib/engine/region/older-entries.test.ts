import { describe, expect, it } from 'vitest';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const FAMILIES = {
  plain: [{ name: 'f' }],
  replaying: [{ name: 'f', newVersionBehavior: true }],
} as const;

/** The indexes that are complete, of tables and of snapshots. */
function complete({ tables, snapshots = [] }: CatalogImage): readonly string[] {
  const records = [...tables, ...snapshots.map(({ table }) => table)];
  return records.flatMap(({ name, indexes = [] }, at) =>
    indexes.flatMap((index) => (index.complete ? [`${at < tables.length ? 'table' : 'snapshot of'} ${name}`] : [])),
  );
}

/** A database with complete indexes, and with the next epoch. `isOlder`: as an earlier version leaves it. */
async function stored(isOlder: boolean) {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  for (const [name, families] of Object.entries(FAMILIES)) {
    const table = await connection.ensureTable({ name, families: [...families], indexes: { i: { on: 'f:q' } } });
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
  }
  await connection.getAdmin().snapshot('s', 'plain');
  await connection.close();
  const { database, ...others } = medium.catalog.image as CatalogImage;
  const image = { database: isOlder ? { ...database, epoch: database.epoch + 1 } : database, ...others };
  expect(complete(image)).toEqual(['table plain', 'table replaying', 'snapshot of plain']);
  return { ...copyOf(medium), catalog: new MemoryCatalog(image) };
}

describe('The first open after an earlier version', () => {
  it('builds the indexes again that may lack entries: with NEW_VERSION_BEHAVIOR, and of snapshots', async () => {
    const medium = await stored(true);
    const { connection } = await openEngine(medium);
    expect(complete(medium.catalog.image as CatalogImage)).toEqual(['table plain']);
    await connection.ensureTable({
      name: 'replaying',
      families: [...FAMILIES.replaying],
      indexes: { i: { on: 'f:q' } },
    });
    const scanner = connection.getTable('replaying').getScanner({ index: 'i', equals: 'v' });
    expect((await scanner.toArray()).map(({ key }) => key)).toEqual(['r']);
    await connection.close();
  });

  it('builds nothing again if this version was the last writer', async () => {
    const medium = await stored(false);
    const { connection } = await openEngine(medium);
    expect(complete(medium.catalog.image as CatalogImage)).toHaveLength(3);
    await connection.close();
  });
});
