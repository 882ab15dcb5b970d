import { compareRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { ColumnTracker } from './column-tracker.js';
import { MatchCode } from './match-code.js';
import { VersionCounter } from './version-counter.js';

/**
 * Wants the named columns, with as many versions of each as if all columns were read: naming a column changes nothing
 * (A-7).
 */
export class ExplicitColumnTracker implements ColumnTracker {
  readonly #versions: VersionCounter = new VersionCounter();
  #qualifiers: readonly Uint8Array[] = [];
  /** The first wanted column that is not before the current one. */
  #wanted = 0;

  /** The columns wanted from now on. REQUIRES byte order and no duplicates. */
  select(qualifiers: readonly Uint8Array[]): void {
    this.#qualifiers = qualifiers;
  }

  reset(maxVersions: number, minVersions: number, oldest: number): void {
    this.#versions.reset(maxVersions, minVersions, oldest);
  }

  startRow(): void {
    this.#wanted = 0;
    this.#versions.startColumn();
  }

  startColumn(cell: CellView): MatchCode {
    const qualifiers = this.#qualifiers;
    for (; this.#wanted < qualifiers.length; this.#wanted++) {
      const order = compareToCell(qualifiers[this.#wanted] as Uint8Array, cell);
      if (order > 0) return MatchCode.SeekNextColumn;
      if (order === 0) {
        this.#versions.startColumn();
        return MatchCode.Include;
      }
    }
    return MatchCode.SeekNextRow;
  }

  check(put: CellView): MatchCode {
    const verdict = this.#versions.check(put);
    if (verdict !== MatchCode.Include || !this.#versions.isFull) return verdict;
    const isLast = this.#wanted === this.#qualifiers.length - 1;
    return isLast ? MatchCode.IncludeAndSeekNextRow : MatchCode.IncludeAndSeekNextColumn;
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    for (let index = this.#wanted; index < this.#qualifiers.length; index++) {
      const qualifier = this.#qualifiers[index] as Uint8Array;
      if (compareToCell(qualifier, cell) > 0) return into.firstOnColumnOf(cell, qualifier);
    }
    return into.lastOnRowOf(cell);
  }
}

function compareToCell(qualifier: Uint8Array, cell: CellView): number {
  return compareRanges(qualifier, 0, qualifier.length, cell.key, cell.qualifierOffset, cell.qualifierLength);
}
