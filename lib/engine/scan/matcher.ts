import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { MatchCode } from './match-code.js';

/**
 * Decides, cell by cell, what a reader of one family gets to see. One matcher per purpose; it sees the cells of a row
 * in order (O-2), but for those that its own verdicts let it skip.
 */
export interface Matcher {
  /** Another row begins; everything remembered of the last one is void. */
  startRow(): void;
  match(cell: CellView): MatchCode;
  /** After a verdict that leaves the column of `cell`: the first place behind it that can matter. Built in `into`. */
  nextColumn(cell: CellView, into: SeekKey): CellView;
}

/** A matcher of reads, beneath a filter. */
export interface ReadMatcher extends Matcher {
  /** Nothing more of the column of the last cell is wanted: SeekNextColumn, or Skip where markers may follow in it. */
  leaveColumn(): typeof MatchCode.Skip | typeof MatchCode.SeekNextColumn;
  /** Takes from `cell`, which is part of no answer and does not count, what it hides of those behind it. */
  passOver(cell: CellView): void;
}
