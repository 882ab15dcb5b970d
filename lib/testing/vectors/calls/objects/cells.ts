import { type Cell, LATEST_TIMESTAMP, type MutationCell } from '../../../../index.js';
import { CellType } from '../../../../model/cell-type.js';
import { toPrintable } from '../../printable-bytes.js';
import { toBytes, toTime } from '../call-arguments.js';

/* Converts cells and timestamps from and to the format of calls. */

/**
 * The cell of `[row, family, qualifier, timestamp, value, type?]`. Returns anything but a list unchanged, because it is
 * a cell already.
 */
export function toCell(given: unknown): Cell {
  if (!Array.isArray(given)) return given as Cell;
  const [row, family, qualifier, timestamp, value, type = 'Put'] = given as readonly unknown[];
  return {
    row: toBytes(row),
    family: toBytes(family),
    qualifier: toBytes(qualifier),
    timestamp: toTime(timestamp),
    value: toBytes(value),
    type: type as Cell['type'],
  };
}

/** A timestamp in the format of calls. */
export function timeAnswer(time: number): unknown {
  return time === LATEST_TIMESTAMP ? 'LATEST' : time;
}

/** `[family, qualifier, timestamp, value]`, and the type unless it is a put. */
export function cellAnswer(cell: Cell | null): unknown {
  if (cell === null) return null;
  const { family, qualifier, timestamp, value, type } = cell;
  return [family, qualifier, timeAnswer(timestamp), value, ...(type === 'Put' ? [] : [type])];
}

/** The same for a cell of a mutation. */
export function mutationCell({ family, qualifier, timestamp, value, type }: MutationCell): unknown {
  const [name] = Object.entries(CellType).find(([, code]) => code === type) as [string, number];
  return [family, qualifier, timeAnswer(timestamp), value, ...(name === 'Put' ? [] : [name])];
}

/** Cells by family, as a map. */
export function byFamily(cells: readonly MutationCell[]): unknown {
  const families = new Map<string, unknown[]>();
  for (const cell of cells) {
    const name = toPrintable(cell.family);
    families.set(name, [...(families.get(name) ?? []), mutationCell(cell)]);
  }
  return [...families];
}
