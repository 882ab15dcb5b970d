import type { Clock } from '../lib/clock.js';
import type { Locks } from '../lib/locks.js';

/** The lock of the one worker that may access the files of a database. */
function hostLockName(database: string): string {
  return `bigtab:${database}`;
}

/**
 * Waits for the database's lock and returns the function that releases it. Calls `onBusy` once if still waiting after
 * `busyAfterMs`, and continues to wait; rejects with the signal's reason when the signal aborts.
 */
export async function acquireHostLock(
  database: string,
  { locks, clock }: { readonly locks: Locks; readonly clock: Clock },
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
