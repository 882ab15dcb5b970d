import { equalBytes } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';

/** A put or marker of a row, visible or not. */
export interface StoredCell {
  readonly qualifier: Uint8Array;
  readonly type: number;
  readonly timestamp: number;
  readonly sequenceId: number;
}

/** A copy of what decides which cells hide others. */
export function storedCell(cell: CellView): StoredCell {
  const { type, timestamp, sequenceId } = cell;
  return { qualifier: cell.copyQualifier(), type, timestamp, sequenceId };
}

/** Whether a marker hides a put of the same family, whichever was written first. */
export function hides(marker: StoredCell, put: StoredCell): boolean {
  switch (marker.type) {
    case CellType.DeleteFamily:
      return marker.timestamp >= put.timestamp;
    case CellType.DeleteFamilyVersion:
      return marker.timestamp === put.timestamp;
    case CellType.DeleteColumn:
      return marker.timestamp >= put.timestamp && equalBytes(marker.qualifier, put.qualifier);
    default:
      return marker.timestamp === put.timestamp && equalBytes(marker.qualifier, put.qualifier);
  }
}
