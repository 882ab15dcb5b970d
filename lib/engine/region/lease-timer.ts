import type { Clock } from '../../clock.js';

/** What its client does not mention for this long is ended. */
export const LEASE_MS = 60_000;

/** Looks for leases that have expired, as long as anything is leased. */
export class LeaseTimer {
  readonly #clock: Clock;
  readonly #check: (now: number) => boolean;
  #cancel: (() => void) | null = null;
  #stopped = false;

  /** `check` ends what has expired at a time of the monotonic clock, and returns whether anything is still leased. */
  constructor(clock: Clock, check: (now: number) => boolean) {
    this.#clock = clock;
    this.#check = check;
  }

  /** Something is leased. */
  start(): void {
    if (this.#cancel !== null || this.#stopped) return;
    this.#cancel = this.#clock.after(LEASE_MS / 4, () => {
      this.#cancel = null;
      if (this.#check(this.#clock.monotonic())) this.start();
    });
  }

  /** Stops permanently. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }
}
