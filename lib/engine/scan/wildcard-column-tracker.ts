import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { ColumnTracker } from './column-tracker.js';
import { MatchCode } from './match-code.js';
import { VersionCounter } from './version-counter.js';

/** Wants every column of the family. */
export class WildcardColumnTracker implements ColumnTracker {
  readonly #versions: VersionCounter = new VersionCounter();

  reset(maxVersions: number, minVersions: number, oldest: number): void {
    this.#versions.reset(maxVersions, minVersions, oldest);
  }

  startRow(): void {
    this.#versions.startColumn();
  }

  startColumn(_cell: CellView): MatchCode {
    this.#versions.startColumn();
    return MatchCode.Include;
  }

  check(put: CellView): MatchCode {
    const verdict = this.#versions.check(put);
    return verdict === MatchCode.Include && this.#versions.isFull ? MatchCode.IncludeAndSeekNextColumn : verdict;
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return into.lastOnColumnOf(cell);
  }
}
