import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Delete, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { shown } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

/** Writes versions t1, t2 and t3 of a cell in a family that keeps two. */
async function makeTable() {
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 2 }] });
  for (const version of [1, 2, 3]) await table.put(new Put('r').addColumn('f', 'q', version, `v${version}`));
  return {
    deleteVersion: (version: number) => table.delete(new Delete('r').addColumn('f', 'q', version)),
    versions: async () => shown(await table.get({ row: 'r', versions: 'all' })).map(([, timestamp]) => timestamp),
    compact: () => connection.getAdmin().majorCompact('t'),
  };
}

describe('major compactions change query results', () => {
  it('with two versions, t3 and t2 are read; after t2 is deleted, t1 is visible again', async () => {
    const { versions, deleteVersion, compact } = await makeTable();
    expect(await versions()).toEqual([3, 2]);

    await deleteVersion(2);
    expect(await versions()).toEqual([3, 1]);

    // From now on, it is one of the two.
    await compact();
    expect(await versions()).toEqual([3, 1]);
  });

  it('t1 does not become visible again if a compaction ran before the delete', async () => {
    const { versions, deleteVersion, compact } = await makeTable();
    await compact();
    expect(await versions()).toEqual([3, 2]);

    await deleteVersion(2);
    expect(await versions()).toEqual([3]);
  });

  it('the same applies to the newest version', async () => {
    const before = await makeTable();
    await before.deleteVersion(3);
    expect(await before.versions()).toEqual([2, 1]);
  });
});
