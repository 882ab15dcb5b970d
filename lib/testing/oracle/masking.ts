/* The puts of a row and family that the markers delete. */
import type { StoredCell } from './stored-cell.js';

/** Those of `markers` that delete the put; empty if none does. Sequence ids do not matter. */
export function deletersOf(put: StoredCell, markers: readonly StoredCell[]): StoredCell[] {
  return markers.filter((marker) => {
    const sameColumn = marker.qualifier === put.qualifier;
    switch (marker.type) {
      case 'DeleteFamily':
        return put.timestamp <= marker.timestamp;
      case 'DeleteFamilyVersion':
        return put.timestamp === marker.timestamp;
      case 'DeleteColumn':
        return sameColumn && put.timestamp <= marker.timestamp;
      case 'Delete':
        return sameColumn && put.timestamp === marker.timestamp;
      default:
        return false;
    }
  });
}
