import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { MatchCode } from './match-code.js';
import type { ReadMatcher } from './matcher.js';
import type { ReadRules } from './read-rules.js';
import type { UnwrittenChanges } from './unwritten-changes.js';

/**
 * A matcher of reads that also notes what may change without a write: when the puts expire on which its verdicts depend,
 * and which rows have hidden cells. Only a read that is watched has one, so that others do not pay for it.
 */
export class WatchedMatcher implements ReadMatcher {
  readonly #matcher: ReadMatcher;
  readonly #rules: ReadRules;
  readonly #changes: UnwrittenChanges;

  constructor(matcher: ReadMatcher, rules: ReadRules, changes: UnwrittenChanges) {
    this.#matcher = matcher;
    this.#rules = rules;
    this.#changes = changes;
  }

  startRow(): void {
    this.#matcher.startRow();
  }

  match(cell: CellView): MatchCode {
    const verdict = this.#matcher.match(cell);
    // Where a put ends its column, the column depends on the puts before it; with NEW_VERSION_BEHAVIOR every put may count.
    const isEnd = verdict === MatchCode.SeekNextColumn && cell.type === CellType.Put;
    if (!isEnd || this.#rules.info.newVersionBehavior) this.#note(cell);
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
    if (cell.sequenceId > readPoint) return;
    if (cell.type !== CellType.Put) {
      this.#changes.noteHidden(cell);
      return;
    }
    // With MIN_VERSIONS, a cell may outlive the time of its family, and then leave at its own.
    if (info.ttlMs < Number.POSITIVE_INFINITY) this.#expires(cell, info.ttlMs, now);
    if (cell.tagsLength > 0 && !this.#expires(cell, readCellTtl(cell), now)) this.#changes.noteHidden(cell);
  }

  /** Returns false if it has expired. */
  #expires(cell: CellView, ttlMs: number, now: number): boolean {
    const at = cell.timestamp + ttlMs + 1;
    if (at <= now) {
      this.#changes.foundTtl = true;
      return false;
    }
    this.#changes.noteExpiry(cell, at);
    return true;
  }
}
