import type { Clock } from '../../clock.js';
import type { Yielder } from '../../yielder.js';

/** Background work in bounded pieces. */
export interface BackgroundStep {
  /** Works until `deadline` returns true or one block is done; returns true if finished. */
  step(deadline: () => boolean): boolean;
  /** Gives the work up and leaves nothing open. */
  abandon(): void;
}

/** How long one step may keep the worker from handling messages, in ms. */
const STEP_MS = 0.3;

/**
 * Runs `work` to its end and lets the worker handle waiting messages before each step, even the first: the
 * log may require a flush of hundreds of small regions, each of which is a single step, and no call would be answered
 * until the last of them had ended.
 * `stopped` is checked before each step. If it returns true, or if a step throws, the work is abandoned.
 */
export async function runSteps(
  work: BackgroundStep,
  clock: Clock,
  yielder: Yielder,
  stopped: () => boolean,
): Promise<boolean> {
  for (;;) {
    await yielder();
    if (stopped()) {
      work.abandon();
      return false;
    }
    const end = clock.monotonic() + STEP_MS;
    try {
      if (work.step(() => clock.monotonic() >= end)) return true;
    } catch (error) {
      work.abandon();
      throw error;
    }
  }
}
