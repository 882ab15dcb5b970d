/*
 * One open database of the page: a worker, shared by the seats of its connections.
 *
 *   starting ──ready──▶ opening ──opened──▶ serving ──last seat left──▶ closing ──▶ ended
 *       └───────────────────┴──── failed, lost, or the last seat left ─────────────────▲
 *
 * The name stays in the registry until `ended`; from the failure or the last leave on it is `ending`, and who connects waits.
 */
import { BigtabError } from '../errors.js';
import { PROTOCOL_VERSION } from '../service/client-service.js';
import type { EngineEvent } from '../service/engine-event.js';
import { callWorker } from './control-call.js';
import type { Platform, WorkerLike } from './platform.js';
import { registry, type SharedDatabase } from './registry.js';
import { startWorker } from './start-worker.js';
import type { Transport } from './transport.js';
import type { EngineOptions, WorkerEvent } from './worker-messages.js';
import { WorkerTransport, workerLost } from './worker-transport.js';

interface Seat {
  onEvent: ((event: EngineEvent) => void) | null;
  onLost: ((reason: unknown) => void) | null;
}

export class OpenDatabase implements SharedDatabase {
  readonly protocol: number = PROTOCOL_VERSION;
  readonly options: EngineOptions;
  readonly opened: Promise<void>;
  readonly busy: Promise<void>;
  readonly ended: Promise<void>;
  ending = false;
  private readonly name: string;
  private readonly platform: Platform;
  private readonly seats = new Set<Seat>();
  private readonly abandoned: Promise<never>;
  private abandon: (reason: unknown) => void = () => {};
  private tellBusy: () => void = () => {};
  private tellEnded: () => void = () => {};
  private worker: WorkerTransport | null = null;
  private serving = false;
  private over = false;
  private unwatch: () => void = () => {};

  /** Starts the worker and enters the name into the registry, which must not have it. */
  constructor(name: string, options: EngineOptions, factory: (() => WorkerLike) | undefined, platform: Platform) {
    this.name = name;
    this.options = options;
    this.platform = platform;
    this.abandoned = new Promise((_resolve, reject) => {
      this.abandon = reject;
    });
    this.busy = new Promise((resolve) => {
      this.tellBusy = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.tellEnded = resolve;
    });
    registry().set(name, this);
    this.opened = this.open(factory);
    // Whoever waits hears of these; nobody has to.
    this.abandoned.catch(() => undefined);
    this.opened.catch(() => undefined);
  }

  join(): Transport {
    const seat: Seat = { onEvent: null, onLost: null };
    this.seats.add(seat);
    return {
      call: (packet) => this.call(packet),
      onEvent: (listener) => {
        seat.onEvent = listener;
      },
      onLost: (listener) => {
        seat.onLost = listener;
        // Lost between the call of connect and its answer.
        if (this.over) queueMicrotask(() => listener(workerLost()));
      },
      close: () => this.leave(seat),
    };
  }

  private async open(factory: (() => WorkerLike) | undefined): Promise<void> {
    try {
      const started = await startWorker(this.platform, factory, this.abandoned);
      const onEvent = (event: WorkerEvent) => this.dispatch(event);
      const worker = new WorkerTransport(started, this.platform, onEvent, () => this.finish());
      this.worker = worker;
      await Promise.race([this.abandoned, callWorker(worker, 'open', [{ name: this.name, ...this.options }])]);
      if (this.over) throw workerLost();
      this.serving = true;
      this.unwatch = this.platform.onHidden(() => {
        // A hidden page may be discarded without another word, so what was written goes to the device now.
        callWorker(worker, 'sync', []).catch(() => undefined);
      });
    } catch (error) {
      this.worker?.end();
      this.finish();
      throw error;
    }
  }

  private call(packet: Uint8Array): Promise<Uint8Array> {
    return this.worker === null ? Promise.reject(workerLost()) : this.worker.call(packet);
  }

  private dispatch(event: WorkerEvent): void {
    if (event.type === 'busy') this.tellBusy();
    else for (const seat of this.seats) seat.onEvent?.(event);
  }

  /** Rejects, with the worker ended all the same, when the engine could not put away everything. */
  private async leave(seat: Seat): Promise<void> {
    this.seats.delete(seat);
    if (this.seats.size > 0) return;
    if (this.ending) return this.ended;
    this.ending = true;
    try {
      if (this.serving && this.worker !== null) await callWorker(this.worker, 'close', []);
    } catch (error) {
      // A worker that died meanwhile left its files as after any other end of it.
      if (!BigtabError.is(error) || error.code !== 'WORKER_LOST') throw error;
    } finally {
      this.finish();
    }
  }

  /** Ends the worker and gives the name free; whoever still has a seat has lost it. Once. */
  private finish(): void {
    if (this.over) return;
    this.over = true;
    this.ending = true;
    this.abandon(workerLost());
    this.unwatch();
    this.worker?.end();
    if (registry().get(this.name) === this) registry().delete(this.name);
    if (this.serving) for (const seat of this.seats) seat.onLost?.(workerLost());
    this.tellEnded();
  }
}
