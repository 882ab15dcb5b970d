import type { Clock } from '../clock.js';
import type { Yielder } from '../yielder.js';

/** Well below 8 ms, so that no loop over a list holds up the page for longer. */
const TURN_MS = 4;

/** Cuts a long loop into turns: ask `due` after each step, and when it says so, await `rest`. */
export class Pacer {
  private readonly clock: Clock;
  private readonly yielder: Yielder;
  private end: number;

  constructor(clock: Clock, yielder: Yielder) {
    this.clock = clock;
    this.yielder = yielder;
    this.end = clock.monotonic() + TURN_MS;
  }

  /** Whether this turn has lasted long enough. */
  get due(): boolean {
    return this.clock.monotonic() >= this.end;
  }

  /** Lets the page do what waits. */
  async rest(): Promise<void> {
    await this.yielder();
    this.end = this.clock.monotonic() + TURN_MS;
  }
}
