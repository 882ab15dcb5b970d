/*
 * The only file of the engine and the client that reads the page's globals.
 */
import { systemClock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { Locks } from '../../locks.js';
import { openBroadcast } from '../../tabs/open-broadcast.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import { createYielder, type Yielder } from '../../yielder.js';
import type { StorageLike } from '../calls/request-persistence.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import type { LifecycleChange, Platform, WorkerLike } from './platform.js';

// The parts of the page that are used. Each may be missing: in Node, in old browsers, in insecure pages.
declare const Worker: new (address: unknown, options?: { readonly name: string }) => WorkerLike;
declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => unknown;
declare const URL: {
  new (address: string, base: string): unknown;
  createObjectURL(blob: unknown): string;
  revokeObjectURL(address: string): void;
};
interface AddressPolicy {
  createScriptURL(address: string): unknown;
}
interface Page extends Target {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string }): AddressPolicy;
  };
  readonly document?: Document;
  readonly WorkerGlobalScope?: unknown;
  readonly SharedWorkerGlobalScope?: unknown;
  readonly ServiceWorkerGlobalScope?: unknown;
  readonly Worker?: unknown;
  readonly SharedWorker?: unknown;
  readonly isSecureContext?: boolean;
  readonly location?: { readonly href: string };
  readonly navigator?: { readonly locks?: Locks; readonly storage?: StorageLike };
  readonly crypto: { randomUUID(): string };
}
interface Target {
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  removeEventListener(type: string, listener: (event: PageEvent) => void): void;
}
interface PageEvent {
  readonly type: string;
  /** Of `pagehide` and `pageshow`: whether the page may be, or was, kept by the browser. */
  readonly persisted?: boolean;
}
interface Document extends Target {
  readonly visibilityState: string;
}

/**
 * Opens the database `name` of this site, creates it if it does not exist, and resolves to a connection to it. The
 * engine runs in a worker and stores its files in the browser's file storage.
 *
 * Connections of all tabs to one name share one worker, which belongs to one of the tabs; each call returns a separate
 * connection. Every write that was acknowledged before a tab, worker or browser died is stored (durability
 * `SYNC_WAL`). A worker that dies is replaced, and the calls in progress run in the next one.
 *
 * Works in pages and in dedicated workers, where it may start the engine. In a SharedWorker and a service worker it uses
 * the engine of a page, and rejects with STORAGE_UNAVAILABLE (`no-page`) if no page connects within 10 s; a service worker imports
 * it from `bigtab/service-worker`.
 *
 * Rejects with INVALID_ARGUMENT (an invalid option, or one that differs from those with which the page or another tab has opened it),
 * STORAGE_UNAVAILABLE (`details.reason`: `blocked` if the user blocks this site's storage), DATABASE_BUSY (another tab
 * has the database open and does not answer), WORKER_START_FAILED, VERSION_CONFLICT, CORRUPTION, FORMAT_TOO_NEW, DATABASE_NEWER, the
 * signal's reason, or the error of `upgrade` or `existed`.
 *
 * ```ts
 * const connection = await connect('crawl');
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
 * ```
 */
export async function connect(options: string | ConnectOptions): Promise<Connection>;
export async function connect(name: string, options: Omit<ConnectOptions, 'name'>): Promise<Connection>;
export async function connect(
  options: string | ConnectOptions,
  others?: Omit<ConnectOptions, 'name'>,
): Promise<Connection> {
  return connectOn(pagePlatform(), options, others);
}

let yielder: Yielder | null = null;

/** Uses one channel for as long as the page lives. */
function rest(): Promise<void> {
  yielder ??= createYielder().yield;
  return yielder();
}

/** The page that this code runs in. */
export function pagePlatform(): Platform {
  const page = globalThis as unknown as Page;
  const { document } = page;
  // Each of these names exists only in workers of its kind.
  const mayLead = (page.SharedWorkerGlobalScope ?? page.ServiceWorkerGlobalScope) === undefined;
  // Bundlers recognize the worker's script by this exact expression.
  const start = () => new Worker(new URL('./worker.js', import.meta.url), { name: 'bigtab' });
  return {
    browser: document !== undefined || page.WorkerGlobalScope !== undefined,
    secure: page.isSecureContext !== false,
    origin: String(page.location?.href),
    locks: page.navigator?.locks,
    storage: page.navigator?.storage,
    clock: systemClock,
    mayLead,
    startWorker: page.Worker ? () => trusted(start) : null,
    startBroker: () => (page.SharedWorker ? startShared(start) : null),
    startInlineWorker,
    uniqueName: () => page.crypto.randomUUID(),
    yielder: rest,
    openChannel: openBroadcast,
    isVisible: () => mayLead && document?.visibilityState !== 'hidden',
    onLifecycle: (listener) => (document === undefined ? () => {} : watchPage(page, document, listener)),
  };
}

/** A page that goes away for good is not suspended: the browser ends it with its worker. */
function watchPage(page: Target, document: Document, listener: (change: LifecycleChange) => void): () => void {
  const hear = ({ type, persisted }: PageEvent) => {
    if (type === 'visibilitychange') listener(document.visibilityState === 'hidden' ? 'hidden' : 'visible');
    else if (type === 'freeze' || (type === 'pagehide' && persisted)) listener('suspended');
    else if (type === 'resume' || (type === 'pageshow' && persisted)) listener('resumed');
  };
  const events: readonly (readonly [Target, string])[] = [
    [document, 'visibilitychange'],
    [document, 'freeze'],
    [document, 'resume'],
    [page, 'pagehide'],
    [page, 'pageshow'],
  ];
  for (const [target, type] of events) target.addEventListener(type, hear);
  return () => {
    for (const [target, type] of events) target.removeEventListener(type, hear);
  };
}

/**
 * Makes addresses trusted; null if the page does not allow it. Created once, because a page may forbid creating it
 * twice.
 */
let policy: AddressPolicy | null | undefined;

/**
 * Runs `start`, which creates a Worker, with a trusted address, as a page may require (Trusted Types). Bundlers
 * recognize the worker's script by the exact expression in `start`, so the global `Worker` is replaced while `start`
 * runs.
 */
function trusted(start: () => WorkerLike): WorkerLike {
  const page = globalThis as unknown as Page & { Worker: typeof Worker };
  const { trustedTypes, Worker: Untrusted } = page;
  if (trustedTypes === undefined) return start();
  try {
    if (policy === undefined) policy = trustedTypes.createPolicy('bigtab', { createScriptURL: (address) => address });
  } catch {
    policy = null;
  }
  try {
    if (policy) page.Worker = trusting(Untrusted, policy);
    return start();
  } catch (cause) {
    if (policy || !(cause instanceof TypeError)) throw cause;
    const message =
      "The engine's worker could not be started: this page's content security policy requires Trusted Types and does not allow the policy 'bigtab'. Add it to the directive trusted-types, or pass connect a worker factory that makes the address of bigtab/worker trusted.";
    throw new BigtabError('WORKER_START_FAILED', message, {
      details: { tried: [`worker.js: ${cause.message}`] },
      cause,
    });
  } finally {
    page.Worker = Untrusted;
  }
}

/** Starts the same script as a shared worker. A second expression would let bundlers write the script twice. */
function startShared(start: () => WorkerLike): PortLike {
  const page = globalThis as unknown as Page & { Worker: unknown };
  const { Worker } = page;
  page.Worker = page.SharedWorker;
  try {
    return (trusted(start) as unknown as { readonly port: PortLike }).port;
  } finally {
    page.Worker = Worker;
  }
}

function trusting(Untrusted: typeof Worker, policy: AddressPolicy): typeof Worker {
  return class extends Untrusted {
    constructor(address: unknown, options?: { readonly name: string }) {
      super(policy.createScriptURL(String(address)), options);
    }
  };
}

async function startInlineWorker(): Promise<WorkerLike> {
  const { source } = await import('./inline-worker.js');
  if (!source) throw new Error('there is none in this build');
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = trusted(() => new Worker(address, { name: 'bigtab' }));
  worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
