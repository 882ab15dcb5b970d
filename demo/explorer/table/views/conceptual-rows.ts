import { Bytes, type Table } from 'bigtab';
import { type ShownCell, toShownCell } from '../cells/shown-cell.js';
import { type Page, type PageRequest, scanOf } from '../live/cell-pages.js';

/** A row of the conceptual view, with its cells at its newest timestamps. */
export interface ConceptualRow {
  /** Identifies the row. */
  readonly id: string;
  readonly row: ShownCell['row'];
  /** The lines, newest first. */
  readonly lines: readonly ConceptualLine[];
  /** Whether the row has older lines. */
  readonly more: boolean;
}

/** The cells of a row at one timestamp. */
export interface ConceptualLine {
  readonly time: string;
  /** The cells by family, for the families that have any at this time. */
  readonly cells: ReadonlyMap<string, readonly ShownCell[]>;
}

export interface RowsRequest extends PageRequest {
  /** The number of shown lines by the row's id, for rows that show more than the first ones. */
  readonly linesShown: ReadonlyMap<string, number>;
}

/** The number of lines shown at first for each row, so that a row with many versions does not hide the others. */
export const FIRST_LINES = 5;

/** Reads one page of rows in order, with the lines of each row that are shown. */
export async function readConceptualPage(table: Table, request: RowsRequest): Promise<Page<ConceptualRow>> {
  const { size, signal, linesShown } = request;
  const items: ConceptualRow[] = [];
  // The newest timestamps of a row are among the newest of each of its columns. One more version shows whether there
  // are older ones.
  for await (const { row, cells } of table.getScanner(scanOf({ versions: FIRST_LINES + 1 }, request), { signal })) {
    if (row === null) continue;
    if (items.length === size) return { items, next: { row, skip: 0 } };
    const id = Bytes.toStringBinary(row);
    const most = linesShown.get(id) ?? FIRST_LINES;
    const read = most === FIRST_LINES ? cells : (await table.get({ row, versions: most + 1 })).cells;
    const lines = linesOf(read.map(toShownCell));
    // The row may have been deleted in between.
    const first = read[0] ?? cells[0];
    if (first !== undefined) {
      items.push({ id, row: toShownCell(first).row, lines: lines.slice(0, most), more: lines.length > most });
    }
  }
  return { items, next: null };
}

/** Makes the lines of one row from its cells, which may be in any order. */
function linesOf(cells: readonly ShownCell[]): readonly ConceptualLine[] {
  const byTime = new Map<number, ShownCell[]>();
  for (const cell of cells) addTo(byTime, cell.cell.timestamp, cell);
  const times = [...byTime].sort(([a], [b]) => b - a);
  return times.map(([, atTime]) => {
    const families = new Map<string, ShownCell[]>();
    for (const cell of atTime) addTo(families, cell.family, cell);
    return { time: (atTime[0] as ShownCell).time, cells: families };
  });
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
