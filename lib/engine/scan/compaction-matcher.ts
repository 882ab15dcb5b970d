/*
 * What a flush or a compaction keeps of one row and family, cell by cell, in order.
 *
 *   cell                                          a flush, some of the files           all of the files
 *   expired, MIN_VERSIONS = 0 (C-10)              ends the column                      ends the column
 *   marker                                        kept (C-13, C-14)                    C-32, C-33, C-34
 *   put whose own time to live is over (C-11)     dropped                              dropped
 *   put that a marker deletes (C-15)              dropped, or ends the column          dropped, or ends the column
 *   put with the same timestamp as before (C-17)  dropped                              dropped
 *   put beyond VERSIONS, or expired and beyond    dropped, as are the puts after it;   ends the column
 *     MIN_VERSIONS (C-18)                         the markers stay (C-22)
 *   other put                                     kept                                 kept
 *
 * When a column is ended, none of its further cells are kept, neither puts nor markers. The empty-qualifier column is
 * not ended, because it contains the markers of the family: its cells are judged one by one. Only a DeleteFamily that
 * is dropped because of its age or its count ends it (C-19).
 *
 * With NEW_VERSION_BEHAVIOR a flush and a compaction of some files keep everything (C-50). A compaction of all files
 * does not end columns: it drops the puts that do not survive the replay, and those that are expired and beyond
 * MIN_VERSIONS; C-32 and C-34 decide about markers (C-51).
 *
 * An expired cell may be kept for a while. Until then it changes nothing for other cells: a put whose own time to live
 * is over does not count as a version, and with NEW_VERSION_BEHAVIOR, where it would always count, it is dropped at once.
 *
 * Read points do not matter here: a reader keeps the segments and files it began with, so nothing that it reads
 * is rewritten.
 */
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import { isCellExpired, readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { DeleteResult, type DeleteTracker } from './delete-tracker.js';
import { MatchCode } from './match-code.js';
import type { Matcher } from './matcher.js';
import { NewVersionTracker } from './new-version-tracker.js';
import { PresentColumn } from './present-column.js';
import { ScanDeleteTracker } from './scan-delete-tracker.js';
import { oldestUnexpired, type ScanInfo } from './scan-info.js';
import { VersionCounter } from './version-counter.js';

export interface CompactionRules {
  /**
   * 'retain' for a flush and a minor compaction, when other files or the memory may contain cells that markers still
   * have to delete; 'drop' for all files (C-1).
   */
  readonly kind: 'retain' | 'drop';
  /** Whether an import fills the table: then every cell is kept. Default false. */
  readonly keepsAll?: boolean;
  readonly now: number;
  /** Cells that expired before this time are removed; at most `now`, which is the default. */
  readonly removesBefore?: number;
  /** Smallest timestamp of a put in the files that are compacted (C-33); used only for 'drop'. */
  readonly earliestPutTimestamp: number;
  /** Its `visibleUntil` is raised to the last time at which a put was visible that is dropped by C-11. */
  readonly expired: { visibleUntil: number };
}

/** Decides which cells of a family a flush or compaction writes: those with the verdict Include. */
export function createCompactionMatcher(info: ScanInfo, rules: CompactionRules): Matcher {
  if (rules.keepsAll) return KEEP_ALL;
  return info.newVersionBehavior && rules.kind === 'retain' ? KEEP_ALL : new CompactionMatcher(info, rules);
}

const KEEP_ALL: Matcher = {
  startRow() {},
  match: () => MatchCode.Include,
  nextColumn: (cell, into) => into.lastOnColumnOf(cell),
};

class CompactionMatcher implements Matcher {
  readonly #info: ScanInfo;
  readonly #rules: CompactionRules;
  readonly #retains: boolean;
  /** Puts whose own time to live was over at this time are dropped. */
  readonly #dropsBefore: number;
  /** Whether the cells that follow are still judged where other families would end the column. */
  readonly #goesOn: boolean;
  /** Older cells are expired. */
  readonly #oldest: number;
  /** Older cells end their column (C-10). */
  readonly #floor: number;
  readonly #column: PresentColumn = new PresentColumn();
  readonly #deletes: DeleteTracker;
  readonly #versions: VersionCounter = new VersionCounter();
  /** The current column has ended. */
  #ended = false;

  constructor(info: ScanInfo, rules: CompactionRules) {
    this.#info = info;
    this.#rules = rules;
    this.#retains = rules.kind === 'retain';
    this.#goesOn = this.#retains || info.newVersionBehavior;
    const byWriting = new NewVersionTracker();
    byWriting.reset(info.maxVersions);
    this.#deletes = info.newVersionBehavior ? byWriting : new ScanDeleteTracker();
    const { now, removesBefore = now } = rules;
    this.#dropsBefore = info.newVersionBehavior ? now : removesBefore;
    this.#oldest = oldestUnexpired(info, removesBefore);
    this.#floor = info.minVersions > 0 || info.newVersionBehavior ? 0 : this.#oldest;
    this.#versions.reset(info.maxVersions, info.minVersions, this.#oldest);
  }

  startRow(): void {
    this.#column.startRow();
    this.#deletes.startRow();
  }

  match(cell: CellView): MatchCode {
    if (this.#column.enter(cell)) this.#startColumn();
    if (this.#ended) return MatchCode.SeekNextColumn;
    if (cell.timestamp < this.#floor) return this.#endColumn(cell);
    return cell.type === CellType.Put ? this.#matchPut(cell) : this.#matchMarker(cell);
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    return into.lastOnColumnOf(cell);
  }

  #startColumn(): void {
    this.#ended = false;
    this.#deletes.startColumn();
    this.#versions.startColumn();
  }

  #matchPut(put: CellView): MatchCode {
    if (isCellExpired(put, this.#dropsBefore)) return this.#expire(put);
    switch (this.#deletes.isDeleted(put)) {
      case DeleteResult.ColumnDeleted:
        return this.#info.newVersionBehavior ? MatchCode.Skip : this.#endColumn(put);
      case DeleteResult.VersionDeleted:
        return MatchCode.Skip;
      default:
        return isCellExpired(put, this.#rules.now) ? MatchCode.Include : this.#count(put, this.#goesOn);
    }
  }

  #expire(put: CellView): MatchCode {
    const { expired } = this.#rules;
    expired.visibleUntil = Math.max(expired.visibleUntil, put.timestamp + readCellTtl(put));
    return MatchCode.Skip;
  }

  #matchMarker(marker: CellView): MatchCode {
    const { keepDeletedCells, timeToPurgeDeletesMs } = this.#info;
    const { timestamp } = marker;
    const applies = keepDeletedCells === 'FALSE' || (keepDeletedCells === 'TTL' && timestamp < this.#oldest);
    if (applies) this.#deletes.add(marker);
    if (this.#retains) return MatchCode.Include;
    if (timeToPurgeDeletesMs > 0 && this.#rules.now - timestamp <= timeToPurgeDeletesMs) return MatchCode.Include;
    if (applies) return MatchCode.Skip;
    return timestamp < this.#rules.earliestPutTimestamp ? this.#endColumn(marker) : this.#count(marker, false);
  }

  #count(cell: CellView, goesOn: boolean): MatchCode {
    const verdict = this.#versions.check(cell);
    if (verdict !== MatchCode.SeekNextColumn) return verdict;
    return goesOn ? MatchCode.Skip : this.#endColumn(cell);
  }

  /** Drops `cell` and, unless C-19 forbids it, the rest of its column. */
  #endColumn(cell: CellView): MatchCode {
    if (cell.qualifierLength === 0 && cell.type !== CellType.DeleteFamily) return MatchCode.Skip;
    this.#ended = true;
    return MatchCode.SeekNextColumn;
  }
}
