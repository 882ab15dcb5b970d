import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { type DamagedRows, isDamaged } from '../region/damaged-rows.js';
import { MatchCode } from '../scan/match-code.js';
import type { Matcher } from '../scan/matcher.js';

/**
 * The matcher of a compaction that keeps every cell of the rows of which another file cannot be read: once that file is
 * given up or can be read again, older versions and markers count.
 */
export class DamagedRowMatcher implements Matcher {
  readonly #matcher: Matcher;
  readonly #damage: readonly DamagedRows[];
  readonly #found: readonly DamagedRows[];
  #isFirst = true;
  #keeps = false;

  /** `found`: rows that the compaction itself cannot read; more are added when it gets there. */
  constructor(matcher: Matcher, damage: readonly DamagedRows[], found: readonly DamagedRows[]) {
    this.#matcher = matcher;
    this.#damage = damage;
    this.#found = found;
  }

  startRow(): void {
    this.#isFirst = true;
    this.#matcher.startRow();
  }

  match(cell: CellView): MatchCode {
    if (this.#isFirst) {
      this.#isFirst = false;
      const row = cell.copyRow();
      this.#keeps = isDamaged(this.#damage, row) || isDamaged(this.#found, row);
    }
    return this.#keeps ? MatchCode.Include : this.#matcher.match(cell);
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return this.#matcher.nextColumn(cell, into);
  }
}
