import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Delete, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { rawCellsOf, shown } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory({ clock: { now: () => 1000 } });
});

afterEach(() => connection.close());

/** Writes a row with two families that have two columns each, with three versions of each column. */
async function makeTable() {
  const families = [
    { name: 'f', maxVersions: 5 },
    { name: 'g', maxVersions: 5 },
  ] as const;
  const table = await connection.ensureTable({ name: 't', families });
  for (const version of [1, 2, 3]) {
    const put = new Put('r', version);
    for (const { name } of families) put.addColumn(name, 'a', `a${version}`).addColumn(name, 'b', `b${version}`);
    await table.put(put);
  }
  return table;
}

describe('a delete', () => {
  it('of a version hides that version of a column', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r').addColumn('f', 'a', 2));
    expect(shown(await table.get({ row: 'r', columns: ['f:a'], versions: 'all' }))).toEqual([
      ['f:a', 3, 'a3'],
      ['f:a', 1, 'a1'],
    ]);
  });

  it('of a version without a timestamp hides the newest one', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r').addColumn('f', 'a'));
    expect((await table.get('r')).getText('f', 'a')).toBe('a2');
  });

  it('of a column hides all its versions, or those up to a timestamp', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r').addColumns('f', 'a').addColumns('f', 'b', 2));
    expect(shown(await table.get({ row: 'r', columns: ['f'], versions: 'all' }))).toEqual([['f:b', 3, 'b3']]);
  });

  it('of a family hides all its columns, or their versions up to a timestamp', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r').addFamily('f').addFamily('g', 2));
    expect(shown(await table.get({ row: 'r', versions: 'all' }))).toEqual([
      ['g:a', 3, 'a3'],
      ['g:b', 3, 'b3'],
    ]);
  });

  it('of a row hides the whole row, with one marker per family and not per column', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r'));
    expect(await table.exists('r')).toBe(false);

    const raw = await rawCellsOf(table.getScanner({ raw: true, versions: 'all' }));
    const markers = raw.filter(([, , , value]) => value.startsWith('Delete'));
    expect(markers).toEqual([
      ['r', 'f:', 1000, 'DeleteFamily'],
      ['r', 'g:', 1000, 'DeleteFamily'],
    ]);
  });

  it('of a row up to a timestamp keeps newer cells', async () => {
    const table = await makeTable();
    await table.delete(new Delete('r', 2));
    expect(shown(await table.get({ row: 'r', versions: 'all' }))).toEqual([
      ['f:a', 3, 'a3'],
      ['f:b', 3, 'b3'],
      ['g:a', 3, 'a3'],
      ['g:b', 3, 'b3'],
    ]);
  });
});
