/* Which puts of a row and family the markers delete. */
import type { StoredCell } from './stored-cell.js';

/** What of `markers` deletes the put: the set is empty where nothing does. Sequence ids play no role. */
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
