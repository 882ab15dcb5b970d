/*
 * What a raw scan sees: all cells, including markers, within the time range and the version limit of the scan, except
 * puts whose own time to live is over.
 *
 *   cell                                       verdict
 *   beyond the read point               skip
 *   at or above the time range                 skip
 *   below the time range                       next column
 *   put whose own time to live is over         skip
 *   same timestamp and type as before   skip
 *   put beyond the version limit        next column
 *   other                                      include; markers do not count as versions
 *
 * Markers delete nothing here, so the empty-qualifier column is like any other. Families with NEW_VERSION_BEHAVIOR are
 * read in the same way.
 */
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { isCellExpired } from '../../keyvalue/ttl-tag.js';
import { ALL_TIME } from '../../model/time-range.js';
import { MatchCode } from './match-code.js';
import type { ReadMatcher } from './matcher.js';
import { PresentColumn } from './present-column.js';
import type { ReadRules } from './read-rules.js';
import { VersionCounter } from './version-counter.js';

export class RawMatcher implements ReadMatcher {
  readonly #column: PresentColumn = new PresentColumn();
  readonly #versions: VersionCounter = new VersionCounter();
  #readPoint = 0;
  #now = 0;
  #timeRange = ALL_TIME;
  #done = false;

  /** Prepares it for another read. */
  reset({ maxVersions, readPoint, now, timeRange }: ReadRules): void {
    this.#versions.reset(maxVersions, 0, 0);
    this.#readPoint = readPoint;
    this.#now = now;
    this.#timeRange = timeRange;
  }

  startRow(): void {
    this.#column.startRow();
  }

  match(cell: CellView): MatchCode {
    if (cell.sequenceId > this.#readPoint) return MatchCode.Skip;
    if (this.#column.enter(cell)) {
      this.#versions.startColumn();
      this.#done = false;
    }
    if (this.#done) return MatchCode.SeekNextColumn;
    const { timestamp } = cell;
    if (timestamp >= this.#timeRange.max || isCellExpired(cell, this.#now)) return MatchCode.Skip;
    const verdict = timestamp < this.#timeRange.min ? MatchCode.SeekNextColumn : this.#versions.check(cell);
    this.#done = verdict === MatchCode.SeekNextColumn;
    return verdict;
  }

  leaveColumn(): typeof MatchCode.SeekNextColumn {
    this.#done = true;
    return MatchCode.SeekNextColumn;
  }

  /** A raw scan hides nothing. */
  passOver(): void {}

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return into.lastOnColumnOf(cell);
  }
}
