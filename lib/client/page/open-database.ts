/*
 * One open database of the page: a worker, shared by the seats of its connections.
 *
 *   starting ──ready──▶ opening ──opened──▶ serving ──last seat left──▶ closing ──▶ ended
 *       └───────────────────┴──── failed, lost, or the last seat left ─────────────────▲
 *
 * The name stays in the registry until `ended`. After a failure or the last leave it is `ending`, and `connect` waits.
 */
import { BigtabError } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { callEngine, callWorker, NO_CONNECTION } from '../calls/control-call.js';
import { deferred } from '../calls/deferred.js';
import { workerLost } from '../calls/worker-lost.js';
import { type Platform, type WorkerLike, waitLeft } from './platform.js';
import { registry, type Seat, type SharedDatabase } from './registry.js';
import { startWorker } from './start-worker.js';
import { WorkerTransport } from './worker-transport.js';

/** After a request to close the database, a worker that makes no progress for this long is ended. */
const CLOSE_WITHIN_MS = 5_000;

interface Listeners {
  /** Null while it wants no events. */
  onEvent: ((event: EngineEvent) => void) | null;
  onLost: (reason: unknown) => void;
}

/** A database of this page, listed in the registry from its construction on. REQUIRES that its name is free. */
export class OpenDatabase implements SharedDatabase {
  readonly protocol: number = PROTOCOL_VERSION;
  ending = false;
  readonly ended: Promise<void>;
  readonly #name: string;
  readonly #platform: Platform;
  readonly #seats = new Set<Listeners>();
  readonly #abandoned = deferred<never>();
  readonly #started: Promise<WorkerTransport>;
  readonly #unwatch: () => void;
  readonly #free: () => void;
  #worker: WorkerTransport | null = null;
  #serving = false;
  #over: { readonly reason: unknown } | null = null;
  #listening = false;

  /** Starts a worker. */
  constructor(name: string, factory: (() => WorkerLike) | undefined, platform: Platform) {
    const { promise, resolve } = deferred<void>();
    this.ended = promise;
    this.#free = resolve;
    this.#name = name;
    this.#platform = platform;
    registry().set(name, this);
    this.#started = this.#start(factory);
    this.#started.catch((reason) => this.#finish(reason));
    this.#unwatch = platform.onHidden(() => this.#flushLog());
  }

  join(): Seat {
    const seat: Listeners = { onEvent: null, onLost: () => {} };
    this.#seats.add(seat);
    return {
      open: async (options, since) => {
        await callWorker(await this.#started, 'open', options, waitLeft(this.#platform.clock, since));
        this.#serving = true;
      },
      call: async (packet) => (await this.#started).call(packet),
      onEvent: (listener) => {
        seat.onEvent = listener;
        this.#listen();
        return () => {
          seat.onEvent = null;
          this.#listen();
        };
      },
      onEngine: () => {},
      onLost: (listener) => {
        seat.onLost = listener;
        // The worker was lost before `connect` resolved.
        if (this.#over !== null) queueMicrotask(() => listener(this.#over?.reason));
      },
      watch: (silentMs) => this.#worker?.watch(silentMs) ?? (() => {}),
      end: (reason) => this.#finish(reason),
      close: () => this.#leave(seat),
    };
  }

  async #start(factory: (() => WorkerLike) | undefined): Promise<WorkerTransport> {
    const started = await startWorker(this.#platform, factory, this.#abandoned.promise);
    const worker = new WorkerTransport(started, this.#platform, (event) => {
      for (const { onEvent } of this.#seats) onEvent?.(event);
    });
    this.#worker = worker;
    worker.gone.catch((reason) => this.#finish(reason));
    if (this.#over !== null) worker.end();
    else if (this.#listening) worker.listen(true);
    return worker;
  }

  /** The worker reports events only while a seat wants them. */
  #listen(): void {
    const wanted = [...this.#seats].some(({ onEvent }) => onEvent !== null);
    if (wanted === this.#listening) return;
    this.#listening = wanted;
    this.#worker?.listen(wanted);
  }

  /** A hidden page may be discarded without notice, so its writes are forced to the device now. */
  #flushLog(): void {
    const worker = this.#worker;
    if (worker === null || !this.#serving) return;
    // Sent in the same way as the writes, so that it arrives after them.
    callEngine((packet) => worker.call(packet), NO_CONNECTION, 'flushLog').catch(() => undefined);
  }

  async #leave(seat: Listeners): Promise<void> {
    this.#seats.delete(seat);
    if (this.#seats.size > 0) return this.#listen();
    if (this.ending) return this.ended;
    this.ending = true;
    try {
      const worker = this.#worker;
      if (worker !== null && this.#serving) {
        // No pings: a worker that answers them may still be stuck, and it reports its progress unprompted.
        worker.watch(CLOSE_WITHIN_MS, { pings: false });
        await callWorker(worker, 'close');
      }
    } catch (error) {
      // If the worker died meanwhile, its files are in the same state as after any crash.
      if (!BigtabError.is(error) || error.code !== 'WORKER_LOST') throw error;
    } finally {
      this.#finish(workerLost('none'));
    }
  }

  /** Ends the worker and frees the name. The remaining seats are lost, for this reason. Called once. */
  #finish(reason: unknown): void {
    if (this.#over !== null) return;
    this.#over = { reason };
    this.ending = true;
    this.#abandoned.reject(reason);
    this.#unwatch();
    this.#worker?.end();
    if (registry().get(this.#name) === this) registry().delete(this.#name);
    for (const { onLost } of this.#seats) onLost(reason);
    this.#free();
  }
}
