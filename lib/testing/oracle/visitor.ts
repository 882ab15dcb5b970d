/* The visitor of the cells of one row and family that a read returns, one after the other. */
import type { StoredCell } from './stored-cell.js';

/** Where to go on. */
export type Step = 'cell' | 'column' | 'family';

export interface Visitor {
  /**
   * Whether the cell is not even looked at: it does not count as a version. Markers have their effect all the same
   * (A-5, A-21).
   */
  passesOver(cell: StoredCell): boolean;
  visit(cell: StoredCell): Step;
}

/** Takes every cell. */
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
