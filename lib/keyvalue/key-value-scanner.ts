import type { CellView } from './cell-view.js';

/**
 * A sorted source of cells of one family: a memstore segment, a store file, or a heap over several.
 * Never async, never allocates per cell.
 *
 * A fresh scanner stands nowhere: `current` is null until the first `seek` or `seekToPreviousRow`.
 */
export interface KeyValueScanner {
  /** The cell it stands on, or null when exhausted. Valid until the scanner moves. */
  readonly current: CellView | null;
  /** Age of the source: larger = newer. Of two equal cells the one with the larger order comes first (O-8). */
  readonly order: number;
  /** To the next cell. REQUIRES `current !== null`. */
  next(): void;
  /**
   * Forward or backward, to the first cell at or behind `to`. `to` may be a seek key or a borrowed cell of another
   * scanner.
   */
  seek(to: CellView): void;
  /**
   * As `seek`, but REQUIRES that `to` is not before the present position; an exhausted scanner stays so. Cheap when the
   * target is near.
   */
  reseek(to: CellView): void;
  /**
   * To the first cell of the greatest row that is smaller than the row of `before`; exhausted when there is none. From
   * there `next` and `reseek` are good inside the row only: behind its last cell `current` is null or a cell of some
   * later row, and only `seek`, `seekToPreviousRow` and `seekToLastRow` may follow. So a heap need not move sources
   * that lack the row.
   */
  seekToPreviousRow(before: CellView): void;
  /** To the first cell of the last row; the same holds from there. */
  seekToLastRow(): void;
  /**
   * Lets go of what it holds only to stand where it stands, as before a long rest. Only `resume` or `close` may follow.
   */
  pause(): void;
  /** Stands again where `pause` left it. */
  resume(): void;
  close(): void;
}
