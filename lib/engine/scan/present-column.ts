import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';

/** Remembers the column a matcher is in, by a copy of its qualifier, because cells are only valid for a short time. */
export class PresentColumn {
  #qualifier: Uint8Array = new Uint8Array(32);
  /** -1 before the first column of a row. */
  #length = -1;

  startRow(): void {
    this.#length = -1;
  }

  /** Whether it is the empty-qualifier column, which contains the markers of the family (O-5). */
  get isEmptyQualifier(): boolean {
    return this.#length === 0;
  }

  /**
   * Returns true if `cell` begins another column, which then becomes the current one. REQUIRES a cell of the current
   * row.
   */
  enter(cell: CellView): boolean {
    const { key, qualifierOffset, qualifierLength } = cell;
    if (equalRanges(key, qualifierOffset, qualifierLength, this.#qualifier, 0, this.#length)) return false;
    if (qualifierLength > this.#qualifier.length) this.#qualifier = new Uint8Array(2 * qualifierLength);
    const qualifier = this.#qualifier;
    for (let index = 0; index < qualifierLength; index++) qualifier[index] = key[qualifierOffset + index] as number;
    this.#length = qualifierLength;
    return true;
  }
}
