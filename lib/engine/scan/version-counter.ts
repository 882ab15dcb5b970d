import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { MatchCode } from './match-code.js';

/**
 * Counts the versions of one column, newest first, up to a limit. Markers passed to it have a place among the versions,
 * but do not count.
 */
export class VersionCounter {
  #maxVersions = 1;
  #minVersions = 0;
  #oldest = 0;
  #count = 0;
  #lastTimestamp = -1;
  #lastType = 0;

  /**
   * For columns of which `maxVersions` are wanted, but versions older than `oldest` only until there are `minVersions`
   * . REQUIRES `maxVersions >= 1`.
   */
  reset(maxVersions: number, minVersions: number, oldest: number): void {
    this.#maxVersions = maxVersions;
    this.#minVersions = minVersions;
    this.#oldest = oldest;
    this.startColumn();
  }

  /** Whether no further version is wanted. */
  get isFull(): boolean {
    return this.#count >= this.#maxVersions;
  }

  startColumn(): void {
    this.#count = 0;
    this.#lastTimestamp = -1;
  }

  /**
   * Returns Include, Skip for an older write of the previous version (R-33, R-52, C-17), or SeekNextColumn if neither
   * the cell nor any put after it is wanted.
   */
  check(cell: CellView): MatchCode {
    const { timestamp, type } = cell;
    if (timestamp === this.#lastTimestamp && type === this.#lastType) return MatchCode.Skip;
    if (type === CellType.Put) this.#count++;
    if (this.#count > this.#maxVersions) return MatchCode.SeekNextColumn;
    if (timestamp < this.#oldest && this.#count > this.#minVersions) return MatchCode.SeekNextColumn;
    this.#lastTimestamp = timestamp;
    this.#lastType = type;
    return MatchCode.Include;
  }
}
