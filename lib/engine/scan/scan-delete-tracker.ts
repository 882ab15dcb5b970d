/*
 * The default rule. Sequence ids do not matter: a marker also deletes what is written after it.
 *
 *   marker               deletes a put of               remembered as
 *   DeleteFamily         the family, up to its time     familyTimestamp, the largest
 *   DeleteFamilyVersion  the family, exactly its time   familyVersions, all
 *   DeleteColumn         its column, up to its time     columnTimestamp, the largest
 *   Delete               its column, exactly its time   versionTimestamp, the last: larger ones are no longer needed
 */
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { DeleteResult, type DeleteTracker } from './delete-tracker.js';

const NONE = -1;

export class ScanDeleteTracker implements DeleteTracker {
  #familyTimestamp = NONE;
  #columnTimestamp = NONE;
  #versionTimestamp = NONE;
  /** In descending order, as they arrive; only the first `familyVersionCount` are valid. */
  readonly #familyVersions: number[] = [];
  #familyVersionCount = 0;

  startRow(): void {
    this.#familyTimestamp = NONE;
    this.#familyVersionCount = 0;
    this.startColumn();
  }

  startColumn(): void {
    this.#columnTimestamp = NONE;
    this.#versionTimestamp = NONE;
  }

  add(marker: CellView): boolean {
    const { timestamp } = marker;
    switch (marker.type) {
      case CellType.DeleteFamily:
        // The first is the largest. Family markers begin the row, so only older cells of its column follow.
        if (timestamp > this.#familyTimestamp) this.#familyTimestamp = timestamp;
        return true;
      case CellType.DeleteFamilyVersion:
        this.#familyVersions[this.#familyVersionCount++] = timestamp;
        return false;
      case CellType.DeleteColumn:
        if (timestamp > this.#columnTimestamp) this.#columnTimestamp = timestamp;
        return true;
      default:
        this.#versionTimestamp = timestamp;
        return false;
    }
  }

  isDeleted(put: CellView): DeleteResult {
    const { timestamp } = put;
    if (timestamp <= this.#familyTimestamp) return DeleteResult.ColumnDeleted;
    if (this.#familyVersionCount > 0 && this.#hasFamilyVersion(timestamp)) return DeleteResult.VersionDeleted;
    if (timestamp <= this.#columnTimestamp) return DeleteResult.ColumnDeleted;
    return timestamp === this.#versionTimestamp ? DeleteResult.VersionDeleted : DeleteResult.NotDeleted;
  }

  #hasFamilyVersion(timestamp: number): boolean {
    let low = 0;
    let high = this.#familyVersionCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#familyVersions[middle] as number) > timestamp) low = middle + 1;
      else high = middle;
    }
    return low < this.#familyVersionCount && this.#familyVersions[low] === timestamp;
  }
}
