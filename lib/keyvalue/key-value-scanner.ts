import type { CellView } from './cell-view.js';

/**
 * A sorted source of cells of one family: a memstore segment, a store file, or a heap of several sources. Never async,
 * never allocates per cell.
 *
 * A new scanner has no position: `current` is null until the first `seek` or `seekToPreviousRow`.
 */
export interface KeyValueScanner {
  /** The current cell, or null if the scanner is exhausted. Valid until the scanner moves. */
  readonly current: CellView | null;
  /** Age of the source: larger means newer. Of two equal cells, the one with the larger order comes first (O-8). */
  readonly order: number;
  /** Moves to the next cell. REQUIRES `current !== null`. */
  next(): void;
  /**
   * Moves forward or backward, to the first cell at or after `to`. `to` may be a seek key or a borrowed cell of another
   * scanner.
   */
  seek(to: CellView): void;
  /**
   * Like `seek`, but REQUIRES that `to` is not before the current position; an exhausted scanner stays exhausted. Fast
   * if the target is near.
   */
  reseek(to: CellView): void;
  /**
   * Moves to the first cell of the greatest row that is smaller than the row of `before`; the scanner is exhausted if
   * there is none. After that, use `next` and `reseek` inside the row only: after its last cell, `current` is null or a
   * cell of some later row, and only `seek`, `seekToPreviousRow` and `seekToLastRow` may follow. So a heap need not
   * move sources that do not have the row.
   */
  seekToPreviousRow(before: CellView): void;
  /** Moves to the first cell of the last row; the same restrictions apply after it. */
  seekToLastRow(): void;
  /**
   * Releases everything that it keeps only for its position, for example before a long pause. Only `resume` or `close`
   * may follow.
   */
  pause(): void;
  /** Returns to the position that it had before `pause`. */
  resume(): void;
  close(): void;
}
