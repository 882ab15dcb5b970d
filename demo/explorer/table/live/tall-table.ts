import { KEEP_HISTORY, type Table } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import type { Page, Position } from './cell-pages.js';

/** A table for tests: `rows` rows with one column, which has `versions` versions. */
export async function openTallTable(rows: number, versions: number): Promise<Table> {
  const connection = await openMemory({ name: 'tall' });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
  for (let version = 1; version <= versions; version++) {
    await table.put(
      Array.from({ length: rows }, (_, row) => ({ row: `r${row}`, cells: { f: { q: '1' } }, timestamp: version })),
    );
  }
  return table;
}

/** The items of all pages, for tests. */
export async function readAllPages<T>(
  read: (from: Position | null) => Promise<Page<T>>,
): Promise<readonly (readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  for (let from: Position | null | undefined; from !== null; ) {
    const page: Page<T> = await read(from ?? null);
    pages.push(page.items);
    from = page.next;
  }
  return pages;
}
