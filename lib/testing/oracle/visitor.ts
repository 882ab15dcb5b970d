/* Visits the cells of one row and family that a read returns, one after the other. */
import type { StoredCell } from './stored-cell.js';

/** Where to continue. */
export type Step = 'cell' | 'column' | 'family';

export interface Visitor {
  /** Whether the cell is skipped and does not count as a version. Markers have their effect even so. */
  passesOver(cell: StoredCell): boolean;
  visit(cell: StoredCell): Step;
}

/** Accepts every cell. */
export class Collector implements Visitor {
  readonly cells: StoredCell[] = [];

  passesOver(): boolean {
    return false;
  }

  visit(cell: StoredCell): Step {
    this.cells.push(cell);
    return 'cell';
  }
}
