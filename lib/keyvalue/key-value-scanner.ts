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
  /** Forward or backward, to the first cell at or behind `to`. `to` may be a seek key or a borrowed cell of another scanner. */
  seek(to: CellView): void;
  /** As `seek`, but REQUIRES that `to` is not before the present position; cheap when the target is near. */
  reseek(to: CellView): void;
  /** To the first cell of the greatest row that is smaller than the row of `before`; exhausted when there is none. */
  seekToPreviousRow(before: CellView): void;
  /** To the first cell of the last row. */
  seekToLastRow(): void;
  close(): void;
}
