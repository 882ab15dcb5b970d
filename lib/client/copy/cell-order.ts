import { compareBytes } from '../../bytes/compare.js';
import type { Cell } from '../../model/cell.js';
import { CellType } from '../../model/cell-type.js';

/** The order in which scans return cells (O-1 to O-3): negative, zero or positive if `a` comes before, with or after `b`. */
export function compareCells(a: Cell, b: Cell): number {
  return (
    compareBytes(a.row, b.row) ||
    compareBytes(a.family, b.family) ||
    compareBytes(a.qualifier, b.qualifier) ||
    b.timestamp - a.timestamp ||
    CellType[b.type] - CellType[a.type]
  );
}
