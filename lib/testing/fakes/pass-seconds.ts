import type { ManualClock } from '../../simulation/manual-clock.js';

/** Lets seconds pass one after the other. What they start happens in between. */
export async function passSeconds(clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
