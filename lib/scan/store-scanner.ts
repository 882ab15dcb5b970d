import { sameRow } from '../keyvalue/cell-comparator.js';
import type { CellView } from '../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../keyvalue/key-value-scanner.js';
import { SeekKey } from '../keyvalue/seek-key.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { KeyValueHeap } from './key-value-heap.js';
import { MatchCode } from './match-code.js';
import type { Matcher } from './matcher.js';
import { RawMatcher } from './raw-matcher.js';
import type { ReadCounts } from './read-counts.js';
import type { ReadRules } from './read-rules.js';
import type { RowOrder } from './row-order.js';
import { ScanDeleteTracker } from './scan-delete-tracker.js';
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
}

/** Cells that are stepped over before a seek: what is to be skipped is mostly short, and a step costs less than a seek. */
const NEAR_CELLS = 4;

/**
 * Reads one family, row by row: the heap over its sources, cell by cell through the matcher. The caller says which row is read, because
 * a row may lie in several families.
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
  private readonly heap: KeyValueHeap = new KeyValueHeap([]);
  private readonly wildcard: WildcardColumnTracker = new WildcardColumnTracker();
  private readonly explicit: ExplicitColumnTracker = new ExplicitColumnTracker();
  private readonly user: UserMatcher = new UserMatcher(new ScanDeleteTracker(), this.wildcard);
  private readonly raw: RawMatcher = new RawMatcher();
  private matcher: Matcher = this.user;
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

  /** Makes it ready for another read. The sources of the last one stay open. */
  reset(read: StoreRead): void {
    const { qualifiers, limit, offset, counts } = read;
    this.heap.reset(read.sources);
    if (read.raw) {
      this.raw.reset(read);
      this.matcher = this.raw;
    } else {
      if (qualifiers !== null) this.explicit.select(qualifiers);
      this.user.reset(qualifiers === null ? this.wildcard : this.explicit, read);
      this.matcher = this.user;
    }
    this.offset = offset;
    this.counts = counts;
    this.lastVisible = limit < 0 ? Number.POSITIVE_INFINITY : offset + Math.max(limit, 1);
    this.inRow = false;
    this.rowDone = true;
  }

  /** The first cell of the row it stands on, visible or not; null when there are no more rows. */
  get current(): CellView | null {
    return this.heap.current;
  }

  /** To the first row at or behind `row`, seen in this order; inclusive as told. An empty row is the beginning of the order. */
  start(order: RowOrder, row: Uint8Array, inclusive: boolean): void {
    order.start(this.heap, row, inclusive, this.key);
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
            if (counts !== null) counts.given++;
            return cell;
          }
          if (this.rowDone) return null;
          heap.next();
      }
    }
    this.rowDone = true;
    return null;
  }

  /** To the following row in this order, from anywhere in the row that was begun; stays when none was. */
  leaveRow(order: RowOrder): void {
    if (!this.inRow) return;
    this.inRow = false;
    this.rowDone = true;
    order.leaveRow(this.heap, this.row, this.key);
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
