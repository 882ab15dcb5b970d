import type { Clock } from '../clock.js';
import { LATEST_TIMESTAMP } from '../model/mutation.js';

/** How implicit timestamps are given out (W-3, A-10). */
export type TimestampMode = 'ordered' | 'strict' | 'wall';

const DAY_MS = 86_400_000;
/** So many rows are remembered at most, also when the wall clock was set back and `now` stands still. */
const MOST_ROWS = 65_536;

/**
 * Gives implicit timestamps.
 *
 *  - `wall`: the wall clock, as HBase does it; a delete masks a later put of its millisecond (W-30).
 *  - `ordered`: `now` never goes back; a put to a row after an implicit delete of that row gets at least the delete's
 *    timestamp + 1, a put or a delete at least the newest implicit timestamp of its row. Only rows deleted from, or moved ahead of
 *    `now` by counters, are remembered, and only until `now` has passed them, so pure puts pay nothing.
 *  - `strict`: every mutation of a row gets a larger timestamp than the one before.
 *
 * A timestamp is taken per mutation, in list order.
 */
export class RowClock {
  readonly #clock: Clock;
  readonly #mode: TimestampMode;
  readonly #rows = new Map<string, RowTimes>();
  #now = 0;
  #largest: number;
  /** No remembered row needs another look before `now` is past this. */
  #pruneAt = 0;

  /** `floor`: the largest implicit time that was ever given out; 0 for a new database. */
  constructor(clock: Clock, mode: TimestampMode, floor: number) {
    this.#clock = clock;
    this.#mode = mode;
    this.#largest = floor;
    // The rows of the last run are forgotten, so its largest time must lie wholly in the past.
    this.#now = mode === 'wall' ? 0 : floor + 1;
  }

  /** The largest time at which anything was written, or that was given to a write without one. */
  get largestSeen(): number {
    return this.#largest;
  }

  /**
   * The time by which flushes and compactions drop what has expired: the wall clock, but at most a day ahead of the last write, so that
   * one wrong clock cannot expire a table for good. In `wall` mode the clock alone counts.
   */
  get expiryTime(): number {
    const wall = this.#clock.now();
    return this.#mode === 'wall' ? wall : Math.min(wall, this.#largest + DAY_MS);
  }

  /** Reads the clock; call it once per request, before `forPut` and `forDelete`. */
  tick(): number {
    const wall = this.#clock.now();
    this.#now = this.#mode === 'wall' ? wall : Math.max(wall, this.#now);
    if (this.#rows.size > 0 && this.#now > this.#pruneAt) this.#prune();
    return this.#seen(this.#now);
  }

  /** The timestamp of a put, increment or append without one. */
  forPut(tableId: number, row: Uint8Array, offset: number, length: number): number {
    if (this.#mode === 'wall' || (this.#mode === 'ordered' && this.#rows.size === 0)) return this.#seen(this.#now);
    const key = rowKey(tableId, row, offset, length);
    const times = this.#rows.get(key);
    if (this.#mode === 'strict') return this.#newTime(key, times);
    if (times === undefined) return this.#seen(this.#now);
    times.newest = Math.max(this.#now, times.newest, times.deleted + 1);
    return this.#seen(times.newest);
  }

  /** The timestamp of a delete without one. */
  forDelete(tableId: number, row: Uint8Array, offset: number, length: number): number {
    if (this.#mode === 'wall') return this.#seen(this.#now);
    const key = rowKey(tableId, row, offset, length);
    const times = this.#rows.get(key);
    if (this.#mode === 'strict') return this.#newTime(key, times);
    const time = Math.max(this.#now, times?.newest ?? 0);
    if (times === undefined) this.#remember(key, { deleted: time, newest: time });
    else {
      times.deleted = time;
      times.newest = time;
    }
    return this.#seen(time);
  }

  /**
   * The timestamp of a counter's new cell: at least the old cell's + 1 (W-34) as long as there is one, at least `base`, which
   * `forPut` gave for the row.
   * A time that runs ahead of `now` this way is remembered, so that a later implicit delete of the row covers it; one that
   * follows an explicit timestamp in the future is the user's and is not.
   */
  forCounter(tableId: number, row: Uint8Array, current: number, base: number): number {
    if (current < base) return base;
    const next = Math.min(current + 1, LATEST_TIMESTAMP - 1);
    if (this.#mode === 'wall') return next;
    const key = rowKey(tableId, row, 0, row.length);
    const times = this.#rows.get(key);
    if (times !== undefined && times.newest >= current) times.newest = next;
    else if (current <= this.#now) this.#remember(key, { deleted: times?.deleted ?? 0, newest: next });
    else return next;
    return this.#seen(next);
  }

  /**
   * The least timestamp of a put whose row was checked first: that of the checked cell (W-55). In `strict` mode the next one, because every
   * mutation gets a new timestamp.
   */
  forChecked(checked: number): number {
    return this.#mode === 'strict' ? Math.min(checked + 1, LATEST_TIMESTAMP - 1) : checked;
  }

  /**
   * A delete without a timestamp hides the version of this time: what is written next to the row gets a later one, so that it is not
   * hidden too. A time that the user set in the future is the user's.
   */
  deletedVersion(tableId: number, row: Uint8Array, time: number): void {
    if (this.#mode === 'wall' || time < this.#now) return;
    const key = rowKey(tableId, row, 0, row.length);
    const times = this.#rows.get(key);
    if (time > Math.max(this.#now, times?.newest ?? 0)) return;
    if (times === undefined) this.#remember(key, { deleted: time, newest: time });
    else {
      times.deleted = Math.max(times.deleted, time);
      times.newest = Math.max(times.newest, time);
    }
  }

  #newTime(key: string, times: RowTimes | undefined): number {
    const time = Math.max(this.#now, (times?.newest ?? 0) + 1);
    if (times === undefined) this.#remember(key, { deleted: 0, newest: time });
    else times.newest = time;
    return this.#seen(time);
  }

  /** When too many rows are remembered, `now` goes on to where it has passed them all. */
  #remember(key: string, times: RowTimes): void {
    if (this.#rows.size >= MOST_ROWS) {
      for (const { newest } of this.#rows.values()) this.#now = Math.max(this.#now, newest + 1);
      this.#rows.clear();
    }
    this.#rows.set(key, times);
  }

  #seen(time: number): number {
    if (time > this.#largest) this.#largest = time;
    return time;
  }

  #prune(): void {
    for (const [key, times] of this.#rows) {
      if (times.newest < this.#now) this.#rows.delete(key);
    }
    this.#pruneAt = this.#now;
  }
}

interface RowTimes {
  /** The newest implicit delete of the row. */
  deleted: number;
  /** The newest implicit timestamp of the row, as far as it is not below `now`; at least `deleted`. */
  newest: number;
}

function rowKey(tableId: number, row: Uint8Array, offset: number, length: number): string {
  let key = `${tableId}:`;
  for (let index = offset; index < offset + length; index++) key += String.fromCharCode(row[index] as number);
  return key;
}
