import { Bytes, type BytesLike, type Cell, type Table } from 'bigtab';
import { type ShownCell, toShownCell } from '../cells/shown-cell.js';
import { type Page, type PageRequest, readCellPage } from '../live/cell-pages.js';

/** A line of the physical view: a cell as it is stored. */
export interface StoredCell extends ShownCell {
  /** Whether reads hide the cell: it is deleted or expired, or there are enough newer versions. */
  readonly hidden: boolean;
}

export interface StoredRequest extends PageRequest {
  /** Whether to read markers, and hidden cells that are still stored, too. */
  readonly raw: boolean;
}

/** Reads one page of a family's cells in stored order: by row, by qualifier, then newest first. */
export async function readStoredPage(
  table: Table,
  family: BytesLike,
  request: StoredRequest,
): Promise<Page<StoredCell>> {
  const { raw } = request;
  const page = await readCellPage(table, { columns: [[family]], versions: 'all', raw }, request);
  const shown = raw ? await shownKeys(table, family, page.items) : null;
  const items = page.items.map((cell) => ({
    ...toShownCell(cell),
    hidden: shown !== null && cell.type === 'Put' && !shown.has(keyOf(cell)),
  }));
  return { ...page, items };
}

/** The visible versions of the rows of some cells. */
async function shownKeys(table: Table, family: BytesLike, cells: readonly Cell[]): Promise<ReadonlySet<string>> {
  const rows = cells.map(({ row }) => row);
  const once = rows.filter((row, index) => index === 0 || !Bytes.equals(row, rows[index - 1] as Uint8Array));
  const results = await table.get(once.map((row) => ({ row, columns: [[family] as const], versions: 'all' as const })));
  return new Set(results.flatMap((result) => result.cells.map(keyOf)));
}

function keyOf({ row, qualifier, timestamp }: Cell): string {
  return `${row.length} ${Bytes.toStringBinary(row)} ${Bytes.toStringBinary(qualifier)} ${timestamp}`;
}
