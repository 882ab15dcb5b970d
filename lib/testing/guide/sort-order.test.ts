import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { rowKeysOf, rowsOf } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

describe('results are sorted', () => {
  it('by row, then family, then qualifier, then timestamp with the newest first', async () => {
    const families = [
      { name: 'b', maxVersions: 3 },
      { name: 'a', maxVersions: 3 },
    ] as const;
    const table = await connection.ensureTable({ name: 't', families });
    await table.put(new Put('r2').addColumn('b', 'y', 1, '1').addColumn('a', 'x', 1, '2'));
    await table.put(
      new Put('r1')
        .addColumn('b', 'y', 1, '3')
        .addColumn('b', 'x', 2, '4')
        .addColumn('a', 'z', 3, '5')
        .addColumn('b', 'x', 3, '6'),
    );

    const sorted = [
      ['r1', ['a:z', 3, '5'], ['b:x', 3, '6'], ['b:x', 2, '4'], ['b:y', 1, '3']],
      ['r2', ['a:x', 1, '2'], ['b:y', 1, '1']],
    ];
    expect(await rowsOf(table.getScanner({ versions: 'all' }))).toEqual(sorted);

    // In a reversed scan, only the order of the rows changes, not the order of the cells in a row.
    expect(await rowsOf(table.getScanner({ versions: 'all', reversed: true }))).toEqual(sorted.reverse());
  });

  it('by bytes, so numbers need leading zeros', async () => {
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(['10', '9', 'B', 'a', '09'].map((row) => new Put(row).addColumn('f', 'q', 'x')));
    expect(await rowKeysOf(table.getScanner())).toEqual(['09', '10', '9', 'B', 'a']);
  });
});
