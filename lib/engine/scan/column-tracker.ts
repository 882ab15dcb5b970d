import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { MatchCode } from './match-code.js';

/** Knows which columns are wanted, and counts their versions. Meets the columns of a row in order. */
export interface ColumnTracker {
  /**
   * For another read: wants `maxVersions` of each column, but of those older than `oldest` only what makes
   * `minVersions` full.
   */
  reset(maxVersions: number, minVersions: number, oldest: number): void;
  startRow(): void;
  /** Another column begins, that of `cell`. Include when it is wanted, else SeekNextColumn or SeekNextRow. */
  startColumn(cell: CellView): MatchCode;
  /** Counts a put that nothing hides. REQUIRES that its column is wanted. Any verdict but SeekNextRow. */
  check(put: CellView): MatchCode;
  /** The first place behind the column of `cell` that can matter. Built in `into`. */
  nextColumn(cell: CellView, into: SeekKey): CellView;
}
