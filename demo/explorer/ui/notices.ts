import { BigtabError } from 'bigtab';
import { withoutDirections } from './cell-text.js';
import { Store } from './store.js';
import { isWorkerGone } from './worker-gone.js';

/** A message for the user. */
export interface Notice {
  readonly text: string;
  /** The code of a BigtabError, so that users can look it up. */
  readonly code?: string;
}

/** The messages of the page: the last success and the last error. A new one replaces the last of its kind. */
export class Notices {
  readonly done: Store<Notice | null> = new Store<Notice | null>(null);
  readonly failed: Store<Notice | null> = new Store<Notice | null>(null);

  say(text: string): void {
    this.failed.set(null);
    this.done.set({ text: withoutDirections(text) });
  }

  /** Shows an error as a sentence. Ignores aborted work, and reads whose worker has ended. */
  fail(error: unknown): void {
    if (isAbort(error) || isAway(error)) return;
    this.done.set(null);
    this.failed.set(noticeOf(error));
  }

  clear(): void {
    this.done.set(null);
    this.failed.set(null);
  }

  /** Runs `work` and shows its error. Resolves to the result of `work`, or undefined if it failed. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }
}

/** Replaces the engine's message, which gives advice for programs. */
const MAYBE_WRITTEN =
  'The worker ended before this change was confirmed. Check whether it was saved; if not, repeat it.';

/** An error as a message. */
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

/** Whether the worker has ended without any loss. The explorer itself reports this and recovers. */
function isAway(error: unknown): boolean {
  return isWorkerGone(error) && !isMaybeWritten(error);
}

function isMaybeWritten(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'WORKER_LOST' && error.details.outcome === 'unknown';
}
