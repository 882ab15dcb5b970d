import { BigtabError } from 'bigtab';
import { withoutDirections } from './cell-text.js';
import { Store } from './store.js';
import { isWorkerGone } from './worker-gone.js';

/** A sentence for the user. */
export interface Notice {
  readonly text: string;
  /** Of a BigtabError, for those who look it up. */
  readonly code?: string;
}

/** What the page has to say: the last thing done, and the last thing that went wrong. Each new one replaces its like. */
export class Notices {
  readonly done: Store<Notice | null> = new Store<Notice | null>(null);
  readonly failed: Store<Notice | null> = new Store<Notice | null>(null);

  say(text: string): void {
    this.failed.set(null);
    this.done.set({ text: withoutDirections(text) });
  }

  /** Shows an error as a sentence. What was given up on purpose is none, and neither is a read of a worker that has ended. */
  fail(error: unknown): void {
    if (isAbort(error) || isAway(error)) return;
    this.done.set(null);
    this.failed.set(noticeOf(error));
  }

  clear(): void {
    this.done.set(null);
    this.failed.set(null);
  }

  /** Runs `work`, which does not wait, and shows its error. Returns what `work` returned, or undefined when it failed. */
  tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** Runs `work` and shows its error. Resolves to what `work` gave, or undefined when it failed. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }
}

/** Instead of advice that is for a program. */
const MAYBE_WRITTEN =
  'The worker ended before this change was confirmed. Check whether it was saved; if not, repeat it.';

/** An error in words. */
export function noticeOf(error: unknown): Notice {
  if (isMaybeWritten(error)) return { text: MAYBE_WRITTEN, code: 'WORKER_LOST' };
  const message = withoutDirections(error instanceof Error ? error.message : String(error));
  const first = message.slice(0, 1).toUpperCase();
  const text = `${first}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
  return BigtabError.is(error) ? { text, code: error.code } : { text };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The worker has ended and nothing was lost: the explorer says so, and recovers. */
function isAway(error: unknown): boolean {
  return isWorkerGone(error) && !isMaybeWritten(error);
}

function isMaybeWritten(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'WORKER_LOST' && error.details.outcome === 'unknown';
}
