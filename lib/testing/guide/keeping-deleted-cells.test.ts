import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Delete, KEEP_HISTORY, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { rawCellsOf, shown } from './shown.js';

let connection: Connection;
/** The engine's clock, in milliseconds. */
let now: number;

beforeEach(async () => {
  now = 1000;
  connection = await openMemory({ clock: { now: () => now } });
});

afterEach(() => connection.close());

/** Writes versions 10, 12 and 14 of a cell, and then deletes those up to 11. */
async function makeTable(family: { readonly maxVersions: number; readonly keepDeletedCells?: 'TRUE' }) {
  const table = await connection.ensureTable({ name: 'test', families: [{ name: 'e', ...family }] });
  for (const version of [10, 12, 14]) await table.put(new Put('r1').addColumn('e', 'c1', version, 'value'));
  await table.delete(new Delete('r1').addColumns('e', 'c1', 11));
  return table;
}

describe('deleted cells', () => {
  it('are removed by the flush, and their marker by the major compaction', async () => {
    const table = await makeTable({ maxVersions: KEEP_HISTORY.maxVersions });
    const stored = async () => (await rawCellsOf(table.getScanner({ raw: true, versions: 'all' }))).map(short);
    expect(await stored()).toEqual(['14 value', '12 value', '11 DeleteColumn', '10 value']);

    await connection.getAdmin().flush('test');
    expect(await stored()).toEqual(['14 value', '12 value', '11 DeleteColumn']);

    await connection.getAdmin().majorCompact('test');
    expect(await stored()).toEqual(['14 value', '12 value']);
  });

  it('are kept if the family keeps its history, and a read as of a time before the delete returns them', async () => {
    const table = await makeTable(KEEP_HISTORY);
    await connection.getAdmin().majorCompact('test');

    const stored = (await rawCellsOf(table.getScanner({ raw: true, versions: 'all' }))).map(short);
    expect(stored).toEqual(['14 value', '12 value', '11 DeleteColumn', '10 value']);
    expect(shown(await table.get({ row: 'r1', versions: 'all' })).map(([, timestamp]) => timestamp)).toEqual([14, 12]);
    expect(shown(await table.get({ row: 'r1', asOf: 10 }))).toEqual([['e:c1', 10, 'value']]);
    expect((await table.get({ row: 'r1', asOf: 11 })).isEmpty).toBe(true);
  });

  it('are restored by reading the old values and writing them again', async () => {
    const table = await connection.ensureTable({ name: 'test', families: [{ name: 'e', ...KEEP_HISTORY }] });
    await table.put(new Put('r1').addColumn('e', 'c1', 'precious'));
    now = 2000;
    await table.delete(new Delete('r1'));
    now = 3000;

    const before = await table.get({ row: 'r1', asOf: 1999 });
    const undo = new Put('r1');
    for (const { family, qualifier, value } of before.cells) undo.addColumn(family, qualifier, value);
    await table.put(undo);
    expect(shown(await table.get('r1'))).toEqual([['e:c1', 3000, 'precious']]);
  });
});

function short([, , timestamp, value]: readonly [string, string, number, string]): string {
  return `${timestamp} ${value}`;
}
