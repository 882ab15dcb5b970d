import type { Clock } from '../../clock.js';

/**
 * The time of the data: the timestamp of a write without one, and the time by which reads find cells expired. It is the
 * platform's time unless a test has set another one, from which it goes on.
 *
 * Everything that must not depend on a test uses the platform's clock itself: timers, the ages of files, and the
 * confirmed time, which no set time moves forward. So what a set time hides is still stored.
 */
export class DataClock implements Clock {
  readonly #clock: Clock;
  #ahead = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#ahead;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(ms: number, task: () => void): () => void {
    return this.#clock.after(ms, task);
  }

  /** Makes it `when` now; null: the platform's time again. */
  set(when: number | null): void {
    this.#ahead = when === null ? 0 : when - this.#clock.now();
  }
}
