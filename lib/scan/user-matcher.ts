/*
 * What an ordinary read sees: the rules of one row and one family, put together from a delete tracker (which puts are deleted) and a
 * column tracker (which columns and how many versions are wanted).
 *
 *   cell                                        verdict
 *   beyond the read point                skip
 *   marker of the family                 remember it, whatever columns are wanted
 *   of a column that is not wanted, or is done  next column
 *   marker of the column                 remember it
 *   put that a marker deletes            skip, or next column when all older ones are deleted as well
 *   put                                         what the column tracker says
 *
 * The empty-qualifier column begins the family's part of a row, and its cells are mixed with the markers of the family (O-5). So it is
 * left cell by cell, never by a seek, and a read of other columns begins there too: no family marker is ever jumped over. One
 * exception: behind a DeleteFamily everything in that column is older, and deleted by it.
 */
import { equalRanges } from '../bytes/compare.js';
import type { CellView } from '../keyvalue/cell-view.js';
import type { SeekKey } from '../keyvalue/seek-key.js';
import { CellType } from '../model/cell-type.js';
import type { ColumnTracker } from './column-tracker.js';
import { DeleteResult, type DeleteTracker } from './delete-tracker.js';
import { MatchCode } from './match-code.js';
import type { Matcher } from './matcher.js';

export class UserMatcher implements Matcher {
  private readonly deletes: DeleteTracker;
  private columns: ColumnTracker;
  private readPoint = 0;
  /** A copy of the present column's qualifier, because its cells are only lent; length -1 before the first. */
  private qualifier: Uint8Array = new Uint8Array(32);
  private qualifierLength = -1;
  /** Include while more of the present column is wanted, else the verdict on the rest of it. */
  private rest: MatchCode = MatchCode.Include;

  constructor(deletes: DeleteTracker, columns: ColumnTracker) {
    this.deletes = deletes;
    this.columns = columns;
  }

  /** Makes it ready for another read. */
  reset(columns: ColumnTracker, readPoint: number): void {
    this.columns = columns;
    this.readPoint = readPoint;
  }

  startRow(): void {
    this.qualifierLength = -1;
    this.deletes.startRow();
    this.columns.startRow();
  }

  match(cell: CellView): MatchCode {
    if (cell.sequenceId > this.readPoint) return MatchCode.Skip;
    if (!this.isInColumn(cell)) this.startColumn(cell);
    const { type } = cell;
    if (type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion) return this.matchFamilyMarker(cell);
    if (this.rest !== MatchCode.Include) return this.rest;
    if (type !== CellType.Put) return this.deletes.add(cell) ? this.leaveColumn() : MatchCode.Skip;
    switch (this.deletes.isDeleted(cell)) {
      case DeleteResult.NotDeleted:
        return this.matchPut(cell);
      case DeleteResult.VersionDeleted:
        return MatchCode.Skip;
      default:
        return this.leaveColumn();
    }
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return this.columns.nextColumn(cell, into);
  }

  private matchFamilyMarker(marker: CellView): MatchCode {
    if (!this.deletes.add(marker)) return MatchCode.Skip;
    this.rest = MatchCode.SeekNextColumn;
    return MatchCode.SeekNextColumn;
  }

  private matchPut(put: CellView): MatchCode {
    const verdict = this.columns.check(put);
    if (verdict !== MatchCode.IncludeAndSeekNextColumn) return verdict;
    return this.leaveColumn() === MatchCode.Skip ? MatchCode.Include : verdict;
  }

  /** Nothing more of the present column is wanted: the verdict on the rest of it. */
  private leaveColumn(): MatchCode {
    this.rest = this.qualifierLength === 0 ? MatchCode.Skip : MatchCode.SeekNextColumn;
    return this.rest;
  }

  private isInColumn(cell: CellView): boolean {
    return equalRanges(cell.key, cell.qualifierOffset, cell.qualifierLength, this.qualifier, 0, this.qualifierLength);
  }

  private startColumn(cell: CellView): void {
    const { key, qualifierOffset, qualifierLength } = cell;
    if (qualifierLength > this.qualifier.length) this.qualifier = new Uint8Array(2 * qualifierLength);
    const { qualifier } = this;
    for (let index = 0; index < qualifierLength; index++) qualifier[index] = key[qualifierOffset + index] as number;
    this.qualifierLength = qualifierLength;
    this.deletes.startColumn();
    this.rest = this.columns.startColumn(cell);
    if (qualifierLength === 0 && this.rest === MatchCode.SeekNextColumn) this.rest = MatchCode.Skip;
  }
}
