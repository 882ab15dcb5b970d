import type { Clock } from '../../clock.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import type { ClockReport } from '../../model/status-report.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { RememberedRows } from './remembered-rows.js';

/** The newest implicit timestamp found in a row, -1 for none, and whether it belongs to a delete. */
export interface ImplicitTimes {
  newest: number;
  deleted: boolean;
}

/** The properties of a row's table that the clock needs. */
export interface ClockedTable {
  readonly id: number;
  /** Whether one of its families keeps several versions. */
  readonly keepsVersions: boolean;
  /** No cell whose timestamp the engine did not assign has a larger one; see StoreView. */
  readonly maxForeignTime: number;
  /**
   * Reads the row, in memory and in files. Only timestamps from `from` on count; in files, which do not record how a
   * timestamp was assigned, only those up to `upTo`.
   */
  newestImplicit(row: Uint8Array, from: number, upTo: number): ImplicitTimes;
}

/** No cell has a larger timestamp. */
export const LARGEST_TIMESTAMP: number = LATEST_TIMESTAMP - 1;

/**
 * Assigns implicit timestamps (W-3, A-10).
 *
 *  - `wall`: the wall clock, as in HBase; a delete masks a later put of its millisecond (W-30).
 *  - `ordered`: let `newest` be the newest implicit timestamp of the row. A write that touches a family with several
 *    versions, and a put after an implicit delete at `newest`, get max(wall clock, `newest` + 1); other writes get
 *    max(wall clock, `newest`).
 *  - `strict`: max(wall clock, `newest` + 1) for every write.
 *
 * Every mutation gets one timestamp, in list order. In `ordered` and `strict` it is larger still if a cell would hide the
 * write whose timestamp the engine did not assign; see mutation/visible-time. Such a timestamp is not implicit.
 *
 * Invariants of `ordered` and `strict`:
 *  1. A row that is not remembered has no implicit timestamp above both the doubt mark and the last reading of the
 *     wall clock.
 *  2. So it is read only while the wall clock is not above the mark, and pure puts have no extra cost.
 *  3. In a table without several versions, a put at the wall clock's time is not remembered: it does not affect the
 *     writes of its millisecond, and the mark rises when the clock goes back or a family begins to keep versions.
 */
export class RowClock {
  readonly mode: TimestampMode;
  readonly #clock: Clock;
  readonly #rows = new RememberedRows();
  /** The rows that were written above cells whose timestamps the engine did not assign; null: none was. */
  #above: RememberedRows | null = null;
  /** The largest timestamp of such a write. */
  #largestAbove = 0;
  #wall = 0;
  #largest: number;
  /** The doubt mark. */
  #mark: number;

  /** `floor`: the largest implicit timestamp that was ever assigned; 0 for a new database. */
  constructor(clock: Clock, mode: TimestampMode, floor: number) {
    this.#clock = clock;
    this.mode = mode;
    this.#largest = floor;
    this.#mark = floor;
  }

  /** The largest implicit timestamp that was ever assigned. */
  get largestGiven(): number {
    return this.#largest;
  }

  /** Whether rows that are not remembered must be read before they are written. */
  get inDoubt(): boolean {
    return this.mode !== 'wall' && this.#wall <= this.#mark;
  }

  /**
   * Whether a write of the table at `time` may meet a cell with this timestamp or a later one that the engine did not
   * assign: one in the table, or one that the same action writes, at most at `ahead`. Never in `wall` mode.
   */
  mayBeBehind(table: ClockedTable, time: number, ahead: number): boolean {
    return this.mode !== 'wall' && (ahead >= time || table.maxForeignTime >= time);
  }

  /** Reads the wall clock; call it once per request, before the other methods. */
  tick(): number {
    // No timestamp is below 0, whatever the wall clock returns.
    const wall = Math.max(0, this.#clock.now());
    if (wall < this.#wall) this.doubt();
    this.#wall = wall;
    if (this.#rows.size > 0 && wall > this.#rows.largest) this.#rows.clear();
    return wall;
  }

  /**
   * Call it when the wall clock went back or a schema changed: from now on any row may have the largest timestamp
   * assigned so far.
   */
  doubt(): void {
    if (this.#largest > this.#mark) this.#mark = this.#largest;
  }

  /**
   * The timestamp of a put, increment or append without one. `versions`: whether it touches a family with several
   * versions.
   */
  forPut(table: ClockedTable, row: Uint8Array, offset: number, length: number, versions: boolean): number {
    return this.#take(table, row, offset, length, versions, false);
  }

  /** The timestamp of a delete without one. `versions`: whether it touches a family with several versions. */
  forDelete(table: ClockedTable, row: Uint8Array, offset: number, length: number, versions: boolean): number {
    return this.#take(table, row, offset, length, versions, true);
  }

  /**
   * The timestamp of a counter's new cell: at least the old cell's timestamp + 1 (W-34), up to the largest timestamp
   * and at least `base`, which `forPut` returned for the row.
   */
  forCounter(current: number, base: number): number {
    return Math.max(base, Math.min(current + 1, LARGEST_TIMESTAMP));
  }

  /**
   * The timestamp of a put whose row was checked first: at least that of the checked cell (W-55), in `strict` mode a
   * later one, because every mutation gets a new timestamp; at least `base`, which `forPut` returned for the
   * row.
   */
  forChecked(checked: number, base: number): number {
    return Math.max(base, this.mode === 'strict' ? Math.min(checked + 1, LARGEST_TIMESTAMP) : checked);
  }

  /**
   * Called for a write without a timestamp that gets `time`: `base`, which `forPut` or `forDelete` returned for the row, or
   * a later one. Returns false if it follows a timestamp that the user set in the future: then it is not implicit.
   */
  settle(table: ClockedTable, row: Uint8Array, base: number, time: number, isDelete: boolean): boolean {
    if (time === base) return true;
    const isWall = this.mode === 'wall';
    // `base` is the newest implicit timestamp of the row, unless the clock does not remember one.
    if (time - 1 <= (isWall ? Math.max(base, this.#largest) : base)) {
      this.#seen(time);
      if (!isWall) {
        this.#rows.find(table.id, row, 0, row.length);
        this.#remember(time, isDelete);
      }
      return true;
    }
    if (!isWall) {
      this.#above ??= new RememberedRows();
      const above = this.#above;
      above.find(table.id, row, 0, row.length);
      if (above.lacksRoom) above.makeRoom(this.#wall);
      above.set(time, isDelete);
      this.#largestAbove = Math.max(this.#largestAbove, time);
    }
    return false;
  }

  /**
   * Called for a delete without a timestamp that hides the version at `time`: the next write of the row gets a later
   * timestamp, so that it is not hidden too. Returns false if the user set `time` in the future: then it is not an
   * implicit timestamp.
   */
  deletedVersion(table: ClockedTable, row: Uint8Array, time: number): boolean {
    if (this.mode === 'wall') return time <= Math.max(this.#wall, this.#largest);
    const newest = this.#rows.find(table.id, row, 0, row.length);
    const known = newest >= 0 ? newest : this.#read(table, row).newest;
    if (time > Math.max(this.#wall, known)) return false;
    this.#seen(time);
    if (time >= this.#wall && time >= known) this.#remember(time, true);
    return true;
  }

  /**
   * How many of the remembered rows are ahead of the clock, and how many milliseconds the largest timestamp is: also if
   * its row is not remembered, for example since an earlier run.
   */
  get lead(): ClockReport {
    const wall = this.#clock.now();
    const rowsAhead = this.#rows.countFrom(wall) + (this.#above?.countFrom(wall, this.#rows) ?? 0);
    return { rowsAhead, largestLeadMs: Math.max(0, this.#largest - wall, this.#largestAbove - wall) };
  }

  #take(
    table: ClockedTable,
    row: Uint8Array,
    offset: number,
    length: number,
    versions: boolean,
    isDelete: boolean,
  ): number {
    const wall = this.#wall;
    if (this.mode === 'wall') return this.#seen(wall);
    const strict = this.mode === 'strict';
    const remembers = isDelete || strict || table.keepsVersions || wall <= this.#mark;
    if (!remembers && this.#rows.size === 0) return this.#seen(wall);
    let newest = this.#rows.find(table.id, row, offset, length);
    let deleted = this.#rows.isDeleted;
    const isNew = newest < 0;
    if (isNew && wall <= this.#mark) ({ newest, deleted } = this.#read(table, row.subarray(offset, offset + length)));
    const isLater = versions || strict || (deleted && !isDelete);
    const time = newest < wall ? wall : isLater ? Math.min(newest + 1, LARGEST_TIMESTAMP) : newest;
    if (remembers || !isNew) this.#remember(time, isDelete);
    return this.#seen(time);
  }

  /** The newest implicit timestamp of a row that is not remembered, unless it is below the wall clock. */
  #read(table: ClockedTable, row: Uint8Array): ImplicitTimes {
    return this.inDoubt ? table.newestImplicit(row, this.#wall, this.#mark) : { newest: -1, deleted: false };
  }

  /** Remembers the row that was found last. */
  #remember(newest: number, deleted: boolean): void {
    const rows = this.#rows;
    if (rows.lacksRoom) {
      // A long list of writes uses one reading of the clock, which has advanced in the meantime.
      this.tick();
      if (rows.lacksRoom) this.#mark = Math.max(this.#mark, rows.makeRoom(this.#wall));
    }
    rows.set(newest, deleted);
  }

  #seen(time: number): number {
    if (time > this.#largest) this.#largest = time;
    return time;
  }
}
