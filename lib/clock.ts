/** The time in the engine. Nothing else in the engine reads a clock. */
export interface Clock {
  /** Milliseconds since 1970; may go back. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. For durations and deadlines. */
  monotonic(): number;
  /**
   * Runs `task` once after at least `ms` milliseconds; more than 24 days count as 24. Returns a function that cancels
   * it.
   */
  after(ms: number, task: () => void): () => void;
}

/** The maximum for timers of the platform, which run a task with a longer wait immediately. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, Math.min(ms, LONGEST_MS));
    // In Node a timer keeps the process alive, which housekeeping should not do.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

/** The clock of the platform, for tasks that a caller waits for: in Node, their timers keep the process alive. */
export const waitingClock: Clock = {
  ...systemClock,
  after: (ms, task) => {
    const timer = setTimeout(task, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
