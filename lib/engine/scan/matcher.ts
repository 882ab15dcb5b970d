import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { MatchCode } from './match-code.js';

/**
 * Decides, cell by cell, what a reader of one family sees. There is one matcher for each purpose; it receives the cells
 * of a row in order (O-2), except those that its own verdicts allow to be skipped.
 */
export interface Matcher {
  /** Starts another row; forgets everything about the last one. */
  startRow(): void;
  match(cell: CellView): MatchCode;
  /** After a verdict that leaves the column of `cell`: the first position after it that can matter. Built in `into`. */
  nextColumn(cell: CellView, into: SeekKey): CellView;
}

/** A matcher of reads, below a filter. */
export interface ReadMatcher extends Matcher {
  /** Leaves the column of the last cell. Returns SeekNextColumn, or Skip if markers may follow in the column. */
  leaveColumn(): typeof MatchCode.Skip | typeof MatchCode.SeekNextColumn;
  /** Applies `cell` to the cells after it, which it may hide; the cell itself is not included and does not count. */
  passOver(cell: CellView): void;
}
