import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { changeCell, deleteCell, deleteRow, putCell, restoreCells } from './row-edits.js';
import { readRowPage } from './row-page.js';

const { signal } = new AbortController();

async function openTable() {
  const connection = await openMemory({ name: 'pages' });
  return connection.ensureTable({ name: 'pages', families: ['f', 'g'] });
}

describe('a page of rows', () => {
  it('begins behind the last row of the page before and says whether more follow', async () => {
    const table = await openTable();
    await table.put(['a', 'b', 'c', 'd', 'e'].map((row) => ({ row, cells: { f: { q: row } } })));
    const first = await readRowPage(table, { prefix: '', after: null, size: 2, signal });
    expect(first.rows.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(first.more).toBe(true);
    const last = await readRowPage(table, { prefix: '', after: new Uint8Array([0x63]), size: 2, signal });
    expect(last.rows.map(({ name }) => name)).toEqual(['d', 'e']);
    expect(last.more).toBe(false);
  });

  it('has only rows that begin with the prefix, on later pages too', async () => {
    const table = await openTable();
    await table.put(['a1', 'b1', 'b2', 'b3', 'c1'].map((row) => ({ row, cells: { f: { q: row } } })));
    const first = await readRowPage(table, { prefix: 'b', after: null, size: 2, signal });
    expect(first.rows.map(({ name }) => name)).toEqual(['b1', 'b2']);
    const second = await readRowPage(table, { prefix: 'b', after: first.rows[1]?.key ?? null, size: 2, signal });
    expect(second.rows.map(({ name }) => name)).toEqual(['b3']);
  });
});

describe('edits', () => {
  it('change and delete cells and rows, and bring deleted ones back', async () => {
    const table = await openTable();
    const read = async () => (await readRowPage(table, { prefix: '', after: null, size: 9, signal })).rows;
    const shown = async () =>
      (await read()).map(({ name, cells }) => [name, ...cells.map(({ column, value }) => `${column}=${value.text}`)]);

    await putCell(table, { row: 'r', family: 'f', qualifier: 'one', value: '1' });
    await putCell(table, { row: 'r', family: 'g', qualifier: '', value: new Uint8Array([255]) });
    expect(await shown()).toEqual([['r', 'f:one=1', 'g:=\\xFF']]);

    const [row] = await read();
    if (row === undefined) throw new Error('the row is there');
    const [text, binary] = row.cells;
    if (text === undefined || binary === undefined) throw new Error('both cells are there');
    await changeCell(table, text, 'uno');
    await changeCell(table, binary, '\\xFE');
    expect(await shown()).toEqual([['r', 'f:one=uno', 'g:=\\xFE']]);

    await deleteCell(table, text);
    expect(await shown()).toEqual([['r', 'g:=\\xFE']]);
    await deleteRow(table, row);
    expect(await shown()).toEqual([]);
    await restoreCells(table, row.cells);
    expect(await shown()).toEqual([['r', 'f:one=1', 'g:=\\xFF']]);
  });
});
