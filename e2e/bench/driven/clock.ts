import { setTimeout } from 'node:timers/promises';

/** The current time, and waiting. Tests use a clock that takes no real time. */
export interface Clock {
  /** Milliseconds since an arbitrary point in time. */
  now(): number;
  /** Rejects when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    await setTimeout(Math.max(0, ms), undefined, signal === undefined ? {} : { signal });
  },
};
