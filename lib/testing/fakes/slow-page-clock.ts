import { ManualClock } from '../../simulation/manual-clock.js';

/** Each reading of the clock is later by a turn of the page. */
export class SlowPageClock extends ManualClock {
  private readings = 0;

  override monotonic(): number {
    return 5 * this.readings++;
  }
}
