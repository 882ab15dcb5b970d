import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { MatchCode } from './match-code.js';

/** Decides which columns are wanted, and counts their versions. Receives the columns of a row in order. */
export interface ColumnTracker {
  /**
   * Starts another read: it wants `maxVersions` of each column, but versions older than `oldest` only until there are
   * `minVersions`.
   */
  reset(maxVersions: number, minVersions: number, oldest: number): void;
  startRow(): void;
  /** Starts the column of `cell`. Returns Include if the column is wanted, otherwise SeekNextColumn or SeekNextRow. */
  startColumn(cell: CellView): MatchCode;
  /** Counts a put that nothing hides. REQUIRES that its column is wanted. Returns any verdict but SeekNextRow. */
  check(put: CellView): MatchCode;
  /** The first position after the column of `cell` that can matter. Built in `into`. */
  nextColumn(cell: CellView, into: SeekKey): CellView;
}
