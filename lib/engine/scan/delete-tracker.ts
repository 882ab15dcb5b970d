import type { CellView } from '../../keyvalue/cell-view.js';

/** How markers bear on a put. */
export const DeleteResult = {
  NotDeleted: 0,
  /**
   * This version is deleted; older ones of the column may not be. Also when a DeleteFamilyVersion and a DeleteColumn
   * both delete it (C-15).
   */
  VersionDeleted: 1,
  /** This version is deleted, and so is every older one of the column. */
  ColumnDeleted: 2,
} as const;

export type DeleteResult = (typeof DeleteResult)[keyof typeof DeleteResult];

/** Remembers the markers of a row and says which puts they delete. Meets markers and puts in cell order (O-2). */
export interface DeleteTracker {
  startRow(): void;
  /** Another column of the row begins. Markers of the family stay in force. */
  startColumn(): void;
  /**
   * Takes a marker of the row or of the present column. True when it alone deletes every cell of the column that is
   * still to come.
   */
  add(marker: CellView): boolean;
  isDeleted(put: CellView): DeleteResult;
}
