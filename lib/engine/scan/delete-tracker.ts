import type { CellView } from '../../keyvalue/cell-view.js';

/** How markers affect a put. */
export const DeleteResult = {
  NotDeleted: 0,
  /**
   * This version is deleted; older ones of the column may not be. Also used when both a DeleteFamilyVersion and a
   * DeleteColumn delete it (C-15).
   */
  VersionDeleted: 1,
  /** This version is deleted, and so is every older one of the column. */
  ColumnDeleted: 2,
} as const;

export type DeleteResult = (typeof DeleteResult)[keyof typeof DeleteResult];

/** Remembers the markers of a row and decides which puts they delete. Receives markers and puts in cell order (O-2). */
export interface DeleteTracker {
  startRow(): void;
  /** Starts another column of the row. Markers of the family still apply. */
  startColumn(): void;
  /**
   * Adds a marker of the row or of the current column. Returns true if it alone deletes every cell of the column that
   * follows.
   */
  add(marker: CellView): boolean;
  isDeleted(put: CellView): DeleteResult;
}
