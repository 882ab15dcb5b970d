/** The page's end of one worker: packets through Comlink, events over a port of its own, its death by a lock. */
import { transfer, wrap } from 'comlink';
import { BigtabError } from '../errors.js';
import type { Platform } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import type { WorkerApi, WorkerEvent } from './worker-messages.js';

type CallWorker = (packet: Uint8Array, events?: unknown) => Promise<Uint8Array>;

/**
 * A call to a worker that has ended is never answered, neither by the browser nor by Comlink. So the worker holds a lock, the
 * page queues for it, and whoever gets it knows that the worker is gone.
 */
export class WorkerTransport {
  private readonly started: StartedWorker;
  private readonly events: MessageChannel;
  /** Held for life: Comlink lets go of an endpoint whose proxies were all collected. */
  private readonly callWorker: CallWorker;
  private readonly pending = new Set<(reason: unknown) => void>();
  private portSent = false;
  private ended = false;
  private readonly onGone: () => void;

  /** Calls `onGone` once when the worker has ended, by itself or by `end`. */
  constructor(
    started: StartedWorker,
    platform: Platform,
    onEvent: (event: WorkerEvent) => void = () => undefined,
    onGone: () => void = () => undefined,
  ) {
    this.started = started;
    this.onGone = onGone;
    this.events = new MessageChannel();
    this.events.port1.onmessage = (event) => onEvent(event.data as WorkerEvent);
    this.callWorker = wrap<WorkerApi>(started.worker as Parameters<typeof wrap>[0]).call as CallWorker;
    // A page that is being unloaded gets no lock and needs none.
    platform.locks?.request(started.liveness, () => this.end()).catch(() => undefined);
  }

  /** Sends a packet, which belongs to the worker from now on. Rejects with WORKER_LOST when the worker ends before the answer. */
  call(packet: Uint8Array): Promise<Uint8Array> {
    if (this.ended) return Promise.reject(workerLost());
    return new Promise((resolve, reject) => {
      this.pending.add(reject);
      const done = () => this.pending.delete(reject);
      this.send(transfer(packet, [packet.buffer as ArrayBuffer]))
        .then(resolve, reject)
        .then(done, done);
    });
  }

  /** Ends the worker; every call without an answer rejects with WORKER_LOST. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.started.worker.terminate();
    this.events.port1.close();
    for (const reject of this.pending) reject(workerLost());
    this.pending.clear();
    this.onGone();
  }

  private send(packet: Uint8Array): Promise<Uint8Array> {
    if (this.portSent) return this.callWorker(packet);
    this.portSent = true;
    const port = this.events.port2;
    return this.callWorker(packet, transfer(port, [port as never]));
  }
}

/** WORKER_LOST, before a connection adds what is known of the outcome. */
export function workerLost(): BigtabError {
  return new BigtabError(
    'WORKER_LOST',
    "The engine's worker ended. Call connect again; every acknowledged write is there.",
  );
}
