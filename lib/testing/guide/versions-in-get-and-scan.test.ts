import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Get } from '../../index.js';
import { openMemory } from '../../memory.js';
import { shown } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

/** Writes a row with five versions of one cell, out of order. */
async function makeTable() {
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'cf', maxVersions: 5 }] });
  for (const version of [3, 5, 1, 4, 2])
    await table.put({ row: 'row1', timestamp: version, cells: { cf: { attr: `v${version}` } } });
  return table;
}

describe('a get', () => {
  it('returns the version with the largest timestamp, which may not be the last written', async () => {
    const table = await makeTable();
    const result = await table.get(new Get('row1'));
    expect(result.getText('cf', 'attr')).toBe('v5');
  });

  it('returns the last three versions of the row', async () => {
    const table = await makeTable();
    const result = await table.get(new Get('row1').readVersions(3));

    // The current version of the value, and all versions that were read.
    expect(result.getText('cf', 'attr')).toBe('v5');
    expect(result.getColumn('cf', 'attr').map(({ timestamp }) => timestamp)).toEqual([5, 4, 3]);
    expect(shown(result)).toEqual([
      ['cf:attr', 5, 'v5'],
      ['cf:attr', 4, 'v4'],
      ['cf:attr', 3, 'v3'],
    ]);
  });

  it('returns versions of a time range', async () => {
    const table = await makeTable();
    const result = await table.get(new Get('row1').setTimeRange(2, 4).readAllVersions());
    expect(result.getColumnCells('cf', 'attr').map(({ timestamp }) => timestamp)).toEqual([3, 2]);
  });

  it('returns the newest version at or before a timestamp', async () => {
    const table = await makeTable();
    expect((await table.get({ row: 'row1', asOf: 3 })).getText('cf', 'attr')).toBe('v3');
    expect((await table.get(new Get('row1').setTimeRange(0, 4))).getText('cf', 'attr')).toBe('v3');
  });
});

describe('a scan', () => {
  it('returns versions like a get', async () => {
    const table = await makeTable();
    const [row] = await table.getScanner({ versions: 2 }).toArray();
    expect(row?.getColumnCells('cf', 'attr').map(({ timestamp }) => timestamp)).toEqual([5, 4]);
  });
});
