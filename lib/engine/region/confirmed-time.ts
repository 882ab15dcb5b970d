import type { Clock } from '../../clock.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { DatabaseRecord } from '../../storage/catalog/catalog.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How often the clock is read, so that a jump is detected soon. */
const LOOK_MS = 60_000;
/** At most this many readings are kept; a further one replaces the second to last. */
const MOST_OPENINGS = 8;

/** The part of the confirmed time that the catalog stores. */
export type ConfirmedRecord = Required<Pick<DatabaseRecord, 'confirmedTime' | 'openings'>>;

/**
 * The confirmed time: the time by which flushes and compactions remove what has expired. What they remove is lost
 * permanently, so a wall clock that jumps ahead is not trusted at once. Reads use the wall clock.
 *
 *  1. It is never above the wall clock, nor above the time that a test has set. In the mode `wall` it is the smaller of
 *     the two.
 *  2. It advances while the database runs, and follows the wall clock while that is at most a day ahead.
 *  3. A larger jump is accepted after 24 hours of running, with the smallest lead during these hours.
 *  4. Or it is accepted at an opening, if three openings in a row, the first and the last at least 24 hours apart by
 *     the wall clock, were all more than a day ahead: then the confirmed time becomes the reading of the first. So
 *     three quick reloads do not confirm a jump.
 */
export class ConfirmedTime {
  readonly #clock: Clock;
  readonly #mode: TimestampMode;
  readonly #limit: Pick<Clock, 'now'>;
  /** The confirmed time at the monotonic time `#at`. */
  #time: number;
  #at: number;
  /**
   * When the clock went more than a day ahead, and the smallest difference between the wall clock and the monotonic
   * time since then.
   */
  #jump: { readonly since: number; readonly distance: number } | null = null;
  /** The wall clock at the consecutive openings, including this one, that were more than a day ahead; ascending. */
  #openings: readonly number[];
  #stored: ConfirmedRecord;
  #storing = false;
  #cancel: () => void = () => {};

  /**
   * Opens the database. `stored`: the database record, null for a new database; a record without a confirmed time
   * begins with the last write. `limit`: the time of the data.
   */
  constructor(clock: Clock, mode: TimestampMode, stored: DatabaseRecord | null, limit: Pick<Clock, 'now'> = clock) {
    this.#clock = clock;
    this.#mode = mode;
    this.#limit = limit;
    const wall = clock.now();
    this.#at = clock.monotonic();
    this.#time = stored?.confirmedTime ?? (stored?.largestTimeSeen || wall);
    this.#openings = (stored?.openings ?? []).filter((reading) => reading <= wall);
    if (wall - this.#time > DAY_MS) this.#countOpening(wall);
    this.#follow(wall, this.#at);
    this.#stored = this.record;
  }

  /** The confirmed time, in milliseconds since 1970. */
  get now(): number {
    this.#look();
    const time = this.#mode === 'wall' ? this.#clock.now() : Math.floor(this.#time);
    return Math.min(time, this.#limit.now());
  }

  /** The state that the next commit stores. */
  get record(): ConfirmedRecord {
    this.#look();
    this.#stored = { confirmedTime: Math.floor(this.#time), openings: this.#openings };
    return this.#stored;
  }

  /**
   * Reads the clock every minute. Calls `store`, which never rejects, if no commit has stored the time for an hour, so
   * that a crash loses little.
   */
  start(store: () => Promise<void>): void {
    this.#cancel = this.#clock.after(LOOK_MS, () => {
      this.#look();
      if (this.#isStale && !this.#storing) {
        this.#storing = true;
        void store().then(() => {
          this.#storing = false;
        });
      }
      this.start(store);
    });
  }

  stop(): void {
    this.#cancel();
  }

  get #isStale(): boolean {
    const { confirmedTime, openings } = this.#stored;
    return Math.abs(this.#time - confirmedTime) >= HOUR_MS || openings !== this.#openings;
  }

  #look(): void {
    const at = this.#clock.monotonic();
    const before = this.#at;
    this.#time += at - before;
    this.#at = at;
    this.#follow(this.#clock.now(), before);
  }

  /** `before`: the last reading. */
  #follow(wall: number, before: number): void {
    if (wall - this.#time > DAY_MS) {
      const distance = wall - this.#at;
      // The jump happened at an unknown time between two readings.
      const { since, distance: smallest } = this.#jump ?? { since: Math.max(before, this.#at - LOOK_MS), distance };
      this.#jump = { since, distance: Math.min(distance, smallest) };
      if (this.#at - since < DAY_MS) return;
      this.#time = this.#at + this.#jump.distance;
      this.#jump = { since: this.#at, distance };
      if (wall - this.#time > DAY_MS) return;
    }
    this.#time = wall;
    this.#jump = null;
    if (this.#openings.length > 0) this.#openings = [];
  }

  #countOpening(wall: number): void {
    const earlier = this.#openings;
    const readings = [...earlier, wall];
    const first = earlier.slice(0, -1).findLast((reading) => wall - reading >= DAY_MS);
    if (first !== undefined) this.#time = first;
    else if (readings.length > MOST_OPENINGS) readings.splice(-2, 1);
    this.#openings = readings.filter((reading) => reading - this.#time > DAY_MS);
  }
}
