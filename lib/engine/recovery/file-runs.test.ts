import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import type { CatalogImage, FamilyRecord, FileRecord } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

/** A table whose family `f` has one file for each of these lists of rows. */
async function mediumWith(files: readonly (readonly string[])[]): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (const [index, rows] of files.entries()) {
    await table.put(rows.map((row) => new Put(row).addColumn('f', 'q', `${row}${index}`)));
    await connection.getAdmin().flush('t');
  }
  return copyOf(medium);
}

function familyOf(medium: MemoryMedium): FamilyRecord {
  return (medium.catalog.image as CatalogImage).tables[0]?.families[0] as FamilyRecord;
}

/** The medium with other runs of `f`. */
function withRuns(medium: MemoryMedium, runs: FamilyRecord['runs']): MemoryMedium {
  const { database, tables } = medium.catalog.image as CatalogImage;
  const changed = tables.map((table) => ({
    ...table,
    rollbackPoints: [],
    families: table.families.map((family) => ({ ...family, runs })),
  }));
  return { ...copyOf(medium), catalog: new MemoryCatalog({ database, tables: changed }) };
}

async function valuesOf(connection: Awaited<ReturnType<typeof openEngine>>['connection']): Promise<string[]> {
  const rows = await connection.getTable('t').getScanner({}).toArray();
  return rows.map((row) => row.getText('f', 'q') as string);
}

describe('The record of a store file', () => {
  it('has the ids of its table and family, and its first and last row', async () => {
    const { runs } = familyOf(await mediumWith([['a', 'c', 'b']]));
    expect(runs).toEqual([
      [
        {
          number: 1,
          epoch: 1,
          sizeBytes: expect.any(Number),
          tableId: 1,
          familyId: 1,
          firstRow: 'YQ==',
          lastRow: 'Yw==',
        },
      ],
    ]);
  });
});

describe('A run of several files', () => {
  it('is read, and is compacted and replaced as a whole', async () => {
    const medium = await mediumWith([
      ['a', 'b'],
      ['c', 'd'],
      ['b', 'e'],
    ]);
    const [[first], [second], [third]] = familyOf(medium).runs as readonly [[FileRecord], [FileRecord], [FileRecord]];
    const joined = withRuns(medium, [[first, second], [third]]);
    const { connection } = await openEngine(joined);
    const values = ['a0', 'b2', 'c1', 'd1', 'e2'];
    expect(await valuesOf(connection)).toEqual(values);
    expect((await connection.getTable('t').get('d')).getText('f', 'q')).toBe('d1');
    await connection.getTable('t').put(new Put('x').addColumn('f', 'q', 'x3'));
    await connection.getAdmin().flush('t');
    expect(familyOf(joined).runs.map((run) => run.length)).toEqual([2, 1, 1]);
    await connection.getAdmin().majorCompact('t');
    expect(familyOf(joined).runs.map((run) => run.length)).toEqual([1]);
    expect(await valuesOf(connection)).toEqual([...values, 'x3']);
    const again = await openEngine(copyOf(joined));
    expect(await valuesOf(again.connection)).toEqual([...values, 'x3']);
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('counts as one file for the policy, which never takes a part of it', async () => {
    const medium = await mediumWith([['a'], ['b'], ['c'], ['a', 'b', 'c']]);
    const { runs } = familyOf(medium);
    const joined = withRuns(medium, [runs.slice(0, 3).flat(), ...runs.slice(3)]);
    const { connection } = await openEngine(joined);
    await connection.getAdmin().compact('t');
    expect(familyOf(joined).runs.map((run) => run.length)).toEqual([3, 1]);
  });
});
