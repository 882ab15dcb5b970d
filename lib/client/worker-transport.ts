/** The page's end of one worker: packets through Comlink, events over a port of its own, its death by a lock. */
import { transfer, wrap } from 'comlink';
import type { EngineEvent } from '../service/engine-event.js';
import { workerLost } from './call-batcher.js';
import { deferred } from './deferred.js';
import type { Platform } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import type { WorkerApi } from './worker-messages.js';

export interface WorkerTransport {
  /** Sends a packet, which belongs to the worker from now on. Never answered when the worker ends before. */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Rejects with WORKER_LOST when the worker has ended, by itself or by `end`. */
  readonly gone: Promise<never>;
  end(): void;
}

/**
 * A call to a worker that has ended is never answered, neither by the browser nor by Comlink. So the worker holds a lock, the
 * page queues for it, and whoever gets it knows that the worker is gone.
 */
export function workerTransport(
  { worker, liveness }: StartedWorker,
  platform: Platform,
  onEvent: (event: EngineEvent) => void = () => undefined,
): WorkerTransport {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onEvent(data as EngineEvent);
  // Held for life: Comlink lets go of an endpoint whose proxies were all collected.
  const remote = wrap<WorkerApi>(worker as Parameters<typeof wrap>[0]).call as WorkerApi['call'];
  const { promise: gone, reject } = deferred<never>();
  const end = () => {
    worker.terminate();
    port1.close();
    reject(workerLost('none'));
  };
  // A page that is being unloaded gets no lock and needs none.
  platform.locks?.request(liveness, end).catch(() => undefined);
  // The port of the events goes along with the first packet.
  const port = [transfer(port2, [port2 as never])];
  return {
    call: (packet) => remote(transfer(packet, [packet.buffer as ArrayBuffer]), ...port.splice(0)),
    gone,
    end,
  };
}
