/**
 * The page's end of one worker: Comlink for rare calls, other messages for packets and events, a lock to notice the
 * worker's end.
 */
import type { Locks } from '../../locks.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';
import { errorFromData } from '../../service/error-handler.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import { type Deferred, deferred } from '../calls/deferred.js';
import { workerControl } from '../calls/worker-control.js';
import { workerLost } from '../calls/worker-lost.js';
import {
  isBytesOf,
  isMessage,
  isNumbered,
  type Message,
  numberedCopy,
  type WorkerApi,
} from '../calls/worker-messages.js';
import type { EngineLink } from './engine-link.js';
import type { Platform, WorkerEventLike, WorkerLike } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import { type SilenceWatch, watchSilence } from './watch-silence.js';

/** A worker whose lock cannot reveal its end must send something within this time. */
const SIGN_OF_LIFE_MS = 5_000;
const SILENT_MS = 30_000;

/**
 * A call to a worker that has ended is never answered, neither by the browser nor by Comlink. So the worker holds a
 * lock and the page queues for it; once the page gets the lock, the worker has ended. An error that nothing in the
 * worker caught, or a message that cannot be read, leaves calls without an answer. It ends the worker, whose log
 * contains everything that was acknowledged.
 */
export class WorkerTransport implements EngineLink {
  /**
   * Rejects with WORKER_LOST when the worker has ended, unexpectedly or by `end`; with the worker's own reason if it
   * can no longer serve.
   */
  readonly gone: Promise<never>;
  onEvent: (event: EngineEvent) => void = () => {};
  /** Whether it was ended because it sent nothing. */
  fellSilent = false;
  /** The name of the packet that it runs, if it is careful. */
  trying: string | null = null;
  /** Ends the worker if it sends nothing for `silentMs`; stops when the returned function is called. */
  readonly watch: SilenceWatch['watch'];
  readonly #worker: WorkerLike;
  readonly #silence: SilenceWatch;
  readonly #waiting = new Map<number, Deferred<Uint8Array>>();
  readonly #reject: (reason: unknown) => void;
  /** Ends the wait for the worker's lock. */
  readonly #notice = new AbortController();
  #number = 0;
  #stopWatching: () => void = () => {};
  /** Comlink's listener, for the other messages: a browser's call into a page is slow, so packets do not reach it. */
  #hearRest: (event: WorkerEventLike) => void = () => undefined;
  /**
   * Null after the end. Comlink keeps the endpoint, and so the worker and this object, until what it returned is
   * collected, so this object must not keep that longer.
   */
  #control: WorkerApi['control'] | null;

  constructor({ worker, liveness }: StartedWorker, { clock, locks }: Platform) {
    const { promise, reject } = deferred<never>();
    this.gone = promise;
    this.#reject = reject;
    this.#worker = worker;
    this.#control = workerControl({
      postMessage: (message, transfer) => worker.postMessage(message, transfer ?? []),
      addEventListener: (_type, listener) => {
        this.#hearRest = listener as (event: WorkerEventLike) => void;
      },
      removeEventListener: () => undefined,
    });
    const endBy = (cause: unknown) => this.end(workerLost('none', cause));
    const silence = watchSilence(
      clock,
      () => worker.postMessage({ bigtab: 'hello' } satisfies Message, []),
      () => {
        this.fellSilent = true;
        endBy(new Error('The worker sent nothing for a long time'));
      },
    );
    this.#silence = silence;
    this.watch = silence.watch;
    worker.addEventListener('message', (event) => this.#hear(event));
    worker.addEventListener('error', ({ message }) => endBy(new Error(message ?? 'The worker failed')));
    worker.addEventListener('messageerror', () => endBy(new Error('A message from the worker could not be read')));
    if (locks) this.#noticeEnd(locks, liveness).catch(endBy);
  }

  /** Sends a copy of a packet. Never settles if the worker ends first. */
  call(packet: Uint8Array): Promise<Uint8Array> {
    const call = deferred<Uint8Array>();
    this.#waiting.set(++this.#number, call);
    this.#worker.postMessage(...numberedCopy(this.#number, packet));
    return call.promise;
  }

  /** Sends a packet for the worker itself. Never settles if the worker ends first. */
  control(packet: Uint8Array): Promise<Uint8Array> {
    return this.#control?.(packet) ?? new Promise(() => {});
  }

  /** Which events are reported from now on; null: none. */
  listen(wants: EventKind | null): void {
    this.#worker.postMessage({ bigtab: 'listen', wants } satisfies Message, []);
  }

  /** Gives the worker a port to the page of the session `client`. */
  passPort(client: string, port: PortLike): void {
    this.#worker.postMessage({ bigtab: 'port', client } satisfies Message, [port]);
  }

  end(reason: unknown = workerLost('none')): void {
    // A lock that is granted to a page in the back/forward cache would end the page.
    this.#notice.abort();
    this.#silence.end();
    this.#worker.terminate();
    this.#control = null;
    this.#reject(reason);
  }

  #hear(event: WorkerEventLike): void {
    const { data } = event;
    this.#silence.heard(isMessage(data, 'ready'));
    if (isNumbered(data)) {
      const call = this.#waiting.get(data[0]);
      this.#waiting.delete(data[0]);
      if (isBytesOf(data)) call?.resolve(data[1]);
      else call?.reject(errorFromData(data[1]));
    } else if (isMessage(data, 'event')) this.onEvent(data.event);
    else if (isMessage(data, 'trying')) this.#tries(data.packet);
    else if (isMessage(data, 'failed')) this.end(errorFromData(data.error));
    else this.#hearRest(event);
  }

  /** A careful worker is watched while it runs a packet: nothing else may notice that it falls silent. */
  #tries(packet: string | null): void {
    this.trying = packet;
    this.#stopWatching();
    this.#stopWatching = packet === null ? () => {} : this.watch(SILENT_MS);
  }

  async #noticeEnd(locks: Locks, liveness: string): Promise<void> {
    const isFree = await locks.request(liveness, { ifAvailable: true }, (lock) => lock !== null);
    const { signal } = this.#notice;
    if (signal.aborted) return;
    if (!isFree) await locks.request(liveness, { signal }, () => this.end());
    // The worker has ended, or the page no longer shares locks with it, as in Chromium after the site's data was
    // cleared.
    else this.watch(SILENT_MS, { firstMs: SIGN_OF_LIFE_MS });
  }
}
