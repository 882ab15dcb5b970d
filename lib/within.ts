import type { Clock } from './clock.js';
import { BigtabError } from './errors.js';

/**
 * The longest time that a browser may take to answer a call about stored data. It is waited for in parts: after a
 * machine has slept, all timers that are due run before the answers that are due.
 */
const ANSWER_LIMIT_MS = 30_000;
const PARTS = 3;

/**
 * Settles as `work` does, or rejects with `late()` after `limitMs`; `work` continues then, but its result is not used.
 */
export function within<T>(work: Promise<T>, clock: Clock, limitMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Settles as `work` does, or rejects after 30 s with STORAGE_UNAVAILABLE, which names `what` was not answered. */
export function answered<T>(work: Promise<T>, clock: Clock, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    let parts = 0;
    let isOver = false;
    const wait = (): void => {
      if (isOver) return;
      if (parts++ === PARTS) reject(noAnswer(what));
      else cancel = clock.after(ANSWER_LIMIT_MS / PARTS, () => queueMicrotask(wait));
    };
    wait();
    work.then(resolve, reject).finally(() => {
      isOver = true;
      cancel();
    });
  });
}

function noAnswer(what: string): BigtabError {
  return new BigtabError(
    'STORAGE_UNAVAILABLE',
    `The browser did not answer within ${ANSWER_LIMIT_MS / 1000} s: ${what}. Reload the page; if that does not help, restart the browser`,
    { details: { reason: 'no-answer', outcome: 'unknown' } },
  );
}

/** Whether `error` is that of a call that the browser did not answer. */
export function isNoAnswer(error: unknown): boolean {
  return BigtabError.is(error) && error.details.reason === 'no-answer';
}
