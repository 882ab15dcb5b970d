import { compareRows, sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { countedCellSize } from '../../model/limits.js';
import { ALL_VERSIONS } from '../../model/query-options.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { FilterMatcher } from './filter-matcher.js';
import { heapSize } from './heap-size.js';
import { KeyValueHeap } from './key-value-heap.js';
import { MatchCode } from './match-code.js';
import type { Matcher } from './matcher.js';
import { RawMatcher } from './raw-matcher.js';
import type { ReadCounts } from './read-counts.js';
import type { ReadRules } from './read-rules.js';
import type { RowOrder } from './row-order.js';
import { UserMatcher } from './user-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

/** What a read asks of one family. */
export interface StoreRead extends ReadRules {
  /** Everything that may hold cells of it, each with an `order` of its own. */
  readonly sources: readonly KeyValueScanner[];
  /** The wanted columns in byte order without doubles; null = all. A raw read takes all. */
  readonly qualifiers: readonly Uint8Array[] | null;
  /** Puts and markers alike. */
  readonly raw: boolean;
  /** Cells a row; negative = all; 0 counts as 1. */
  readonly limit: number;
  /** Cells of a row that are passed over first. */
  readonly offset: number;
  /** Told what the read does; mostly nobody asks. */
  readonly counts: ReadCounts | null;
  /** Judges what the matcher includes. */
  readonly filter: FilterEvaluator | null;
  /** The family's name, for the filter. */
  readonly family: Uint8Array;
  /** Rows come in descending order. */
  readonly reversed: boolean;
}

/**
 * Cells that are stepped over before a seek: what is to be skipped is mostly short, and a step costs less than a seek.
 */
const NEAR_CELLS = 12;

/**
 * Reads one family, row by row: the heap over its sources, cell by cell through the matcher. The caller says which row
 * is read, because a row may lie in several families.
 *
 *   start        stands on the first row of the range
 *   startRow     begins a row; then `next` gives its visible cells one after the other, then null
 *   leaveRow     stands on the following row
 *
 * Made once and used again: `reset`.
 */
export class StoreScanner {
  /** Cells that it has looked at since it was made. */
  cellsSeen = 0;
  /** Bytes of the cell that `next` gave last, before the filter changed it, as N-36 counts them. */
  givenSize = 0;
  private readonly heap: KeyValueHeap = new KeyValueHeap([]);
  private readonly wildcard: WildcardColumnTracker = new WildcardColumnTracker();
  private readonly explicit: ExplicitColumnTracker = new ExplicitColumnTracker();
  private readonly user: UserMatcher = new UserMatcher(this.wildcard);
  private readonly raw: RawMatcher = new RawMatcher();
  private matcher: Matcher = this.user;
  /** The matcher, when the read has a filter. */
  private filtered: FilterMatcher | null = null;
  /** It stands nowhere yet. */
  private fresh = true;
  private readonly key: SeekKey = new SeekKey();
  private row: CellView = this.key.cell;
  private inRow = false;
  /** The heap still stands on the cell that `next` gave last. */
  private gave = false;
  private rowDone = true;
  /** Visible cells of the row so far. */
  private visible = 0;
  /** So many of them are passed over; with so many the row is done. */
  private offset = 0;
  private lastVisible = 0;
  private counts: ReadCounts | null = null;
  /** Of a cell beside row, qualifier, value and tags. */
  private fixedSize = 0;

  /** Makes it ready for another read. The sources of the last one stay open. */
  reset(read: StoreRead): void {
    const { qualifiers, limit, offset, counts, filter, raw, maxVersions, info, family, reversed } = read;
    this.heap.reset(read.sources);
    this.fresh = true;
    // Beneath a filter all versions are wanted that the family keeps, but with NEW_VERSION_BEHAVIOR.
    const rules = filter === null || (info.newVersionBehavior && !raw) ? read : withAllVersions(read);
    if (raw) {
      this.raw.reset(rules);
    } else {
      if (qualifiers !== null) this.explicit.select(qualifiers);
      this.user.reset(qualifiers === null ? this.wildcard : this.explicit, rules);
    }
    const matcher = raw ? this.raw : this.user;
    const versions = raw ? maxVersions : Math.min(maxVersions, info.maxVersions);
    this.filtered = filter === null ? null : new FilterMatcher({ matcher, filter, family, versions, raw, reversed });
    this.matcher = this.filtered ?? matcher;
    this.offset = offset;
    this.counts = counts;
    this.fixedSize = countedCellSize(0, family.length, 0, 0);
    this.lastVisible = limit < 0 ? Number.POSITIVE_INFINITY : offset + Math.max(limit, 1);
    this.inRow = false;
    this.rowDone = true;
  }

  /** The first cell of the row it stands on, visible or not; null when there are no more rows. */
  get current(): CellView | null {
    return this.heap.current;
  }

  /**
   * To the first row at or behind `row`, seen in this order; inclusive as told. An empty row is the beginning of the
   * order.
   */
  start(order: RowOrder, row: Uint8Array, inclusive: boolean): void {
    this.fresh = false;
    order.start(this.heap, row, inclusive, this.key);
  }

  /** To the first cell at or behind the beginning of `row`, which it may have passed. REQUIRES ascending rows. */
  reach(row: CellView): void {
    const { heap, key } = this;
    if (this.fresh) heap.seek(key.firstOnRowOf(row));
    else if (heap.current !== null && compareRows(heap.current, row) < 0) heap.reseek(key.firstOnRowOf(row));
    this.fresh = false;
  }

  /** Begins `row`; false when it does not stand on it. The caller keeps the bytes of `row` until `leaveRow`. */
  startRow(row: CellView): boolean {
    const { current } = this.heap;
    if (current === null || !sameRow(current, row)) return false;
    this.row = row;
    this.inRow = true;
    this.gave = false;
    this.rowDone = false;
    this.visible = 0;
    this.matcher.startRow();
    return true;
  }

  /**
   * The first cell of the row that was begun with a sequence id up to `readPoint`, visible or not, or null. Valid until
   * `next`, before which it is to be asked for.
   */
  firstUpTo(readPoint: number): CellView | null {
    const { heap, row } = this;
    while (heap.current !== null && sameRow(heap.current, row)) {
      if (heap.current.sequenceId <= readPoint) return heap.current;
      heap.next();
    }
    return null;
  }

  /** Whether the filter has ended the scan, in the row at hand. */
  get ended(): boolean {
    return this.filtered?.ended ?? false;
  }

  /** The next visible cell of the row that was begun, or null. Valid until the next call. */
  next(): CellView | null {
    if (this.rowDone) return null;
    const { heap, matcher, row, counts } = this;
    if (this.gave) {
      this.gave = false;
      heap.next();
    }
    let near = 0;
    for (let cell = heap.current; cell !== null && sameRow(cell, row); cell = heap.current) {
      this.cellsSeen++;
      if (counts !== null) counts.seen[heap.currentOrder] = (counts.seen[heap.currentOrder] as number) + 1;
      const verdict = matcher.match(cell);
      switch (verdict) {
        case MatchCode.Skip:
          heap.next();
          break;
        case MatchCode.SeekNextColumn:
          if (near++ < NEAR_CELLS) {
            heap.next();
          } else {
            near = 0;
            heap.reseek(matcher.nextColumn(cell, this.key));
          }
          break;
        case MatchCode.SeekNextRow:
          this.rowDone = true;
          return null;
        default:
          this.visible++;
          this.rowDone = verdict === MatchCode.IncludeAndSeekNextRow || this.visible >= this.lastVisible;
          if (this.visible > this.offset) {
            this.gave = true;
            this.givenSize = this.fixedSize + sizeOf(cell);
            if (counts !== null) counts.given++;
            return this.filtered === null ? cell : this.filtered.transform(cell);
          }
          if (this.rowDone) return null;
          heap.next();
      }
    }
    this.rowDone = true;
    return null;
  }

  /** Bytes that HBase counts on the heap for the cell that `next` gave last, which is `given`. */
  givenHeapSize(given: CellView): number {
    return heapSize(this.givenSize, this.heap.current as CellView, given);
  }

  /** To the following row in this order, from anywhere in the row that was begun; stays when none was. */
  leaveRow(order: RowOrder): void {
    if (!this.inRow) return;
    this.inRow = false;
    this.rowDone = true;
    const hint = this.filtered === null ? null : this.filtered.rowHint;
    if (hint === null) order.leaveRow(this.heap, this.row, this.key);
    else order.skipTo(this.heap, hint, this.key);
  }

  /** Lets go of blocks until `resume`. REQUIRES that no row is begun. */
  pause(): void {
    this.heap.pause();
  }

  resume(): void {
    this.heap.resume();
  }

  /** Closes the sources. */
  close(): void {
    this.heap.close();
  }
}

/** Field by field: to spread a read takes as long as a part of it. */
function withAllVersions({ info, timeRange, readPoint, now }: ReadRules): ReadRules {
  return { info, timeRange, maxVersions: ALL_VERSIONS, readPoint, now };
}

/** Of what differs from cell to cell; tags have their length before them. */
function sizeOf({ rowLength, qualifierLength, valueLength, tagsLength }: CellView): number {
  return rowLength + qualifierLength + valueLength + (tagsLength === 0 ? 0 : 2 + tagsLength);
}
