import type { Clock } from '../lib/clock.js';

/** Web Locks as far as they are used here. */
export interface HostLocks {
  request(name: string, options: { readonly signal?: AbortSignal }, granted: () => Promise<void>): Promise<unknown>;
}

/**
 * A tab that was reloaded or closed lets go within 0.1 s; who still holds the database after this is alive. Leaves time for
 * the worker's start within the 5 s after which `connect` has to answer.
 */
const BUSY_AFTER_MS = 4000;

/** The lock that the one worker which may touch the files of a database holds. */
function hostLockName(database: string): string {
  return `bigtab:${database}`;
}

/**
 * Waits for the database's lock and gives what lets it go. Calls `onBusy` once when the wait turns out long, and waits on;
 * rejects with the signal's reason when that aborts.
 */
export async function acquireHostLock(
  database: string,
  locks: HostLocks,
  clock: Clock,
  onBusy: () => void,
  signal?: AbortSignal,
): Promise<() => void> {
  const cancel = clock.after(BUSY_AFTER_MS, onBusy);
  try {
    return await new Promise<() => void>((resolve, reject) => {
      const held = () => new Promise<void>((release) => resolve(release));
      locks.request(hostLockName(database), signal === undefined ? {} : { signal }, held).catch(reject);
    });
  } finally {
    cancel();
  }
}
