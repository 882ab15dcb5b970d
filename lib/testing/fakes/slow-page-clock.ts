import { ManualClock } from '../../simulation/manual-clock.js';

/** A clock that advances by one turn of the page each time it is read. */
export class SlowPageClock extends ManualClock {
  private readings = 0;

  override monotonic(): number {
    return 5 * this.readings++;
  }
}
