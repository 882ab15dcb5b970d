import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { MatchCode } from '../scan/match-code.js';
import type { Matcher } from '../scan/matcher.js';

/**
 * The matcher of a compaction that also notes of which rows it removes markers: puts in memory that they delete are then
 * visible again.
 */
export class RemovedMarkers implements Matcher {
  readonly #matcher: Matcher;
  readonly #last = new SeekKey();
  #first: Uint8Array | null = null;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  /** The first and the last of the rows; null if there are none. */
  get rows(): { readonly first: Uint8Array; readonly last: Uint8Array } | null {
    return this.#first === null ? null : { first: this.#first, last: this.#last.cell.copyRow() };
  }

  startRow(): void {
    this.#matcher.startRow();
  }

  match(cell: CellView): MatchCode {
    const verdict = this.#matcher.match(cell);
    if (cell.type !== CellType.Put && verdict < MatchCode.Include) {
      this.#first ??= cell.copyRow();
      this.#last.firstOnRowOf(cell);
    }
    return verdict;
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return this.#matcher.nextColumn(cell, into);
  }
}
