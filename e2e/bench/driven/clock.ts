import { setTimeout } from 'node:timers/promises';

/** What waits. Tests have one that needs no time. */
export interface Clock {
  /** Milliseconds since some point in time. */
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
