import type { Clock } from '../clock.js';

/** How implicit timestamps are given out (W-3, A-10). */
export type TimestampMode = 'ordered' | 'strict' | 'wall';

/**
 * Gives implicit timestamps.
 *
 *  - `wall`: the wall clock, as HBase does it; a delete masks a later put of its millisecond (W-30).
 *  - `ordered`: `now` never goes back; a put to a row after an implicit delete of that row gets at least the delete's
 *    timestamp + 1, a delete at least the newest implicit timestamp of its row. Only rows deleted from, or moved ahead of
 *    `now`, are remembered, and only until `now` has passed them, so pure puts pay nothing.
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

  /** The largest implicit time given out so far. */
  get largestSeen(): number {
    return this.#largest;
  }

  /** Reads the clock; call it once per request, before `forPut` and `forDelete`. */
  tick(): number {
    const wall = this.#clock.now();
    this.#now = this.#mode === 'wall' ? wall : Math.max(wall, this.#now);
    if (this.#rows.size > 0 && this.#now > this.#pruneAt) this.#prune();
    return this.#now;
  }

  /** The timestamp of a put, increment or append without one. */
  forPut(tableId: number, row: Uint8Array, offset: number, length: number): number {
    if (this.#mode === 'wall' || (this.#mode === 'ordered' && this.#rows.size === 0)) return this.#seen(this.#now);
    const key = rowKey(tableId, row, offset, length);
    const times = this.#rows.get(key);
    if (this.#mode === 'strict') return this.#newTime(key, times);
    if (times === undefined) return this.#seen(this.#now);
    const time = Math.max(this.#now, times.deleted + 1);
    if (time > times.newest) times.newest = time;
    return this.#seen(time);
  }

  /** The timestamp of a delete without one. */
  forDelete(tableId: number, row: Uint8Array, offset: number, length: number): number {
    if (this.#mode === 'wall') return this.#seen(this.#now);
    const key = rowKey(tableId, row, offset, length);
    const times = this.#rows.get(key);
    if (this.#mode === 'strict') return this.#newTime(key, times);
    const time = Math.max(this.#now, times?.newest ?? 0);
    if (times === undefined) this.#rows.set(key, { deleted: time, newest: time });
    else {
      times.deleted = time;
      times.newest = time;
    }
    return this.#seen(time);
  }

  /**
   * The timestamp of a counter's new cell: at least the old cell's + 1 (W-34), at least `base`, which `forPut` gave for the row.
   * A time that runs ahead of `now` this way is remembered, so that a later implicit delete of the row covers it; one that
   * follows an explicit timestamp in the future is the user's and is not.
   */
  forCounter(tableId: number, row: Uint8Array, current: number, base: number): number {
    if (current < base) return base;
    if (this.#mode === 'wall') return current + 1;
    const key = rowKey(tableId, row, 0, row.length);
    const times = this.#rows.get(key);
    if (times !== undefined && times.newest >= current) times.newest = current + 1;
    else if (current <= this.#now) this.#rows.set(key, { deleted: times?.deleted ?? 0, newest: current + 1 });
    else return current + 1;
    return this.#seen(current + 1);
  }

  #newTime(key: string, times: RowTimes | undefined): number {
    const time = Math.max(this.#now, (times?.newest ?? 0) + 1);
    if (times === undefined) this.#rows.set(key, { deleted: 0, newest: time });
    else times.newest = time;
    return this.#seen(time);
  }

  #seen(time: number): number {
    if (time > this.#largest) this.#largest = time;
    return time;
  }

  #prune(): void {
    for (const [key, times] of this.#rows) {
      if (times.deleted < this.#now && times.newest < this.#now) this.#rows.delete(key);
    }
    this.#pruneAt = this.#now;
  }
}

interface RowTimes {
  /** The newest implicit delete of the row. */
  deleted: number;
  /** The newest implicit timestamp of the row, as far as it is not below `now`. */
  newest: number;
}

function rowKey(tableId: number, row: Uint8Array, offset: number, length: number): string {
  let key = `${tableId}:`;
  for (let index = offset; index < offset + length; index++) key += String.fromCharCode(row[index] as number);
  return key;
}
