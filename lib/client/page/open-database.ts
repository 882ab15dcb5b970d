/*
 * One open database of the page: a worker, shared by the seats of its connections.
 *
 *   starting ──ready──▶ opening ──opened──▶ serving ──last seat left──▶ closing ──▶ ended
 *       ▲                   │               │  │                                      ▲
 *       ├───────────────────┼──worker lost──┘  └── lost twice within a minute ────────┤
 *       └───────────────────┴── failed, or the last seat left ────────────────────────┘
 *
 * The name stays in the registry until `ended`. After a failure or the last leave it is `ending`, and `connect` waits.
 * While a worker is replaced, seats may join, and the calls of a seat wait in its connection.
 */
import { BigtabError } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import type { OpenOptions } from '../../service/control-methods.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { callEngine, callWorker, NO_CONNECTION } from '../calls/control-call.js';
import { deferred } from '../calls/deferred.js';
import type { EngineState } from '../calls/transport.js';
import { workerLost } from '../calls/worker-lost.js';
import { type Platform, type WorkerLike, waitLeft } from './platform.js';
import { registry, type Seat, type SharedDatabase } from './registry.js';
import { startWorker } from './start-worker.js';
import { WorkerTransport } from './worker-transport.js';

/** After a request to close the database, a worker that makes no progress for this long is ended. */
const CLOSE_WITHIN_MS = 5_000;
/** A worker that is lost within this time after another one is not replaced. */
const SOON_MS = 60_000;

interface Listeners {
  /** Null while it wants no events. */
  onEvent: ((event: EngineEvent) => void) | null;
  onEngine: (state: EngineState) => void;
  onLost: (reason: unknown) => void;
}

/** A watch that continues with the next worker. */
interface Watch {
  readonly silentMs: number;
  stop: () => void;
}

/** A database of this page, listed in the registry from its construction on. REQUIRES that its name is free. */
export class OpenDatabase implements SharedDatabase {
  readonly protocol: number = PROTOCOL_VERSION;
  ending = false;
  readonly ended: Promise<void>;
  readonly #name: string;
  readonly #platform: Platform;
  readonly #factory: (() => WorkerLike) | undefined;
  readonly #seats = new Set<Listeners>();
  readonly #watches = new Set<Watch>();
  readonly #abandoned = deferred<never>();
  /** The worker, once it is ready; one that replaces another, once it has opened the database. */
  #started: Promise<WorkerTransport>;
  readonly #unwatch: () => void;
  readonly #free: () => void;
  #worker: WorkerTransport | null = null;
  #serving = false;
  /** The options with which it was opened first. */
  #options: OpenOptions = {};
  /** When a worker was replaced last, by the monotonic clock. */
  #replacedAt = Number.NEGATIVE_INFINITY;
  #over: { readonly reason: unknown } | null = null;
  #listening = false;

  /** Starts a worker. */
  constructor(name: string, factory: (() => WorkerLike) | undefined, platform: Platform) {
    const { promise, resolve } = deferred<void>();
    this.ended = promise;
    this.#free = resolve;
    this.#name = name;
    this.#platform = platform;
    this.#factory = factory;
    registry().set(name, this);
    this.#started = this.#start();
    this.#started.catch((reason) => this.#finish(reason));
    this.#unwatch = platform.onHidden(() => this.#flushLog());
  }

  join(): Seat {
    const seat: Listeners = { onEvent: null, onEngine: () => {}, onLost: () => {} };
    this.#seats.add(seat);
    return {
      open: (options, since) => this.#open(options, since),
      call: (packet) => this.#call(packet),
      onEvent: (listener) => {
        seat.onEvent = listener;
        this.#listen();
        return () => {
          seat.onEvent = null;
          this.#listen();
        };
      },
      onEngine: (listener) => {
        seat.onEngine = listener;
      },
      onLost: (listener) => {
        seat.onLost = listener;
        // The worker was lost before `connect` resolved.
        if (this.#over !== null) queueMicrotask(() => listener(this.#over?.reason));
      },
      watch: (silentMs) => this.#watch(silentMs),
      end: (reason) => this.#finish(reason),
      close: () => this.#leave(seat),
    };
  }

  async #start(): Promise<WorkerTransport> {
    const started = await startWorker(this.#platform, this.#factory, this.#abandoned.promise);
    const worker = new WorkerTransport(started, this.#platform, (event) => {
      for (const { onEvent } of this.#seats) onEvent?.(event);
    });
    this.#worker = worker;
    worker.gone.catch((reason) => this.#lose(reason));
    if (this.#over !== null) worker.end();
    else if (this.#listening) worker.listen(true);
    return worker;
  }

  async #open(options: OpenOptions, since: number): Promise<void> {
    let started: Promise<WorkerTransport>;
    do {
      started = this.#started;
      const worker = await started;
      await callWorker(worker, 'open', options, waitLeft(this.#platform.clock, since)).catch((error) => {
        if (started === this.#started) throw error;
      });
      // If the worker was lost meanwhile, it is replaced.
    } while (started !== this.#started);
    if (!this.#serving) this.#options = options;
    this.#serving = true;
  }

  /** Never settles while a worker is replaced: then the connection sends its calls again. */
  async #call(packet: Uint8Array): Promise<Uint8Array> {
    return this.#serving && this.#worker !== null ? this.#worker.call(packet) : new Promise(() => {});
  }

  /** The worker was lost. Replaces it, unless the next one would be lost too. */
  #lose(reason: unknown): void {
    const { clock } = this.#platform;
    const soon = clock.monotonic() - this.#replacedAt < SOON_MS;
    const isDead = BigtabError.is(reason) && reason.code === 'WORKER_LOST';
    if (soon || !isDead || !this.#serving || this.ending) {
      this.#finish(reason);
      return;
    }
    this.#replacedAt = clock.monotonic();
    this.#serving = false;
    this.#worker = null;
    this.#tell('away');
    this.#started = this.#replace();
    this.#started.catch((reason) => this.#finish(reason));
  }

  async #replace(): Promise<WorkerTransport> {
    const { clock } = this.#platform;
    const since = clock.monotonic();
    const worker = await this.#start();
    await callWorker(worker, 'open', { ...this.#options, existing: true }, waitLeft(clock, since));
    // The last connection has closed meanwhile.
    if (this.#over !== null) return worker;
    for (const watch of this.#watches) watch.stop = worker.watch(watch.silentMs);
    this.#serving = true;
    this.#tell('renewed');
    return worker;
  }

  #tell(state: EngineState): void {
    for (const { onEngine } of this.#seats) onEngine(state);
  }

  #watch(silentMs: number): () => void {
    const watch = { silentMs, stop: (this.#serving && this.#worker?.watch(silentMs)) || (() => {}) };
    this.#watches.add(watch);
    return () => {
      this.#watches.delete(watch);
      watch.stop();
    };
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
