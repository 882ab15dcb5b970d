/*
 * The parts of the page that `connect` needs. Only `connect.ts` reads the globals; all other code gets them as a
 * `Platform`, so that tests can pass another one.
 */
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { Locks } from '../../locks.js';
import type { OpenChannel, PortLike } from '../../tabs/tab-platform.js';
import type { Yielder } from '../../yielder.js';
import type { StorageLike } from '../calls/request-persistence.js';

/** An event of a worker: a message has `data`, a failure usually a `message`. */
export interface WorkerEventLike {
  readonly data?: unknown;
  readonly message?: string;
}

/** The part of a worker that Bigtab uses. The DOM's `Worker` fits. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: unknown[]): void;
  addEventListener(
    type: string,
    listener: (event: WorkerEventLike) => void,
    options?: { readonly once: boolean },
  ): void;
  removeEventListener(type: string, listener: (event: WorkerEventLike) => void): void;
  terminate(): void;
}

/** The reason that storage cannot work; `details.reason` of STORAGE_UNAVAILABLE. */
export type UnavailableReason =
  | 'insecure'
  | 'private-mode'
  | 'no-opfs'
  | 'no-worker'
  | 'no-page'
  | 'server'
  | 'blocked'
  | 'io-error';

/**
 * The worker reports a busy database or a silent browser this long after the user's call, or after the page began to
 * lead. While no worker is reached at all, a call fails after 10 s (tabs/database-busy).
 */
export const ANSWER_WITHIN_MS = 4000;
/**
 * The minimum time that remains after a slow start: a tab that was reloaded or closed releases its lock within 0.1 s.
 */
const LEAST_WAIT_MS = 200;

/** The remaining part of `ANSWER_WITHIN_MS` for a call that began at `since`, by the monotonic clock. */
export function waitLeft(clock: Clock, since: number): number {
  return Math.max(LEAST_WAIT_MS, ANSWER_WITHIN_MS - (clock.monotonic() - since));
}

/**
 * What happens to the page. `suspended`: the browser may stop it for a long time, without ending it; `resumed`: it goes
 * on.
 */
export type LifecycleChange = 'visible' | 'hidden' | 'suspended' | 'resumed';

export interface Platform {
  /** Whether this is a browser's page or worker, not Node or a server that renders pages. */
  readonly browser: boolean;
  /** Whether the browser considers the page secure: https or localhost. */
  readonly secure: boolean;
  /** The page's address, for messages. */
  readonly origin: string;
  /** Missing in insecure pages and in some web views. */
  readonly locks: Locks | undefined;
  /** Missing in insecure pages. */
  readonly storage?: StorageLike | undefined;
  readonly clock: Clock;
  readonly yielder: Yielder;
  /** Returns a unique name. */
  uniqueName(): string;
  /**
   * Whether the engine may run here. False in a SharedWorker and a service worker, which use the engine of a page:
   * a SharedWorker cannot start a worker in every browser, and the browser ends a service worker while pages are open.
   */
  readonly mayLead: boolean;
  /** Starts `worker.js` next to the package's entry; null if there is no `Worker`. */
  readonly startWorker: (() => WorkerLike) | null;
  /** Starts the copy of `worker.js` that the package contains as text. */
  startInlineWorker(): Promise<WorkerLike>;
  /** Starts `worker.js` as the shared worker that connects tabs, or uses the running one; null if there is none. */
  readonly startBroker?: () => PortLike | null;
  /** Opens a channel to the other tabs. */
  readonly openChannel: OpenChannel;
  /** Whether the page is visible. In a worker: whether it may lead. */
  isVisible(): boolean;
  /** Calls `listener` with every change until the returned function is called. */
  onLifecycle(listener: (change: LifecycleChange) => void): () => void;
}

/** STORAGE_UNAVAILABLE for `reason`. */
export function storageUnavailable(reason: UnavailableReason, message: string, cause?: unknown): BigtabError {
  return new BigtabError('STORAGE_UNAVAILABLE', message, { details: { reason }, cause });
}

/**
 * Throws STORAGE_UNAVAILABLE if it is clear without a worker that storage cannot work: `server`, `insecure`,
 * `no-worker` (unless the caller passes a worker), `no-opfs` if even Web Locks are missing.
 */
export function requireStorage(platform: Platform, bringsWorker: boolean): void {
  if (!platform.browser) {
    throw storageUnavailable(
      'server',
      "connect needs a browser's storage, and this is not a browser page. In Node, tests and server rendering use openMemory from 'bigtab/memory'.",
    );
  }
  if (!platform.secure) {
    throw storageUnavailable(
      'insecure',
      `Browsers provide storage only to https:// and localhost pages; this page is ${platform.origin}`,
    );
  }
  if (platform.startWorker === null && !bringsWorker) {
    throw storageUnavailable(
      'no-worker',
      "The engine runs in a Worker, and Workers are not available here. In tests, use openMemory from 'bigtab/memory'.",
    );
  }
  if (platform.locks === undefined) {
    throw storageUnavailable(
      'no-opfs',
      'This browser does not support Web Locks, which protect the files of a database.',
    );
  }
}

/**
 * STORAGE_UNAVAILABLE for a browser that refuses even a lock, which means that it blocks all storage of the site; any
 * other error unchanged.
 */
export function asLockError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'SecurityError') return error;
  return storageUnavailable(
    'blocked',
    `The browser blocks this site's storage (${error.name}: ${error.message}). Allow cookies and site data for it in the browser's settings, or use openMemory from 'bigtab/memory'.`,
    error,
  );
}
