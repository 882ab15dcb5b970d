import type { Table } from 'bigtab';
import { isPassed, type Page, type PageRequest, scanOf } from './cell-pages.js';
import { type ShownCell, toShownCell } from './shown-cell.js';

/** A line of the conceptual view: what a row has at one timestamp. */
export interface ConceptualLine {
  readonly row: ShownCell['row'];
  /** Whether the line before it on the page is of the same row. */
  readonly goesOn: boolean;
  readonly time: string;
  /** The cells by family; a family without one at this time is not there. */
  readonly cells: ReadonlyMap<string, readonly ShownCell[]>;
}

/** Reads one page of lines: rows in their order, and in a row all versions that a read shows, the newest first. */
export async function readConceptualPage(table: Table, request: PageRequest): Promise<Page<ConceptualLine>> {
  const { from, size, signal } = request;
  const items: ConceptualLine[] = [];
  for await (const result of table.getScanner(scanOf({ versions: 'all' }, request), { signal })) {
    const lines = linesOf(result.cells.map(toShownCell));
    for (const [index, line] of lines.entries()) {
      const row = result.row as Uint8Array;
      if (isPassed(from, row, index + 1)) continue;
      if (items.length === size) return { items, next: { row, skip: index } };
      items.push(items.length === 0 ? { ...line, goesOn: false } : line);
    }
  }
  return { items, next: null };
}

/** The lines of one row, from its cells in any order. */
function linesOf(cells: readonly ShownCell[]): readonly ConceptualLine[] {
  const byTime = new Map<number, ShownCell[]>();
  for (const cell of cells) addTo(byTime, cell.cell.timestamp, cell);
  const times = [...byTime].sort(([a], [b]) => b - a);
  return times.map(([, atTime], index) => {
    const families = new Map<string, ShownCell[]>();
    for (const cell of atTime) addTo(families, cell.family, cell);
    const { row, time } = atTime[0] as ShownCell;
    return { row, goesOn: index > 0, time, cells: families };
  });
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
