import { Bytes, type Table } from 'bigtab';
import { type Page, type PageRequest, scanOf } from './cell-pages.js';
import { type ShownCell, toShownCell } from './shown-cell.js';

/** A row of the conceptual view: what it has at its newest timestamps. */
export interface ConceptualRow {
  /** Distinguishes rows. */
  readonly id: string;
  readonly row: ShownCell['row'];
  /** The newest first. */
  readonly lines: readonly ConceptualLine[];
  /** Whether it has older ones. */
  readonly more: boolean;
}

/** What a row has at one timestamp. */
export interface ConceptualLine {
  readonly time: string;
  /** The cells by family; a family without one at this time is not there. */
  readonly cells: ReadonlyMap<string, readonly ShownCell[]>;
}

export interface RowsRequest extends PageRequest {
  /** Lines of a row that are shown, by its id, where they are more than the first ones. */
  readonly linesShown: ReadonlyMap<string, number>;
}

/** Lines of each row that are shown at first, so that a row with many versions does not push all others out of view. */
export const FIRST_LINES = 5;

/** Reads one page of rows in their order, and of each as many lines as are shown. */
export async function readConceptualPage(table: Table, request: RowsRequest): Promise<Page<ConceptualRow>> {
  const { size, signal, linesShown } = request;
  const items: ConceptualRow[] = [];
  // The newest timestamps of a row are among the newest of each of its columns. Reading one more shows whether there
  // are older ones.
  for await (const { row, cells } of table.getScanner(scanOf({ versions: FIRST_LINES + 1 }, request), { signal })) {
    if (row === null) continue;
    if (items.length === size) return { items, next: { row, skip: 0 } };
    const id = Bytes.toStringBinary(row);
    const most = linesShown.get(id) ?? FIRST_LINES;
    const read = most === FIRST_LINES ? cells : (await table.get({ row, versions: most + 1 })).cells;
    const lines = linesOf(read.map(toShownCell));
    // It may have been deleted in between.
    const first = read[0] ?? cells[0];
    if (first !== undefined) {
      items.push({ id, row: toShownCell(first).row, lines: lines.slice(0, most), more: lines.length > most });
    }
  }
  return { items, next: null };
}

/** The lines of one row, from its cells in any order. */
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
