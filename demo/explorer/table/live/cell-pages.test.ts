import { Bytes, Delete } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { readCellPage } from './cell-pages.js';
import { openTallTable, readAllPages } from './tall-table.js';

const { signal } = new AbortController();

describe('pages of cells', () => {
  it('contain every cell once, even if a row is longer than a page or a transfer', async () => {
    const table = await openTallTable(3, 450);
    for (const size of [70, 225, 450, 2000]) {
      const pages = await readAllPages((from) => readCellPage(table, { versions: 'all' }, { from, size, signal }));
      expect(pages.every((page, index) => page.length === size || index === pages.length - 1)).toBe(true);
      const cells = pages.flat();
      expect(cells.length).toBe(1350);
      expect(new Set(cells.map(({ row, timestamp }) => `${Bytes.toStringBinary(row)} ${timestamp}`)).size).toBe(1350);
    }
  });

  it('continue at the next row if their row was deleted in between', async () => {
    const table = await openTallTable(2, 3);
    const { next } = await readCellPage(table, { versions: 'all' }, { from: null, size: 2, signal });
    expect(next?.skip).toBe(2);
    await table.delete(new Delete('r0'));
    const { items } = await readCellPage(table, { versions: 'all' }, { from: next, size: 9, signal });
    expect(items.map(({ row }) => Bytes.toStringBinary(row))).toEqual(['r1', 'r1', 'r1']);
  });
});
