import type { ClockLike } from '../../in-process/read-clock.js';

/**
 * The machine's time, but later with each call. A call of a real gateway takes about a millisecond, so two calls have
 * different timestamps; the fake is faster.
 */
export class GatewayClock implements ClockLike {
  private least = 0;

  now(): number {
    return Math.max(Date.now(), this.least);
  }

  /** A call begins. */
  tick(): void {
    this.least = this.now() + 1;
  }
}
