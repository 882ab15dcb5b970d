/** The page's end of one worker: Comlink for what is rare, packets and events over a port of their own, its death by a lock. */
import { transfer, wrap } from 'comlink';
import type { ErrorData } from '../errors.js';
import type { EngineEvent } from '../service/engine-event.js';
import { errorFromData } from '../service/error-handler.js';
import { workerLost } from './call-batcher.js';
import { deferred } from './deferred.js';
import type { Platform } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import { type PacketPort, postBytes, type WorkerApi } from './worker-messages.js';

export interface WorkerTransport {
  /** Sends a packet, which belongs to the worker from now on. Never answered when the worker ends before. */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Sends a packet for the worker itself. */
  control(packet: Uint8Array): Promise<Uint8Array>;
  /** From now on events are told. */
  listen(): void;
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
  const { port1, port2 } = new MessageChannel() as unknown as {
    readonly port1: PacketPort;
    readonly port2: PacketPort;
  };
  const waiting = new Map<number, ReturnType<typeof deferred<Uint8Array>>>();
  let number = 0;
  port1.onmessage = ({ data }) => {
    if (!Array.isArray(data)) return onEvent(data as EngineEvent);
    const [answered, answer] = data as [number, Uint8Array | ErrorData];
    const call = waiting.get(answered);
    waiting.delete(answered);
    if (answer instanceof Uint8Array) call?.resolve(answer);
    else call?.reject(errorFromData(answer));
  };
  // Held for life: Comlink lets go of an endpoint whose proxies were all collected.
  const { attach, control } = wrap<WorkerApi>(worker as Parameters<typeof wrap>[0]);
  attach(transfer(port2, [port2 as never]));
  const { promise: gone, reject } = deferred<never>();
  const end = () => {
    worker.terminate();
    port1.close();
    reject(workerLost('none'));
  };
  // A page that is being unloaded gets no lock and needs none.
  platform.locks?.request(liveness, end).catch(() => undefined);
  return {
    call: (packet) => {
      const call = deferred<Uint8Array>();
      waiting.set(++number, call);
      postBytes(port1, number, packet);
      return call.promise;
    },
    control: (packet) => control(transfer(packet, [packet.buffer as ArrayBuffer])),
    listen: () => port1.postMessage('listen', []),
    gone,
    end,
  };
}
