import type { Clock } from '../../clock.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import type { ClockReport } from '../../model/status-report.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { RememberedRows } from './remembered-rows.js';

/** The newest implicit timestamp found in a row, -1 for none, and whether a delete has it. */
export interface ImplicitTimes {
  newest: number;
  deleted: boolean;
}

/** What the clock needs of the table that a row belongs to. */
export interface ClockedTable {
  readonly id: number;
  /** Whether a family of it keeps several versions. */
  readonly keepsVersions: boolean;
  /**
   * Reads the row, in memory and in files. Only timestamps from `from` on count; in files, which do not record how a
   * timestamp was given, only those up to `upTo`.
   */
  newestImplicit(row: Uint8Array, from: number, upTo: number): ImplicitTimes;
}

/** A timestamp, and whether the engine gave it: not one that follows a time which the user set in the future. */
export interface Stamp {
  readonly time: number;
  readonly implicit: boolean;
}

const LARGEST_TIMESTAMP = LATEST_TIMESTAMP - 1;

/**
 * Gives implicit timestamps.
 *
 *  - `wall`: the wall clock, as HBase does it; a delete masks a later put of its millisecond (W-30).
 *  - `ordered`: with `newest` the newest implicit timestamp of the row, max(wall clock, `newest` + 1) for a write that touches a family with
 *    several versions and for a put after an implicit delete at `newest`; else max(wall clock, `newest`).
 *  - `strict`: max(wall clock, `newest` + 1) for every write.
 *
 * A timestamp is taken per mutation, in list order.
 *
 * Invariants of `ordered` and `strict`:
 *  1. A row that is not remembered has no implicit timestamp above both the doubt mark and the last reading of the wall clock.
 *  2. So it is read only while the wall clock is not above the mark, and pure puts pay nothing.
 *  3. In a table without several versions a put at the wall clock's time is not remembered: it changes nothing for the writes of its
 *     millisecond, and the mark rises when the clock goes back or a family begins to keep versions.
 */
export class RowClock {
  readonly #clock: Clock;
  readonly #mode: TimestampMode;
  readonly #rows = new RememberedRows();
  #wall = 0;
  #largest: number;
  /** The doubt mark. */
  #mark: number;

  /** `floor`: the largest implicit timestamp that was ever given; 0 for a new database. */
  constructor(clock: Clock, mode: TimestampMode, floor: number) {
    this.#clock = clock;
    this.#mode = mode;
    this.#largest = floor;
    this.#mark = floor;
  }

  /** The largest implicit timestamp that was ever given. */
  get largestGiven(): number {
    return this.#largest;
  }

  /** Whether rows that are not remembered must be read before they are written. */
  get inDoubt(): boolean {
    return this.#mode !== 'wall' && this.#wall <= this.#mark;
  }

  /** Reads the wall clock; call it once per request, before the other methods. */
  tick(): number {
    // No timestamp is below 0, whatever the machine's clock reads.
    const wall = Math.max(0, this.#clock.now());
    if (wall < this.#wall) this.doubt();
    this.#wall = wall;
    if (this.#rows.size > 0 && wall > this.#rows.largest) this.#rows.clear();
    return wall;
  }

  /**
   * From now on any row may have the largest timestamp that was given so far: the wall clock went back, or a schema
   * changed.
   */
  doubt(): void {
    if (this.#largest > this.#mark) this.#mark = this.#largest;
  }

  /** The timestamp of a put, increment or append without one. `versions`: it touches a family with several versions. */
  forPut(table: ClockedTable, row: Uint8Array, offset: number, length: number, versions: boolean): number {
    return this.#take(table, row, offset, length, versions, false);
  }

  /** The timestamp of a delete without one. `versions`: it touches a family with several versions. */
  forDelete(table: ClockedTable, row: Uint8Array, offset: number, length: number, versions: boolean): number {
    return this.#take(table, row, offset, length, versions, true);
  }

  /**
   * The timestamp of a counter's new cell: at least the old cell's + 1 (W-34) while there is one, at least
   * `base`, which `forPut` gave for the row.
   */
  forCounter(table: ClockedTable, row: Uint8Array, current: number, base: number): Stamp {
    return this.#follow(table, row, current, Math.min(current + 1, LARGEST_TIMESTAMP), base);
  }

  /**
   * The timestamp of a put whose row was checked first: at least that of the checked cell (W-55), in `strict` mode a
   * later one, because every mutation gets a new timestamp; at least `base`, which `forPut` gave for the row.
   */
  forChecked(table: ClockedTable, row: Uint8Array, checked: number, base: number): Stamp {
    const least = this.#mode === 'strict' ? Math.min(checked + 1, LARGEST_TIMESTAMP) : checked;
    return this.#follow(table, row, checked, least, base);
  }

  /**
   * A delete without a timestamp hides the version of this time: what is written next to the row gets a later one, so
   * that it is not hidden too. Returns false for a time that the user set in the future, which is the user's.
   */
  deletedVersion(table: ClockedTable, row: Uint8Array, time: number): boolean {
    if (this.#mode === 'wall') return time <= Math.max(this.#wall, this.#largest);
    const newest = this.#rows.find(table.id, row, 0, row.length);
    const known = newest >= 0 ? newest : this.#read(table, row).newest;
    if (time > Math.max(this.#wall, known)) return false;
    this.#seen(time);
    if (time >= this.#wall && time >= known) this.#remember(time, true);
    return true;
  }

  /** How many rows are remembered, and by how much the one furthest ahead leads, in milliseconds. */
  get lead(): ClockReport {
    const wall = this.#clock.now();
    return { rowsAhead: this.#rows.countFrom(wall), largestLeadMs: Math.max(0, this.#rows.largest - wall) };
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
    if (this.#mode === 'wall') return this.#seen(wall);
    const strict = this.#mode === 'strict';
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

  /** At least `least`, which follows the time `met` of a cell in the row, and at least `base`. */
  #follow(table: ClockedTable, row: Uint8Array, met: number, least: number, base: number): Stamp {
    if (least <= base) return { time: base, implicit: true };
    // `base` is the newest implicit timestamp of the row, unless the clock remembers none.
    const implicit = met <= (this.#mode === 'wall' ? Math.max(base, this.#largest) : base);
    if (implicit) {
      this.#seen(least);
      if (this.#mode !== 'wall') {
        this.#rows.find(table.id, row, 0, row.length);
        this.#remember(least, false);
      }
    }
    return { time: least, implicit };
  }

  /** What a row that is not remembered has, as far as it is not below the wall clock. */
  #read(table: ClockedTable, row: Uint8Array): ImplicitTimes {
    return this.inDoubt ? table.newestImplicit(row, this.#wall, this.#mark) : { newest: -1, deleted: false };
  }

  /** Remembers the row that was found last. */
  #remember(newest: number, deleted: boolean): void {
    const rows = this.#rows;
    if (rows.lacksRoom) {
      // A long list of writes has one reading of the clock, which has moved on meanwhile.
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
