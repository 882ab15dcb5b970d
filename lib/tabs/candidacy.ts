import type { Locks } from '../locks.js';
import { leaderLock } from './tab-platform.js';

/** One page's request for the lock of the page that leads. */
export class Candidacy {
  /** Resolves when the lock is held, to the function that releases it. Rejects with the browser's error. */
  readonly granted: Promise<() => void>;
  readonly #abort = new AbortController();
  #release: () => void = () => {};

  constructor(locks: Locks, database: string) {
    const { signal } = this.#abort;
    this.granted = new Promise((resolve, reject) => {
      const held = () =>
        new Promise<void>((release) => {
          // The abort may have come too late.
          if (signal.aborted) return release();
          this.#release = release;
          resolve(release);
        });
      locks.request(leaderLock(database), { signal }, held).catch(reject);
    });
    this.granted.catch(() => {});
  }

  /** Ends the wait for the lock, or releases it. */
  withdraw(): void {
    this.#abort.abort();
    this.#release();
  }
}
