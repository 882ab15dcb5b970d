import type { Clock } from '../../clock.js';
import type { OpenWatch } from './connection-watches.js';
import type { Watch } from './watch.js';

/** A reading that no client continues for this long is closed, and begins again later. */
export const READING_LEASE_MS = 60_000;

/** What time does to watches: cells expire, the wall clock jumps, and readings are left alone. One timer for all. */
export class WatchClock {
  readonly #clock: Clock;
  readonly #all: () => Iterable<OpenWatch>;
  readonly #changed: (open: OpenWatch) => void;
  readonly #notify: () => void;
  /** The latest time that was read. */
  #now = 0;
  /** The time at which the next cell expires, or an earlier one. */
  #due = Number.POSITIVE_INFINITY;
  /** The monotonic time of the timer. */
  #timerAt = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | null = null;

  /** `changed` is called for watches whose rows have to be read again; `notify` when a timer has found such. */
  constructor(clock: Clock, all: () => Iterable<OpenWatch>, changed: (open: OpenWatch) => void, notify: () => void) {
    this.#clock = clock;
    this.#all = all;
    this.#changed = changed;
    this.#notify = notify;
  }

  /** Returns the time, after reporting the watches that it changes. */
  look(): number {
    const now = this.#clock.now();
    const isBack = now < this.#now;
    this.#now = now;
    if (!isBack && now < this.#due) {
      // The timer is late if the clock has jumped forward.
      this.#plan(this.#due - now);
      return now;
    }
    this.#due = Number.POSITIVE_INFINITY;
    for (const open of this.#all()) {
      const { watch } = open;
      // Cells that had expired may be visible again; a reading does not show them.
      const isWrong = isBack && (watch.expires || watch.readAt !== null);
      if (isWrong) watch.restart();
      if (isWrong || watch.expire(now)) this.#changed(open);
      this.#due = Math.min(this.#due, watch.expiresAt);
    }
    this.#plan(this.#due - now);
    return now;
  }

  /** To be called when a watch has been read. */
  plan({ expiresAt, readAt }: Watch): void {
    if (expiresAt < this.#due) {
      this.#due = expiresAt;
      this.#plan(expiresAt - this.#now);
    }
    if (readAt !== null) this.#plan(READING_LEASE_MS);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #plan(ms: number): void {
    const at = this.#clock.monotonic() + ms;
    // The wall clock has no fractions of a millisecond: a timer is not replaced because of them.
    if (at >= this.#timerAt || at > this.#timerAt - 1) return;
    this.stop();
    this.#timerAt = at;
    this.#cancel = this.#clock.after(ms, () => this.#ring());
  }

  #ring(): void {
    this.stop();
    const monotonic = this.#clock.monotonic();
    for (const { watch } of this.#all()) {
      if (watch.readAt === null) continue;
      if (monotonic - watch.readAt >= READING_LEASE_MS) watch.restart();
      else this.#plan(READING_LEASE_MS);
    }
    const now = this.look();
    this.#plan(this.#due - now);
    this.#notify();
  }
}
