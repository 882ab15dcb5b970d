/*
 * One watch: the rows of a read, kept up to date.
 *
 *   stale ──▶ reading ──▶ live ──▶ refilling ──▶ live
 *     ▲          │          │           │
 *     └──────────┴──────────┴───────────┘  its rows have to be read again
 *
 * While it is live, its window contains what the read would return, except for the rows that have been touched since.
 * With a limit, it contains all rows of the range up to its frontier; rows after the frontier do not matter until the
 * window loses rows, and is refilled from there.
 */
import { joinRows, type ResultBlockWriter } from '../../keyvalue/result-block.js';
import { decodeFilter } from '../filter/decode-filter.js';
import type { Region } from '../region/region.js';
import { ONE_ROW } from '../scan/region-scanner.js';
import { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { type Moment, Reading, type ReadingBudget } from './reading.js';
import { eachRow } from './row-content.js';
import { RowTimes } from './row-times.js';
import { TouchedRows } from './touched-rows.js';
import type { WatchChange } from './watch-change.js';
import { type WatchLimits, watchTooLarge } from './watch-limits.js';
import type { WatchedRead } from './watched-read.js';
import { Window } from './window.js';

/** What a step of a watch works with. */
export interface WatchWork extends Moment {
  /** For the rows that are read; its content does not matter. */
  readonly writer: ResultBlockWriter;
  readonly monotonic: () => number;
  /** The monotonic time at which reading touched rows is interrupted. */
  readonly end: number;
  readonly budget: ReadingBudget;
}

/** After this many readings that came to nothing because rows were written meanwhile, one is not interrupted. */
const MOST_ATTEMPTS = 3;
const UNLIMITED: ReadingBudget = { bytes: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

export class Watch {
  readonly number: number;
  readonly read: WatchedRead;
  readonly #limits: WatchLimits;
  readonly #window: Window;
  /** Whether a row may be in the window, or come into it without another row leaving it. */
  readonly #matters = (row: Uint8Array): boolean =>
    this.#reading !== null || this.#frontier === null || this.#window.compare(row, this.#frontier) <= 0;
  readonly #touched = new TouchedRows(this.#matters);
  readonly #times: RowTimes;
  /** Rows with hidden cells, which a flush or a compaction may change. */
  readonly #hiding = new TouchedRows(this.#matters);
  /** Whether there are too many of them: then a flush or a compaction may change all rows. */
  #hidesTooMuch = false;
  /** Whether cells were replaced since the reading began. */
  #isRewritten = false;
  readonly #unwritten = new UnwrittenChanges();
  /** Every touched row means that all rows are read again. */
  readonly #spansRows: boolean;
  #region: Region | null = null;
  #generation = 0;
  #familyNames: readonly Uint8Array[] = [];
  #reading: Reading | null = null;
  /** Whether all rows have to be read. */
  #stale = true;
  /** Whether the next change drops the rows that the client has. */
  #reset = true;
  /** Whether the last change that was sent was not a state. */
  #owesState = true;
  /** The last row up to which the window is complete; null: all of the range. */
  #frontier: Uint8Array | null = null;
  /** Touched rows that are being read, and how many of them were. */
  #rows: readonly Uint8Array[] = [];
  #done = 0;
  #attempts = 0;

  /** Throws INVALID_ARGUMENT for a malformed filter. */
  constructor(number: number, read: WatchedRead, limits: WatchLimits) {
    this.number = number;
    this.read = read;
    this.#limits = limits;
    this.#window = new Window(read.reversed);
    this.#times = new RowTimes(limits.remembered, this.#matters);
    this.#spansRows = read.filter !== null && decodeFilter(read.filter as Uint8Array).countingFilters.length > 0;
  }

  /** The number of rows that it holds. */
  get rows(): number {
    return this.#window.size;
  }

  /** When the next of its rows is due because a cell expires; Infinity for none. */
  get expiresAt(): number {
    return this.#stale ? Number.POSITIVE_INFINITY : this.#times.earliest;
  }

  /** The monotonic time at which its reading made the last step; null if none is open. */
  get readAt(): number | null {
    return this.#reading?.usedAt ?? null;
  }

  /** Whether a jump of the clock can change its rows. */
  get expires(): boolean {
    return (
      this.#unwritten.foundTtl ||
      (this.#region?.stores.some(({ scanInfo }) => scanInfo.ttlMs < Number.POSITIVE_INFINITY) ?? false)
    );
  }

  /** A commit may have changed a row of its range; copies the row. Returns whether this matters. */
  touch(row: Uint8Array): boolean {
    if (this.#stale) return true;
    if (!this.#matters(row)) return false;
    this.#touched.add(row);
    if (this.#touched.size > 2 * this.#limits.remembered) this.restart();
    return true;
  }

  /** Touches the rows that cells have left by now. Returns whether this matters. */
  expire(now: number): boolean {
    if (this.expiresAt > now) return false;
    if (this.#times.isLost(now)) {
      this.restart();
      return true;
    }
    let matters = false;
    for (let row = this.#times.takeDue(now); row !== null; row = this.#times.takeDue(now))
      matters = this.touch(row) || matters;
    return matters;
  }

  /** A flush or a compaction has replaced cells of the table. Returns whether this matters. */
  rewritten(): boolean {
    // A reading still sees the replaced cells.
    this.#isRewritten = this.#reading !== null;
    // The filter may have counted rows of which nothing was visible.
    if (this.#hidesTooMuch || this.#spansRows) {
      this.restart();
      return true;
    }
    let matters = false;
    for (const row of this.#hiding.take()) matters = this.touch(row) || matters;
    return matters;
  }

  /** All rows are read again, and sent again. */
  restart(): void {
    this.close();
    this.#stale = true;
    this.#reset = true;
  }

  /** Closes its reading. */
  close(): void {
    this.#reading?.close();
    this.#reading = null;
  }

  /**
   * Works towards the present state. Returns false if it was interrupted before the touched rows were read; true if the
   * state is reached or needs a further reading, for which the budget is used up. Throws the error of a read, and
   * INVALID_OPERATION if there are too many rows. REQUIRES a region that is enabled, and the same read point and time
   * for all calls until `send`, unless the rows committed meanwhile were reported with `touch`.
   */
  advance(region: Region, work: WatchWork): boolean {
    if (region !== this.#region || region.schemaGeneration !== this.#generation) this.#use(region);
    for (;;) {
      if (this.#stale) this.#begin(region, work);
      if (this.#reading !== null && !this.#readOn(this.#reading, work)) return true;
      this.expire(work.now);
      if (this.#spansRows && this.#touched.size > 0) this.restart();
      if (this.#stale) continue;
      if (!this.#readTouched(region, work)) return false;
      if (!this.#lacksRows) return true;
      this.#refill(region, work);
    }
  }

  /** Whether `advance` has to be called again before the rows are a state. */
  get isBehind(): boolean {
    return this.#stale || this.#reading !== null || this.#touched.size > 0 || this.#done < this.#rows.length;
  }

  /** What the client does not have yet; null if it has everything. */
  send(): WatchChange | null {
    const more = this.isBehind;
    if (!more && !this.#reset && !this.#owesState && !this.#window.isUnsent) return null;
    const reset = this.#reset;
    this.#reset = false;
    this.#owesState = more;
    if (reset && this.#stale) this.#forget();
    const { removed, rows } = this.#window.send();
    return { watch: this.number, reset, more, removed, block: joinRows(this.#familyNames, rows) };
  }

  #use(region: Region): void {
    if (this.#region !== null) this.restart();
    this.#region = region;
    this.#generation = region.schemaGeneration;
    this.#familyNames = region.stores.map(({ name }) => name);
  }

  /** Begins to read all rows. */
  #begin(region: Region, work: WatchWork): void {
    this.close();
    this.#forget();
    this.#reading = new Reading(region, this.read, this.read.limit, work, this.#unwritten);
    this.#stale = false;
  }

  #forget(): void {
    this.#window.clear();
    this.#touched.clear();
    this.#times.clear();
    this.#hiding.clear();
    this.#hidesTooMuch = false;
    this.#rows = [];
    this.#done = 0;
    this.#frontier = null;
  }

  /** Continues a reading; returns whether it has ended. */
  #readOn(reading: Reading, work: WatchWork): boolean {
    const { writer, monotonic } = work;
    const isLimited = this.#attempts < MOST_ATTEMPTS;
    const budget = isLimited ? work.budget : UNLIMITED;
    if (isLimited && (budget.bytes <= 0 || monotonic() >= budget.end)) return false;
    const more = reading.step(writer, budget, monotonic, (row, content) => this.#window.set(row, content));
    this.#keepChanges();
    this.#checkSize();
    if (more) return false;
    this.#frontier = reading.hasAll ? this.#window.last : null;
    this.close();
    if (this.#isRewritten) this.rewritten();
    this.#attempts = this.#spansRows && this.#touched.size > 0 ? this.#attempts + 1 : 0;
    return true;
  }

  /** Reads the touched rows again; returns false if it was interrupted. */
  #readTouched(region: Region, work: WatchWork): boolean {
    for (;;) {
      if (this.#done === this.#rows.length) {
        if (this.#touched.size === 0) break;
        this.#rows = this.#touched.take();
        this.#done = 0;
      }
      while (this.#done < this.#rows.length) {
        this.#readRow(region, this.#rows[this.#done] as Uint8Array, work);
        this.#done++;
        if (work.monotonic() >= work.end) return this.#done === this.#rows.length && this.#touched.size === 0;
      }
    }
    this.#rows = [];
    this.#done = 0;
    return true;
  }

  #readRow(region: Region, row: Uint8Array, { writer, readPoint, now }: WatchWork): void {
    if (this.#frontier !== null && this.#window.compare(row, this.#frontier) > 0) return;
    const { reversed } = this.read;
    const range = { start: row, startInclusive: true, stop: row, stopInclusive: true, reversed };
    const scan = region.reads.scan(range, this.read, readPoint, now, false, this.#unwritten);
    try {
      writer.begin([]);
      scan.scanner.fill(writer, ONE_ROW);
    } finally {
      scan.close();
    }
    this.#keepChanges();
    if (writer.rows === 0) {
      this.#window.remove(row);
      return;
    }
    eachRow(writer, (key, content) => this.#window.set(key, content));
    this.#cut();
    this.#checkSize();
  }

  /** With a limit, the rows after it leave the window. */
  #cut(): void {
    const { limit } = this.read;
    if (this.#window.size < limit) return;
    this.#window.cut(limit);
    this.#frontier = this.#window.last;
  }

  /** Whether rows after the frontier belong to the window. */
  get #lacksRows(): boolean {
    return this.#frontier !== null && this.#window.size < this.read.limit;
  }

  #refill(region: Region, work: WatchWork): void {
    const range = { ...this.read, start: this.#frontier as Uint8Array, startInclusive: false };
    const rows = this.read.limit - this.#window.size;
    this.#reading = new Reading(region, range, rows, work, this.#unwritten);
  }

  /** Remembers which of the rows that were just read may change without a write. */
  #keepChanges(): void {
    for (const { row, expiresAt, hides } of this.#unwritten.take()) {
      if (expiresAt < Number.POSITIVE_INFINITY) this.#times.set(row, expiresAt);
      if (hides && !this.#hidesTooMuch) this.#hiding.add(row);
    }
    if (this.#hiding.size <= 2 * this.#limits.remembered) return;
    this.#hidesTooMuch = true;
    this.#hiding.clear();
  }

  #checkSize(): void {
    const { rows, bytes } = this.#limits;
    if (this.#window.size > rows || this.#window.bytes > bytes) throw watchTooLarge(this.read.table, this.#limits);
  }
}
