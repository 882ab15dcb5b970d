import { Bytes, type Cell, Scan, type ScanLike, type Table } from 'bigtab';

/** The start of a page: a row, and the number of its items to skip. Null means the first row. */
export interface Position {
  readonly row: Uint8Array;
  readonly skip: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The start of the next page, or null after the last one. */
  readonly next: Position | null;
}

export interface PageRequest {
  readonly from: Position | null;
  readonly size: number;
  readonly signal: AbortSignal;
}

/** The number of cells in a Result. It is limited so that one page does not read all of a long row. */
export const BATCH = 200;

/** Reads one page of cells in the order of a scan. A row may be longer than a page. */
export async function readCellPage(table: Table, scan: ScanLike, request: PageRequest): Promise<Page<Cell>> {
  const { from, size, signal } = request;
  const items: Cell[] = [];
  let row = from?.row ?? null;
  let at = 0;
  for await (const part of table.getScanner(scanOf(scan, request).setBatch(BATCH), { signal })) {
    for (const cell of part.cells) {
      if (row === null || !Bytes.equals(row, cell.row)) [row, at] = [cell.row, 0];
      if (items.length === size) return { items, next: { row, skip: at } };
      at++;
      if (!isPassed(from, cell.row, at)) items.push(cell);
    }
  }
  return { items, next: null };
}

/** The scan for a page: the row where it begins, one row for each item, and one more to see whether others follow. */
export function scanOf(scan: ScanLike, { from, size }: PageRequest): Scan {
  const rest = new Scan(scan).setLimit(size + 2);
  return from === null ? rest : rest.withStartRow(from.row);
}

/** Whether the `count`th item of a row is before a position. */
function isPassed(from: Position | null, row: Uint8Array, count: number): boolean {
  return from !== null && count <= from.skip && Bytes.equals(row, from.row);
}
