/*
 * What an ordinary read sees: the rules of one row and one family, put together from a delete tracker (which puts are
 * deleted) and a column tracker (which columns and how many versions are wanted).
 *
 *   cell                                                        verdict
 *   beyond the read point                                skip
 *   below the floor                                             next column
 *   marker of the family                                 remember it, even if its column is not wanted
 *   of a column that is not wanted, or is done                  next column
 *   marker of the column                                 remember it
 *   put whose own time to live is over                          skip: it does not count
 *   put that a marker deletes                            skip, or next column if older ones are all deleted too
 *   put above the time range                                    skip: it does not count
 *   put                                                         the verdict of the column tracker
 *
 * The floor is the beginning of the time range or, if expired cells disappear at once (MIN_VERSIONS = 0), the oldest
 * timestamp that is not expired, if that is later. In a column nothing below the floor matters, not even a marker
 * (R-20, R-22, R-36).
 *
 * Markers above the time range count too, unless the family keeps deleted cells: then the read sees the cells that they
 * hide.
 *
 * With NEW_VERSION_BEHAVIOR another delete tracker decides which puts are deleted; it receives all puts, whatever their
 * timestamps.
 *
 * The empty-qualifier column begins the family's part of a row, and its cells are mixed with the markers of the family
 * (O-5). So it is left cell by cell, never by a seek, and a read of other columns begins there too: no family marker is
 * ever skipped. There are two exceptions: after a DeleteFamily everything in that column is older, and is deleted
 * by it; and nothing below the floor matters there.
 */
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { isCellExpired } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import type { ColumnTracker } from './column-tracker.js';
import { DeleteResult, type DeleteTracker } from './delete-tracker.js';
import { MatchCode } from './match-code.js';
import type { ReadMatcher } from './matcher.js';
import { NewVersionTracker } from './new-version-tracker.js';
import { PresentColumn } from './present-column.js';
import type { ReadRules } from './read-rules.js';
import { ScanDeleteTracker } from './scan-delete-tracker.js';
import { oldestUnexpired } from './scan-info.js';

export class UserMatcher implements ReadMatcher {
  readonly #usual: ScanDeleteTracker = new ScanDeleteTracker();
  readonly #byWriting: NewVersionTracker = new NewVersionTracker();
  #deletes: DeleteTracker = this.#usual;
  #columns: ColumnTracker;
  readonly #column: PresentColumn = new PresentColumn();
  #readPoint = 0;
  #now = 0;
  #floor = 0;
  #ceiling = 0;
  #markerCeiling = 0;
  /** Returns Include while more of the current column is wanted, otherwise the verdict on the rest of it. */
  #rest: MatchCode = MatchCode.Include;

  constructor(columns: ColumnTracker) {
    this.#columns = columns;
  }

  /** Prepares it for another read. */
  reset(columns: ColumnTracker, { info, timeRange, maxVersions, readPoint, now }: ReadRules): void {
    const oldest = oldestUnexpired(info, now);
    this.#columns = columns;
    this.#readPoint = readPoint;
    this.#now = now;
    this.#floor = info.minVersions > 0 ? timeRange.min : Math.max(timeRange.min, oldest);
    this.#ceiling = timeRange.max;
    this.#markerCeiling = info.keepDeletedCells === 'FALSE' ? Number.POSITIVE_INFINITY : timeRange.max;
    this.#deletes = info.newVersionBehavior ? this.#byWriting : this.#usual;
    this.#byWriting.reset(info.maxVersions);
    columns.reset(Math.min(maxVersions, info.maxVersions), info.minVersions, oldest);
  }

  startRow(): void {
    this.#column.startRow();
    this.#deletes.startRow();
    this.#columns.startRow();
  }

  match(cell: CellView): MatchCode {
    if (cell.sequenceId > this.#readPoint) return MatchCode.Skip;
    if (this.#column.enter(cell)) this.#startColumn(cell);
    const { timestamp, type } = cell;
    if (type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion) return this.#matchFamilyMarker(cell);
    if (this.#rest !== MatchCode.Include) return this.#rest;
    if (timestamp < this.#floor) return this.#endColumn();
    if (type !== CellType.Put) return this.#matchColumnMarker(cell);
    if (isCellExpired(cell, this.#now)) return MatchCode.Skip;
    switch (this.#deletes.isDeleted(cell)) {
      case DeleteResult.NotDeleted:
        return timestamp >= this.#ceiling ? MatchCode.Skip : this.#matchPut(cell);
      case DeleteResult.VersionDeleted:
        return MatchCode.Skip;
      default:
        return this.leaveColumn();
    }
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return this.#columns.nextColumn(cell, into);
  }

  passOver(cell: CellView): void {
    if (cell.type !== CellType.Put) {
      this.match(cell);
    } else if (cell.sequenceId <= this.#readPoint && !isCellExpired(cell, this.#now)) {
      if (this.#column.enter(cell)) this.#startColumn(cell);
      this.#deletes.isDeleted(cell);
    }
  }

  leaveColumn(): typeof MatchCode.Skip | typeof MatchCode.SeekNextColumn {
    const rest = this.#column.isEmptyQualifier ? MatchCode.Skip : MatchCode.SeekNextColumn;
    this.#rest = rest;
    return rest;
  }

  #matchFamilyMarker(marker: CellView): MatchCode {
    if (marker.timestamp < this.#floor) return this.#endColumn();
    if (marker.timestamp >= this.#markerCeiling || !this.#deletes.add(marker)) return MatchCode.Skip;
    return this.#endColumn();
  }

  #matchColumnMarker(marker: CellView): MatchCode {
    if (marker.timestamp >= this.#markerCeiling || !this.#deletes.add(marker)) return MatchCode.Skip;
    return this.leaveColumn();
  }

  #matchPut(put: CellView): MatchCode {
    const verdict = this.#columns.check(put);
    if (verdict === MatchCode.SeekNextColumn) return this.leaveColumn();
    if (verdict !== MatchCode.IncludeAndSeekNextColumn) return verdict;
    return this.leaveColumn() === MatchCode.Skip ? MatchCode.Include : verdict;
  }

  /** Nothing more of the current column matters, nor any marker of the family. */
  #endColumn(): MatchCode {
    this.#rest = MatchCode.SeekNextColumn;
    return MatchCode.SeekNextColumn;
  }

  #startColumn(cell: CellView): void {
    this.#deletes.startColumn();
    this.#rest = this.#columns.startColumn(cell);
    if (this.#rest === MatchCode.SeekNextColumn && cell.qualifierLength === 0) this.#rest = MatchCode.Skip;
  }
}
