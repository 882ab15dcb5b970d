import type { Clock } from '../lib/clock.js';

/**
 * Settles as `work` does, or rejects with `late()` after `limitMs`; `work` continues then, but its result is not used.
 */
export function within<T>(work: Promise<T>, clock: Clock, limitMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
}
