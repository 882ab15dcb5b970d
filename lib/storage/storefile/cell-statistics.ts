import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';

/** Greater than every timestamp and sequence id that is ever stored. */
const NONE_MINIMUM = Number.MAX_SAFE_INTEGER;
/** Less than every timestamp and sequence id. */
const NONE_MAXIMUM = -1;

/**
 * Statistics of a store file's cells. If there are no cells of a kind, its minimum is 2^53−1 and its maximum −1, so
 * that the range is empty without a special case.
 */
export interface CellStatistics {
  readonly cellCount: number;
  readonly putCount: number;
  readonly deleteCount: number;
  readonly deleteColumnCount: number;
  readonly deleteFamilyCount: number;
  readonly deleteFamilyVersionCount: number;
  readonly minTimestamp: number;
  readonly maxTimestamp: number;
  /** HBase's EARLIEST_PUT_TS. */
  readonly minPutTimestamp: number;
  readonly maxPutTimestamp: number;
  /**
   * Largest timestamp of a DeleteColumn or DeleteFamily. Such a marker at t covers [0, t], so a read may skip a file by
   * time only if that range cannot matter either.
   */
  readonly maxRangeMarkerTimestamp: number;
  readonly minSequenceId: number;
  readonly maxSequenceId: number;
  /** Size of rows and qualifiers, uncompressed. */
  readonly keyBytes: number;
  readonly valueBytes: number;
  readonly hasTags: boolean;
}

/** Collects the statistics while a file is written. */
export class CellCounter {
  #cells = 0;
  readonly #byType: number[] = new Array<number>(256).fill(0);
  #minTimestamp = NONE_MINIMUM;
  #maxTimestamp = NONE_MAXIMUM;
  #minPutTimestamp = NONE_MINIMUM;
  #maxPutTimestamp = NONE_MAXIMUM;
  #maxRangeMarkerTimestamp = NONE_MAXIMUM;
  #minSequenceId = NONE_MINIMUM;
  #maxSequenceId = NONE_MAXIMUM;
  #keyBytes = 0;
  #valueBytes = 0;
  #hasTags = false;

  add(cell: CellView): void {
    const { timestamp, sequenceId, type } = cell;
    this.#cells++;
    this.#byType[type] = (this.#byType[type] as number) + 1;
    if (timestamp < this.#minTimestamp) this.#minTimestamp = timestamp;
    if (timestamp > this.#maxTimestamp) this.#maxTimestamp = timestamp;
    if (sequenceId < this.#minSequenceId) this.#minSequenceId = sequenceId;
    if (sequenceId > this.#maxSequenceId) this.#maxSequenceId = sequenceId;
    if (type === CellType.Put) {
      if (timestamp < this.#minPutTimestamp) this.#minPutTimestamp = timestamp;
      if (timestamp > this.#maxPutTimestamp) this.#maxPutTimestamp = timestamp;
    } else if (type === CellType.DeleteColumn || type === CellType.DeleteFamily) {
      if (timestamp > this.#maxRangeMarkerTimestamp) this.#maxRangeMarkerTimestamp = timestamp;
    }
    this.#keyBytes += cell.rowLength + cell.qualifierLength;
    this.#valueBytes += cell.valueLength;
    if (cell.tagsLength !== 0) this.#hasTags = true;
  }

  finish(): CellStatistics {
    const count = (type: number): number => this.#byType[type] as number;
    return {
      cellCount: this.#cells,
      putCount: count(CellType.Put),
      deleteCount: count(CellType.Delete),
      deleteColumnCount: count(CellType.DeleteColumn),
      deleteFamilyCount: count(CellType.DeleteFamily),
      deleteFamilyVersionCount: count(CellType.DeleteFamilyVersion),
      minTimestamp: this.#minTimestamp,
      maxTimestamp: this.#maxTimestamp,
      minPutTimestamp: this.#minPutTimestamp,
      maxPutTimestamp: this.#maxPutTimestamp,
      maxRangeMarkerTimestamp: this.#maxRangeMarkerTimestamp,
      minSequenceId: this.#minSequenceId,
      maxSequenceId: this.#maxSequenceId,
      keyBytes: this.#keyBytes,
      valueBytes: this.#valueBytes,
      hasTags: this.#hasTags,
    };
  }
}
