import type { ManualClock } from '../../simulation/manual-clock.js';

/** Advances the clock second by second, and lets due work finish after each. */
export async function passSeconds(clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
