import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import type { ExpiryTimes } from './expiry-times.js';
import { MatchCode } from './match-code.js';
import type { ReadMatcher } from './matcher.js';
import type { ReadRules } from './read-rules.js';

/**
 * A matcher of reads that also notes when the puts expire on which its verdicts depend. Only a read that is watched has
 * one, so that others do not pay for it.
 */
export class ExpiryMatcher implements ReadMatcher {
  readonly #matcher: ReadMatcher;
  readonly #rules: ReadRules;
  readonly #times: ExpiryTimes;

  constructor(matcher: ReadMatcher, rules: ReadRules, times: ExpiryTimes) {
    this.#matcher = matcher;
    this.#rules = rules;
    this.#times = times;
  }

  startRow(): void {
    this.#matcher.startRow();
  }

  match(cell: CellView): MatchCode {
    const verdict = this.#matcher.match(cell);
    // A column that is left depends on the puts before this one; with NEW_VERSION_BEHAVIOR every put may count.
    if (verdict !== MatchCode.SeekNextColumn || this.#rules.info.newVersionBehavior) this.#note(cell);
    return verdict;
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return this.#matcher.nextColumn(cell, into);
  }

  leaveColumn(): typeof MatchCode.Skip | typeof MatchCode.SeekNextColumn {
    return this.#matcher.leaveColumn();
  }

  passOver(cell: CellView): void {
    this.#matcher.passOver(cell);
    this.#note(cell);
  }

  #note(cell: CellView): void {
    const { info, now, readPoint } = this.#rules;
    if (cell.type !== CellType.Put || cell.sequenceId > readPoint) return;
    const ttlMs = Math.min(info.ttlMs, cell.tagsLength === 0 ? Number.POSITIVE_INFINITY : readCellTtl(cell));
    if (ttlMs < Number.POSITIVE_INFINITY) this.#times.note(cell, cell.timestamp + ttlMs + 1, now);
  }
}
