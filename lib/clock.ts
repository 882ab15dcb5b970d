/** Time as the engine sees it. Nothing else in the engine reads a clock. */
export interface Clock {
  /** Milliseconds since 1970, may go back. */
  now(): number;
  /** Milliseconds from some start, never goes back; for durations and deadlines. */
  monotonic(): number;
  /**
   * Runs `task` once after at least `ms` milliseconds, of which more than 24 days count as 24; the answer cancels it.
   */
  after(ms: number, task: () => void): () => void;
}

/** Timers of the platform take no more, and run at once what is to wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, Math.min(ms, LONGEST_MS));
    // In Node a timer keeps the process alive; housekeeping is no reason to.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};
