import { equalBytes } from '../../bytes/compare.js';
import { ColumnRangeFilter } from '../../filter/column-range-filter.js';
import type { Cell } from '../../model/cell.js';
import type { CellSource } from './cell-source.js';

/**
 * The cells with the coordinates and timestamps of `wanted`, as reads of all versions in `timeRange` return them; null for
 * those that they do not return. REQUIRES that `wanted` is in order. `isRowPart`: all are of one row, which may be so long
 * that only the columns between them are read.
 */
export async function findCells(
  source: CellSource,
  wanted: readonly Cell[],
  timeRange: readonly [number, number],
  isRowPart: boolean,
): Promise<(Cell | null)[]> {
  const found: (Cell | null)[] = [];
  for (const cells of byFamily(wanted, isRowPart)) {
    const [first, last] = [cells[0] as Cell, cells.at(-1) as Cell];
    const stream = await source.open({
      start: first.row,
      stop: last.row,
      stopInclusive: true,
      columns: familiesOf(cells).map((family) => [family]),
      versions: 'all',
      timeRange,
      ...(isRowPart && { filter: new ColumnRangeFilter(first.qualifier, true, last.qualifier, true) }),
    });
    try {
      for (const cell of cells) {
        await stream.skipTo(cell);
        found.push(stream.at(cell));
      }
    } finally {
      await stream.close();
    }
  }
  return found;
}

function familiesOf(cells: readonly Cell[]): readonly Uint8Array[] {
  const families: Uint8Array[] = [];
  for (const { family } of cells) if (!families.some((known) => equalBytes(known, family))) families.push(family);
  return families;
}

/** The cells of each family on their own if they are part of a row, else all of them. */
function byFamily(cells: readonly Cell[], isRowPart: boolean): readonly (readonly Cell[])[] {
  const groups: Cell[][] = [];
  for (const cell of cells) {
    const group = groups.at(-1);
    if (group !== undefined && (!isRowPart || equalBytes((group[0] as Cell).family, cell.family))) group.push(cell);
    else groups.push([cell]);
  }
  return groups;
}
