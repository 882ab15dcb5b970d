import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bytes, type Connection } from '../../index.js';
import { openMemory } from '../../memory.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

describe('the columns of a family', () => {
  it('differ from row to row, and only a scan of all rows finds all of them', async () => {
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put([
      { row: 'r1', cells: { f: { a: 'x' } } },
      { row: 'r2', cells: { f: { b: 'x', c: 'x' }, g: { other: 'x' } } },
      { row: 'r3', cells: { f: { a: 'x', d: 'x' } } },
    ]);

    const columns = new Set<string>();
    for await (const row of table.getScanner({ columns: ['f'] }))
      for (const qualifier of row.getFamilyMap('f')?.keys() ?? []) columns.add(Bytes.toText(qualifier));
    expect([...columns].sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});
