import { Bytes, Delete, KEEP_HISTORY, type Table } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { type Page, type Position, readCellPage } from './cell-pages.js';

const { signal } = new AbortController();

async function openTall(rows: number, versions: number): Promise<Table> {
  const connection = await openMemory({ name: 'tall' });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
  for (let version = 1; version <= versions; version++) {
    await table.put(
      Array.from({ length: rows }, (_, row) => ({ row: `r${row}`, cells: { f: { q: '1' } }, timestamp: version })),
    );
  }
  return table;
}

/** The items of all pages. */
async function readAll<T>(read: (from: Position | null) => Promise<Page<T>>): Promise<readonly (readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  for (let from: Position | null | undefined; from !== null; ) {
    const page: Page<T> = await read(from ?? null);
    pages.push(page.items);
    from = page.next;
  }
  return pages;
}

describe('pages of cells', () => {
  it('contain every cell once, even if a row is longer than a page or a transfer', async () => {
    const table = await openTall(3, 450);
    for (const size of [70, 225, 450, 2000]) {
      const pages = await readAll((from) => readCellPage(table, { versions: 'all' }, { from, size, signal }));
      expect(pages.every((page, index) => page.length === size || index === pages.length - 1)).toBe(true);
      const cells = pages.flat();
      expect(cells.length).toBe(1350);
      expect(new Set(cells.map(({ row, timestamp }) => `${Bytes.toStringBinary(row)} ${timestamp}`)).size).toBe(1350);
    }
  });

  it('continue at the next row if their row was deleted in between', async () => {
    const table = await openTall(2, 3);
    const { next } = await readCellPage(table, { versions: 'all' }, { from: null, size: 2, signal });
    expect(next?.skip).toBe(2);
    await table.delete(new Delete('r0'));
    const { items } = await readCellPage(table, { versions: 'all' }, { from: next, size: 9, signal });
    expect(items.map(({ row }) => Bytes.toStringBinary(row))).toEqual(['r1', 'r1', 'r1']);
  });
});
