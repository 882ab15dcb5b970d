import { compareRanges, equalBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { TimeRange } from '../../model/time-range.js';
import type { FilterEvaluator, RowCells } from '../filter/filter-evaluator.js';
import type { ReadCounts } from './read-counts.js';
import { FORWARD, REVERSED, type RowOrder } from './row-order.js';
import type { ScanInfo } from './scan-info.js';
import { StoreScanner } from './store-scanner.js';
import type { UnwrittenChanges } from './unwritten-changes.js';

/** One family of a read. */
export interface ScanFamily {
  /** Index of the family's name in the result block. */
  readonly index: number;
  /** Its name. */
  readonly family: Uint8Array;
  /** Every source that may contain its cells, each with its own `order`. */
  readonly sources: readonly KeyValueScanner[];
  /** The wanted columns in byte order without duplicates; null = all. */
  readonly qualifiers: readonly Uint8Array[] | null;
  readonly info: ScanInfo;
  readonly timeRange: TimeRange;
  /** Only for a read that is explained. */
  readonly counts?: ReadCounts | null;
}

export interface RegionScanOptions {
  /** The families, in family order. */
  readonly families: readonly ScanFamily[];
  /** Where the scan begins, in its direction; empty = with the first row, reversed with the last. */
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  /** Where it ends, in its direction; null = with the last row. */
  readonly stop: Uint8Array | null;
  readonly stopInclusive: boolean;
  /** The error of a read that gets to `stop`, because the rows beyond it cannot be read; null if they are not wanted. */
  readonly beyond: BigtabError | null;
  readonly reversed: boolean;
  /** Cells with a larger sequence id do not exist. */
  readonly readPoint: number;
  /** The current time for the whole scan. */
  readonly now: number;
  /** The maximum number of versions of a column, at least 1. */
  readonly maxVersions: number;
  /** Cells per row and family; negative = all; 0 counts as 1. */
  readonly storeLimit: number;
  /** The number of cells per row and family that are skipped first. */
  readonly storeOffset: number;
  /** Includes puts and markers alike. */
  readonly raw: boolean;
  /** Rows are cut into pieces of at most this many cells; Infinity = they are not cut. */
  readonly batch: number;
  /**
   * A transfer, and a piece of a row with it, ends with the cell that makes it reach this size on HBase's heap;
   * Infinity = no limit.
   */
  readonly transferBytes: number;
  /** The number of pieces and rows after which a transfer also ends. */
  readonly transferResults: number;
  /** Judges cells and rows. REQUIRES no `batch` if it judges whole rows. */
  readonly filter: FilterEvaluator | null;
  /** Collects what may change without a write; usually null. */
  readonly unwritten: UnwrittenChanges | null;
  /**
   * Families that the filter does not need are read only for the rows that it has found, unless reversed.
   */
  readonly onDemand: boolean;
}

/** The limits of one `fill`. */
export interface FillBudget {
  /** The maximum number of rows; all pieces of a row count as one. */
  readonly rows: number;
  /** The fill ends with the row that makes the block reach this length. */
  readonly bytes: number;
  /**
   * Called after a row, about every 64 cells, visible or not; returns true to end the fill. Reading a clock costs more
   * than reading a cell, and allocates a number.
   */
  readonly deadline: () => boolean;
}

/** For a get: its row, of any size. */
export const ONE_ROW: FillBudget = { rows: 1, bytes: Number.POSITIVE_INFINITY, deadline: () => false };

const CELLS_PER_QUESTION = 64;

/**
 * Reads the rows of a table: of all families together, row by row, each row at one read point. Rows without a
 * visible cell are left out. A get is a scan of one row.
 *
 * Keeps its position between two calls; what is written in the meantime is beyond its read point.
 *
 * Keep one and `reset` it. That saves its memory. It also keeps compiled code: a JavaScript engine forgets the shape of
 * objects, and the code compiled for them, at the first collection that finds no such object.
 */
export class RegionScanner {
  readonly #stores: StoreScanner[] = [];
  /** A copy of the current row. */
  readonly #row: SeekKey = new SeekKey();
  #options: RegionScanOptions;
  #order: RowOrder = FORWARD;
  #isGet = false;
  #paused = false;
  #pieceCells = 0;
  #transferBytes = 0;
  /** Bytes and Results of the current transfer. */
  #transferred = 0;
  #results = 0;
  /** Which families are read on demand; null = none. */
  #onDemand: readonly boolean[] | null = null;
  /** The filter has ended the scan. */
  #ended = false;
  /** The number of rows that the filter skipped by their keys. */
  #passedOver = 0;

  constructor(options: RegionScanOptions) {
    this.#options = options;
    this.reset(options);
  }

  /**
   * Prepares it for another read, and reuses the memory of the last one, whose sources stay open. If it throws, the new
   * sources are closed.
   */
  reset(options: RegionScanOptions): void {
    try {
      this.#start(options);
    } catch (error) {
      for (const { sources } of options.families) for (const source of sources) source.close();
      throw error;
    }
  }

  /**
   * Writes rows until the budget is used up, and visits at least one row. Returns true if more may follow: it then does
   * not hold a block until the next call. If it throws, it can only be closed, and the current row stays unfinished in
   * the writer.
   */
  fill(writer: ResultBlockWriter, budget: FillBudget): boolean {
    this.#resume();
    const { rows: before } = writer;
    const lastRow = writer.wholeRows + budget.rows;
    let questionAt = this.#cellsSeen() + CELLS_PER_QUESTION;
    while (this.#findRow()) {
      this.#writeRow(writer);
      // Nothing can follow the row of a get, so it does not look for another row.
      if (this.#isGet) return false;
      this.#leaveRow();
      if (writer.wholeRows >= lastRow || writer.byteLength >= budget.bytes) return this.#pauseIfMore();
      const seen = this.#cellsSeen();
      if (seen < questionAt) continue;
      if (budget.deadline()) return this.#pauseIfMore();
      questionAt = seen + CELLS_PER_QUESTION;
    }
    if (!this.#endsEarly()) return false;
    // The rows found so far are returned first.
    if (writer.rows === before) throw this.#options.beyond;
    return this.#pauseIfMore();
  }

  /**
   * Writes a row if it has a visible cell, in whatever order rows are read. `sources`: those of each family. REQUIRES a
   * read without a filter and without `batch`. Only this method and `reset` may follow.
   */
  fillRow(row: Uint8Array, sources: readonly (readonly KeyValueScanner[])[], writer: ResultBlockWriter): void {
    for (let index = 0; index < sources.length; index++)
      this.#store(index).moveTo(row, sources[index] as readonly KeyValueScanner[]);
    this.#row.firstOnRow(row);
    this.#writeRow(writer);
  }

  /** A copy of the row at which the next `fill` continues. REQUIRES that the last one returned true. */
  nextRow(): Uint8Array {
    return this.#row.cell.copyRow();
  }

  /** Whether any row from the current position on has a visible cell. Copies nothing and loads no values. */
  exists(): boolean {
    if (this.#options.filter !== null) {
      const writer = new ResultBlockWriter();
      writer.begin([]);
      this.fill(writer, ONE_ROW);
      return writer.rows > 0;
    }
    this.#resume();
    for (; this.#findRow(); this.#leaveRow()) {
      for (let index = 0; index < this.#options.families.length; index++) {
        const store = this.#store(index);
        if (store.startRow(this.#row.cell) && store.next() !== null) return true;
      }
      if (this.#isGet) return false;
    }
    return false;
  }

  /** Closes all sources. `reset` may follow. */
  close(): void {
    for (let index = 0; index < this.#options.families.length; index++) this.#store(index).close();
  }

  #start(options: RegionScanOptions): void {
    const { families, start, startInclusive, stop, stopInclusive } = options;
    this.#options = options;
    this.#paused = false;
    this.#order = options.reversed ? REVERSED : FORWARD;
    this.#isGet = start.length > 0 && startInclusive && stopInclusive && stop !== null && equalBytes(start, stop);
    this.#pieceCells = options.batch;
    const { maxVersions, readPoint, now, raw, reversed, filter, unwritten } = options;
    const { storeLimit: limit, storeOffset: offset } = options;
    // A filter that judges whole rows needs uncut rows.
    this.#transferBytes = filter?.hasFilterRow ? Number.POSITIVE_INFINITY : options.transferBytes;
    this.#transferred = 0;
    this.#results = 0;
    filter?.setReversed(reversed);
    const isOnDemand = filter !== null && options.onDemand && !reversed;
    this.#onDemand = isOnDemand ? families.map(({ family }) => !filter.isFamilyEssential(family)) : null;
    this.#ended = false;
    for (let index = 0; index < families.length; index++) {
      const { sources, qualifiers, info, timeRange, counts = null, family } = families[index] as ScanFamily;
      const store = this.#store(index);
      // One literal: spreading another object into it takes longer than the read.
      store.reset({
        sources,
        qualifiers,
        info,
        timeRange,
        counts,
        family,
        maxVersions,
        readPoint,
        now,
        raw,
        limit,
        offset,
        filter,
        unwritten,
        reversed,
      });
      if (!this.#isOnDemand(index)) store.start(this.#order, start, startInclusive);
    }
  }

  #isOnDemand(index: number): boolean {
    return this.#onDemand !== null && (this.#onDemand[index] as boolean);
  }

  #cellsSeen(): number {
    let seen = this.#passedOver;
    for (const store of this.#stores) seen += store.cellsSeen;
    return seen;
  }

  /** Whether the scan cannot be continued where its rows end. */
  #endsEarly(): boolean {
    const { beyond, stop, filter } = this.#options;
    if (beyond === null || (filter !== null && (this.#ended || filter.filterAllRemaining()))) return false;
    // A scanner that continues after this one begins there.
    this.#row.firstOnRow(stop as Uint8Array);
    return true;
  }

  #pauseIfMore(): boolean {
    if (!this.#findRow() && !this.#endsEarly()) return false;
    this.#paused = true;
    for (let index = 0; index < this.#options.families.length; index++) this.#store(index).pause();
    return true;
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    for (let index = 0; index < this.#options.families.length; index++) this.#store(index).resume();
  }

  /** Copies the next row that any family has; returns false if there is none in the range. */
  #findRow(): boolean {
    const order = this.#order;
    const { families, filter } = this.#options;
    if (filter !== null && (this.#ended || filter.filterAllRemaining())) return false;
    let first: CellView | null = null;
    for (let index = 0; index < families.length; index++) {
      if (this.#isOnDemand(index)) continue;
      const { current } = this.#store(index);
      if (current !== null && (first === null || order.compare(current, first) < 0)) first = current;
    }
    if (first === null) return false;
    return !this.#isBehindStop(this.#row.firstOnRowOf(first));
  }

  #isBehindStop(row: CellView): boolean {
    const { stop, stopInclusive, reversed } = this.#options;
    if (stop === null) return false;
    const order = compareRanges(row.key, row.rowOffset, row.rowLength, stop, 0, stop.length);
    if (order === 0) return !stopInclusive;
    return reversed ? order < 0 : order > 0;
  }

  #writeRow(writer: ResultBlockWriter): void {
    const { families, filter } = this.#options;
    if (filter !== null) {
      this.#judgeRow(writer, filter);
      filter.reset();
      return;
    }
    writer.beginRow();
    for (let index = 0; index < families.length; index++) {
      if (this.#store(index).startRow(this.#row.cell)) this.#writeFamily(writer, index);
    }
    this.#endPiece(writer, false);
  }

  /**
   * Cuts a row only where another cell follows, so that the last piece is marked as the last. Throws ROW_TOO_BIG
   * (N-36).
   */
  #writeFamily(writer: ResultBlockWriter, index: number): void {
    const pieceCells = this.#pieceCells;
    const transferBytes = this.#transferBytes;
    const store = this.#store(index);
    const { index: family, info } = this.#options.families[index] as ScanFamily;
    let size = 0;
    for (let cell = store.next(); cell !== null; cell = store.next()) {
      if (writer.cells >= pieceCells || this.#transferred >= transferBytes) {
        this.#endPiece(writer, true);
        writer.beginRow();
        size = 0;
      }
      size += store.givenSize;
      if (size > info.maxRowSize) throw rowTooBig(cell, info.maxRowSize);
      writer.include(cell, family);
      if (transferBytes < Number.POSITIVE_INFINITY) this.#transferred += store.givenHeapSize(cell);
    }
  }

  /** Ends the current row, or with `more` a piece of it, and the transfer if it is full. */
  #endPiece(writer: ResultBlockWriter, more: boolean): void {
    if (!writer.endRow(more)) return;
    this.#results++;
    if (this.#transferred < this.#transferBytes && this.#results < this.#options.transferResults) return;
    this.#transferred = 0;
    this.#results = 0;
  }

  /** Passes the current row through the filter. */
  #judgeRow(writer: ResultBlockWriter, filter: FilterEvaluator): void {
    if (!this.#startJudged(filter)) return;
    writer.beginRow();
    this.#writeJudged(writer, false);
    if (filter.hasFilterRow && writer.cells > 0) {
      filter.filterRowCells(this.#cellsOf(writer));
      if (writer.cells > 0 && filter.filterRow()) {
        this.#cellsOf(writer).retain(() => false);
      } else if (this.#onDemand !== null && !this.#ended) {
        this.#writeJudged(writer, true);
        writer.sortFamilies();
      }
    }
    this.#endPiece(writer, false);
  }

  /**
   * Begins the current row in the families that the filter needs; returns false if the filter skips it. The filter sees
   * only committed rows.
   */
  #startJudged(filter: FilterEvaluator): boolean {
    const { families, readPoint } = this.#options;
    let first: CellView | null = null;
    let of = families[0] as ScanFamily;
    for (let index = 0; index < families.length; index++) {
      const store = this.#store(index);
      if (this.#isOnDemand(index) || !store.startRow(this.#row.cell)) continue;
      const cell = store.firstUpTo(readPoint);
      if (first !== null || cell === null) continue;
      first = cell;
      of = families[index] as ScanFamily;
    }
    this.#passedOver++;
    return first !== null && !filter.filterRowKey(first, of.family) && !filter.filterAllRemaining();
  }

  /** The cells of the families that are read on demand, or of the other families, in which the row was begun. */
  #writeJudged(writer: ResultBlockWriter, onDemand: boolean): void {
    for (let index = 0; index < this.#options.families.length && !this.#ended; index++) {
      if (this.#isOnDemand(index) !== onDemand) continue;
      const store = this.#store(index);
      if (onDemand) {
        store.reach(this.#row.cell);
        store.startRow(this.#row.cell);
      }
      this.#writeFamily(writer, index);
      this.#ended = store.ended;
    }
  }

  /** The current row as a filter sees it. */
  #cellsOf(writer: ResultBlockWriter): RowCells {
    const { families } = this.#options;
    return {
      retain: (keep) =>
        writer.retain((cell, index) => {
          const { family, counts = null } = families.find((one) => one.index === index) as ScanFamily;
          const kept = keep(cell, family);
          if (!kept && counts !== null) counts.given--;
          return kept;
        }),
    };
  }

  #leaveRow(): void {
    for (let index = 0; index < this.#options.families.length; index++) this.#store(index).leaveRow(this.#order);
  }

  #store(index: number): StoreScanner {
    const store = this.#stores[index];
    if (store !== undefined) return store;
    const made = new StoreScanner();
    this.#stores.push(made);
    return made;
  }
}

function rowTooBig(cell: CellView, limit: number): BigtabError {
  const row = toStringBinary(cell.copyRow());
  return new BigtabError('ROW_TOO_BIG', `Max row size allowed: ${limit}, but row '${row}' is bigger than that`);
}
