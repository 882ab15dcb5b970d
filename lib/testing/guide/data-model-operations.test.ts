import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Delete, Get, Put, Scan } from '../../index.js';
import { openMemory } from '../../memory.js';
import { rawCellsOf, rowsOf, shown } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

function makeTable() {
  return connection.ensureTable({ name: 't', families: ['cf', 'other'] });
}

describe('get', () => {
  it('returns the attributes of one row', async () => {
    const table = await makeTable();
    await table.put(new Put('row1').addColumn('cf', 'attr', 1, 'value').addColumn('other', 'attr', 1, 'x'));

    const result = await table.get(new Get('row1').addColumn('cf', 'attr'));
    expect(result.getText('cf', 'attr')).toBe('value');
    expect(result.getText('other', 'attr')).toBeNull();

    expect((await table.get('row2')).isEmpty).toBe(true);
  });
});

describe('put', () => {
  it('adds a row if its key is new, and updates the row if it exists', async () => {
    const table = await makeTable();

    await table.put(new Put('row1').addColumn('cf', 'attr', 1, 'added'));
    expect(shown(await table.get('row1'))).toEqual([['cf:attr', 1, 'added']]);

    await table.put(new Put('row1').addColumn('cf', 'attr', 2, 'updated'));
    expect(shown(await table.get('row1'))).toEqual([['cf:attr', 2, 'updated']]);
  });

  it('accepts many rows at once', async () => {
    const table = await makeTable();
    await table.put([new Put('row1').addColumn('cf', 'attr', 'a'), new Put('row2').addColumn('cf', 'attr', 'b')]);
    expect(await table.exists(['row1', 'row2', 'row3'])).toEqual([true, true, false]);
  });
});

describe('scan', () => {
  const ROWS = ['row1', 'row2', 'row3', 'abc1', 'abc2', 'abc3'];

  it('returns the rows that begin with "row"', async () => {
    const table = await makeTable();
    await table.put(ROWS.map((row) => new Put(row).addColumn('cf', 'attr', 1, `value of ${row}`)));

    const scan = new Scan().addColumn('cf', 'attr').setStartStopRowForPrefixScan('row');
    const found: (string | null)[] = [];
    for await (const row of table.getScanner(scan)) found.push(row.getText('cf', 'attr'));
    expect(found).toEqual(['value of row1', 'value of row2', 'value of row3']);
  });

  it('also returns them if the bounds are given explicitly', async () => {
    const table = await makeTable();
    await table.put(ROWS.map((row) => new Put(row).addColumn('cf', 'attr', 1, row)));

    const scan = new Scan().addColumn('cf', 'attr').withStartRow('row').withStopRow('rox');
    expect(await rowsOf(table.getScanner(scan))).toEqual([
      ['row1', ['cf:attr', 1, 'row1']],
      ['row2', ['cf:attr', 1, 'row2']],
      ['row3', ['cf:attr', 1, 'row3']],
    ]);
  });
});

describe('delete', () => {
  it('writes markers, and a major compaction removes the markers with the cells they hide', async () => {
    const table = await makeTable();
    const everything = () => rawCellsOf(table.getScanner(new Scan().setRaw(true).readAllVersions()));
    await table.put(new Put('row1').addColumn('cf', 'attr', 1, 'value'));

    await table.delete(new Delete('row1', 5));
    expect((await table.get('row1')).isEmpty).toBe(true);
    expect(await everything()).toEqual([
      ['row1', 'cf:', 5, 'DeleteFamily'],
      ['row1', 'cf:attr', 1, 'value'],
      ['row1', 'other:', 5, 'DeleteFamily'],
    ]);

    await connection.getAdmin().majorCompact('t');
    expect(await everything()).toEqual([]);
  });
});
