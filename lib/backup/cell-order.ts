import { compareBytes } from '../bytes/compare.js';
import { CellType } from '../model/cell-type.js';
import type { BackupCell } from './backup-format.js';

/** How a cell follows the one before it in the lines of a table. */
export type Succession =
  /** It does not belong after that cell. */
  | 'wrong'
  /** Both may belong to one write. */
  | 'same write'
  /** It belongs to a later write or to another row. */
  | 'later write';

/**
 * Compares two lines of a table. Lines are in the order of rows, then of families. In a family they are in cell order;
 * puts of the same column and timestamp are in the order of writing. With NEW_VERSION_BEHAVIOR, they are in the order of
 * writing, and cells of one write in cell order.
 */
export function succession(before: BackupCell | null, cell: BackupCell): Succession {
  if (before === null) return cell.write > 1 ? 'wrong' : 'later write';
  const rows = compareBytes(before.row, cell.row);
  if (rows > 0) return 'wrong';
  if (rows < 0 || before.family < cell.family) {
    if (cell.write > 1) return 'wrong';
    return rows < 0 || cell.write > 0 || before.write > 0 ? 'later write' : 'same write';
  }
  if (before.family > cell.family) return 'wrong';
  if (cell.write !== before.write) return cell.write === before.write + 1 ? 'later write' : 'wrong';
  const order = compareInFamily(before, cell);
  if (order < 0) return 'same write';
  return order === 0 && cell.type === CellType.Put && cell.write === 0 ? 'later write' : 'wrong';
}

/** Cell order in a row and family (O-2). */
function compareInFamily(a: BackupCell, b: BackupCell): number {
  return compareBytes(a.qualifier, b.qualifier) || b.timestamp - a.timestamp || b.type - a.type;
}
