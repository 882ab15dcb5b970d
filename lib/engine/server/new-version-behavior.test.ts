import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const F = { name: 'f', maxVersions: 2, newVersionBehavior: true } as const;

async function bench(family: { readonly name: string } = F) {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  await connection.ensureTable({ name: 't', families: [family] });
  return { medium, connection, admin: connection.getAdmin() };
}

const put = (connection: Connection, timestamp: number, value: string) =>
  connection.getTable('t').put(new Put('r').addColumn('f', 'q', timestamp, value));
const hide = (connection: Connection, timestamp: number) =>
  connection.getTable('t').delete(new Delete('r').addColumns('f', 'q', timestamp));

/** `timestamp=value` of all versions, newest first. */
async function versions(connection: Connection): Promise<string[]> {
  const { cells } = await connection.getTable('t').get(new Get('r').readAllVersions());
  return cells.map(({ timestamp, value }) => `${timestamp}=${new TextDecoder().decode(value)}`);
}

describe('The order of writing that NEW_VERSION_BEHAVIOR uses', () => {
  it('is the same after the death of the process, in the log and in files (C-53)', async () => {
    const { medium, connection, admin } = await bench();
    await put(connection, 5, 'old');
    await admin.flush('t');
    await hide(connection, 9);
    await put(connection, 4, 'new');
    const { connection: again } = await openEngine(copyOf(medium));
    expect(await versions(again)).toEqual(['4=new']);
    await put(again, 3, 'newer');
    await hide(again, 3);
    expect(await versions(again)).toEqual(['4=new']);
  });

  it('survives every compaction, and is known for cells from before the attribute (A-3, O-9, C-53, C-54)', async () => {
    const { connection, admin } = await bench({ ...F, newVersionBehavior: false } as { name: string });
    await put(connection, 5, 'old');
    await admin.flush('t');
    await hide(connection, 9);
    await admin.flush('t');
    await put(connection, 4, 'new');
    await admin.flush('t');
    expect(await versions(connection)).toEqual([]);
    await admin.modifyColumnFamily('t', F);
    expect(await versions(connection)).toEqual(['4=new']);
    await admin.modifyColumnFamily('t', { ...F, newVersionBehavior: false });
    expect(await versions(connection)).toEqual([]);
    await admin.modifyColumnFamily('t', F);
    await admin.majorCompact('t');
    await admin.modifyColumnFamily('t', { ...F, newVersionBehavior: false });
    expect(await versions(connection)).toEqual(['4=new']);
  });

  it('applies in an open scan to its end, even if the attribute changes (C-54)', async () => {
    const { connection, admin } = await bench();
    await hide(connection, 9);
    const table = connection.getTable('t');
    await table.put([1, 2, 3].map((row) => new Put(`${row}`).addColumn('f', 'q', 4, 'v')));
    for (const row of ['1', '2', '3']) await table.delete(new Delete(row).addColumns('f', 'q', 3));
    await table.put([1, 2, 3].map((row) => new Put(`${row}`).addColumn('f', 'q', 2, 'w')));
    const scanner = table.getScanner({ versions: 9, caching: 1 });
    const first = await scanner.next();
    await admin.modifyColumnFamily('t', { ...F, newVersionBehavior: false });
    const rest = await scanner.toArray();
    expect([first, ...rest].map((result) => result?.cells.length)).toEqual([2, 2, 2]);
    expect((await table.getScanner({ versions: 9 }).toArray()).map(({ cells }) => cells.length)).toEqual([1, 1, 1]);
  });
});

describe('A filter on a family with NEW_VERSION_BEHAVIOR', () => {
  it('sees no more versions than the read requests (R-63)', async () => {
    const { connection, admin } = await bench();
    await put(connection, 5, 'old');
    await put(connection, 6, 'new');
    const old = (versions: number) =>
      new Get('r').readVersions(versions).setFilter(new ValueFilter('EQUAL', new BinaryComparator('old')));
    const table = connection.getTable('t');
    expect((await table.get(old(1))).cells).toEqual([]);
    expect((await table.get(old(2))).cells.map(({ timestamp }) => timestamp)).toEqual([5]);
    await admin.modifyColumnFamily('t', { ...F, newVersionBehavior: false });
    expect((await table.get(old(1))).cells.map(({ timestamp }) => timestamp)).toEqual([5]);
  });
});

describe('NEW_VERSION_BEHAVIOR with KEEP_DELETED_CELLS', () => {
  it('is refused when a table is created and when it is altered, and nothing is changed (A-15, C-52)', async () => {
    const { connection, admin } = await bench();
    const both = { ...F, keepDeletedCells: 'TRUE' } as const;
    const refused = expect.objectContaining({ code: 'INVALID_OPERATION', hbaseName: 'DoNotRetryIOException' });
    await expect(admin.createTable({ name: 'u', families: [both] })).rejects.toEqual(refused);
    expect(await admin.tableExists('u')).toBe(false);
    await expect(admin.modifyColumnFamily('t', both)).rejects.toEqual(refused);
    await expect(connection.ensureTable({ name: 't', families: [both] }, { alter: true })).rejects.toEqual(refused);
    const { families } = await admin.getDescriptor('t');
    expect(families[0]).toMatchObject({ ...F, keepDeletedCells: 'FALSE' });
  });
});
