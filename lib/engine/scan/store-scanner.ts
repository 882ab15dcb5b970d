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
import type { UnwrittenChanges } from './unwritten-changes.js';
import { UserMatcher } from './user-matcher.js';
import { WatchedMatcher } from './watched-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

/** What a read requests of one family. */
export interface StoreRead extends ReadRules {
  /** Every source that may contain its cells, each with its own `order`. */
  readonly sources: readonly KeyValueScanner[];
  /** The wanted columns in byte order without duplicates; null = all. A raw read reads all columns. */
  readonly qualifiers: readonly Uint8Array[] | null;
  /** Includes puts and markers alike. */
  readonly raw: boolean;
  /** The maximum number of cells per row; negative = all; 0 counts as 1. */
  readonly limit: number;
  /** The number of cells of a row that are skipped first. */
  readonly offset: number;
  /** Counts what the read does; usually null. */
  readonly counts: ReadCounts | null;
  /** Judges what the matcher includes. */
  readonly filter: FilterEvaluator | null;
  /** Collects what may change without a write; usually null. REQUIRES a read that is not raw. */
  readonly unwritten: UnwrittenChanges | null;
  /** The family's name, for the filter. */
  readonly family: Uint8Array;
  /** Rows come in descending order. */
  readonly reversed: boolean;
}

/**
 * The number of cells that are stepped over before a seek: usually there are few cells to skip, and a step costs less
 * than a seek.
 */
const NEAR_CELLS = 12;

/**
 * Reads one family, row by row: it merges its sources in a heap and passes each cell to the matcher. The caller chooses
 * the row to read, because a row may be in several families.
 *
 *   start        moves to the first row of the range
 *   startRow     begins a row; then `next` returns its visible cells one by one, then null
 *   leaveRow     moves to the following row
 *
 * Can be reused: `reset`.
 */
export class StoreScanner {
  /** The number of cells visited since it was created. */
  cellsSeen = 0;
  /** Bytes of the cell that `next` returned last, before the filter changed it, as N-36 counts them. */
  givenSize = 0;
  readonly #heap: KeyValueHeap = new KeyValueHeap([]);
  readonly #wildcard: WildcardColumnTracker = new WildcardColumnTracker();
  readonly #explicit: ExplicitColumnTracker = new ExplicitColumnTracker();
  readonly #user: UserMatcher = new UserMatcher(this.#wildcard);
  readonly #raw: RawMatcher = new RawMatcher();
  #matcher: Matcher = this.#user;
  /** The matcher, if the read has a filter. */
  #filtered: FilterMatcher | null = null;
  /** It has no position yet. */
  #fresh = true;
  readonly #key: SeekKey = new SeekKey();
  #row: CellView = this.#key.cell;
  #inRow = false;
  /** The heap is still on the cell that `next` returned last. */
  #gave = false;
  #rowDone = true;
  /** The number of visible cells of the row so far. */
  #visible = 0;
  /** The number of visible cells to skip; after `lastVisible` visible cells the row is done. */
  #offset = 0;
  #lastVisible = 0;
  #counts: ReadCounts | null = null;
  /** The size of a cell without row, qualifier, value and tags. */
  #fixedSize = 0;

  /** Prepares it for another read. The sources of the last one stay open. */
  reset(read: StoreRead): void {
    const { qualifiers, limit, offset, counts, filter, unwritten, raw, maxVersions, info, family, reversed } = read;
    this.#heap.reset(read.sources);
    this.#fresh = true;
    // With a filter, all versions are wanted that the family keeps, except with NEW_VERSION_BEHAVIOR.
    const rules = filter === null || (info.newVersionBehavior && !raw) ? read : withAllVersions(read);
    if (raw) {
      this.#raw.reset(rules);
    } else {
      if (qualifiers !== null) this.#explicit.select(qualifiers);
      this.#user.reset(qualifiers === null ? this.#wildcard : this.#explicit, rules);
    }
    const matcher = raw ? this.#raw : unwritten === null ? this.#user : new WatchedMatcher(this.#user, read, unwritten);
    const versions = raw ? maxVersions : Math.min(maxVersions, info.maxVersions);
    this.#filtered = filter === null ? null : new FilterMatcher({ matcher, filter, family, versions, raw, reversed });
    this.#matcher = this.#filtered ?? matcher;
    this.#offset = offset;
    this.#counts = counts;
    this.#fixedSize = countedCellSize(0, family.length, 0, 0);
    this.#lastVisible = limit < 0 ? Number.POSITIVE_INFINITY : offset + Math.max(limit, 1);
    this.#inRow = false;
    this.#rowDone = true;
  }

  /** The first cell of the current row, visible or not; null if there are no more rows. */
  get current(): CellView | null {
    return this.#heap.current;
  }

  /**
   * Moves to the first row at or after `row`, in this order; `inclusive`: whether `row` itself counts. An empty row is
   * the beginning of the order.
   */
  start(order: RowOrder, row: Uint8Array, inclusive: boolean): void {
    this.#fresh = false;
    order.start(this.#heap, row, inclusive, this.#key);
  }

  /** Moves to the first cell at or after the beginning of `row`, which it may have passed. REQUIRES ascending rows. */
  reach(row: CellView): void {
    const heap = this.#heap;
    const key = this.#key;
    if (this.#fresh) heap.seek(key.firstOnRowOf(row));
    else if (heap.current !== null && compareRows(heap.current, row) < 0) heap.reseek(key.firstOnRowOf(row));
    this.#fresh = false;
  }

  /** Moves to the first cell at or after the beginning of `row`, in other sources of the same read. */
  moveTo(row: Uint8Array, sources: readonly KeyValueScanner[]): void {
    this.#fresh = false;
    this.#inRow = false;
    this.#heap.reset(sources);
    this.#heap.seek(this.#key.firstOnRow(row));
  }

  /**
   * Begins `row`; returns false if the current row is another. The caller keeps the bytes of `row` until `leaveRow`.
   */
  startRow(row: CellView): boolean {
    const { current } = this.#heap;
    if (current === null || !sameRow(current, row)) return false;
    this.#row = row;
    this.#inRow = true;
    this.#gave = false;
    this.#rowDone = false;
    this.#visible = 0;
    this.#matcher.startRow();
    return true;
  }

  /**
   * The first cell of the current row with a sequence id up to `readPoint`, visible or not, or null. REQUIRES that
   * `next` was not called yet in this row. Valid until `next`.
   */
  firstUpTo(readPoint: number): CellView | null {
    const heap = this.#heap;
    const row = this.#row;
    while (heap.current !== null && sameRow(heap.current, row)) {
      if (heap.current.sequenceId <= readPoint) return heap.current;
      heap.next();
    }
    return null;
  }

  /** Whether the filter has ended the scan, in the current row. */
  get ended(): boolean {
    return this.#filtered?.ended ?? false;
  }

  /** The next visible cell of the current row, or null. Valid until the next call. */
  next(): CellView | null {
    if (this.#rowDone) return null;
    const heap = this.#heap;
    const matcher = this.#matcher;
    const row = this.#row;
    const counts = this.#counts;
    if (this.#gave) {
      this.#gave = false;
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
            heap.reseek(matcher.nextColumn(cell, this.#key));
          }
          break;
        case MatchCode.SeekNextRow:
          this.#rowDone = true;
          return null;
        default:
          this.#visible++;
          this.#rowDone = verdict === MatchCode.IncludeAndSeekNextRow || this.#visible >= this.#lastVisible;
          if (this.#visible > this.#offset) {
            this.#gave = true;
            this.givenSize = this.#fixedSize + sizeOf(cell);
            if (counts !== null) counts.given++;
            return this.#filtered === null ? cell : this.#filtered.transform(cell);
          }
          if (this.#rowDone) return null;
          heap.next();
      }
    }
    this.#rowDone = true;
    return null;
  }

  /** Bytes that HBase counts on the heap for `given`, the cell that `next` returned last. */
  givenHeapSize(given: CellView): number {
    return heapSize(this.givenSize, this.#heap.current as CellView, given);
  }

  /** Moves to the following row in this order, from anywhere in the current row; does nothing if no row was begun. */
  leaveRow(order: RowOrder): void {
    if (!this.#inRow) return;
    this.#inRow = false;
    this.#rowDone = true;
    const hint = this.#filtered === null ? null : this.#filtered.rowHint;
    if (hint === null) order.leaveRow(this.#heap, this.#row, this.#key);
    else order.skipTo(this.#heap, hint, this.#key);
  }

  /** Releases blocks until `resume`. REQUIRES that no row is begun. */
  pause(): void {
    this.#heap.pause();
  }

  resume(): void {
    this.#heap.resume();
  }

  /** Closes the sources. */
  close(): void {
    this.#heap.close();
  }
}

/** Field by field: spreading a read takes as long as part of the read itself. */
function withAllVersions({ info, timeRange, readPoint, now }: ReadRules): ReadRules {
  return { info, timeRange, maxVersions: ALL_VERSIONS, readPoint, now };
}

/** The size of the parts that differ from cell to cell; tags have their length before them. */
function sizeOf({ rowLength, qualifierLength, valueLength, tagsLength }: CellView): number {
  return rowLength + qualifierLength + valueLength + (tagsLength === 0 ? 0 : 2 + tagsLength);
}
