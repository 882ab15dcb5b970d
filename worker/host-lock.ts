import type { Clock } from '../lib/clock.js';

/** Web Locks as far as they are used here. */
export interface HostLocks {
  request(name: string, options: { readonly signal?: AbortSignal }, granted: () => Promise<void>): Promise<unknown>;
}

/** The lock that the one worker which may touch the files of a database holds. */
function hostLockName(database: string): string {
  return `bigtab:${database}`;
}

/**
 * Waits for the database's lock and returns the function that releases it. Calls `onBusy` once when it still waits
 * after `busyAfterMs`, and waits on; rejects with the signal's reason when that aborts.
 */
export async function acquireHostLock(
  database: string,
  { locks, clock }: { readonly locks: HostLocks; readonly clock: Clock },
  busyAfterMs: number,
  onBusy: () => void,
  signal?: AbortSignal,
): Promise<() => void> {
  const cancel = clock.after(busyAfterMs, onBusy);
  try {
    return await new Promise<() => void>((resolve, reject) => {
      const held = () => new Promise<void>((release) => resolve(release));
      locks.request(hostLockName(database), signal === undefined ? {} : { signal }, held).catch(reject);
    });
  } finally {
    cancel();
  }
}
