/** The page's end of one worker: Comlink for what is rare, packets and events by messages of their own, its death by a lock. */
import { wrap } from 'comlink';
import type { EngineEvent } from '../service/engine-event.js';
import { errorFromData } from '../service/error-handler.js';
import { deferred } from './deferred.js';
import type { Platform, WorkerEventLike } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import { workerLost } from './worker-lost.js';
import {
  isBytesOf,
  isEvent,
  isFailed,
  isNumbered,
  type ListenMessage,
  numbered,
  type WorkerApi,
} from './worker-messages.js';

export interface WorkerTransport {
  /** Sends a packet, which belongs to the worker from now on. Never answered when the worker ends before. */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Sends a packet for the worker itself. */
  control(packet: Uint8Array): Promise<Uint8Array>;
  /** Whether events are reported from now on. */
  listen(on: boolean): void;
  /** Rejects with WORKER_LOST when the worker has ended, by itself or by `end`; with the worker's own reason when it cannot serve any more. */
  readonly gone: Promise<never>;
  end(reason?: unknown): void;
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
  const waiting = new Map<number, ReturnType<typeof deferred<Uint8Array>>>();
  let number = 0;
  // Comlink hears what is left. A listener of its own would be called for each packet too, and the page pays for every call from outside.
  let hearRest: (event: WorkerEventLike) => void = () => undefined;
  worker.addEventListener('message', (event) => {
    const { data } = event;
    if (isNumbered(data)) {
      const call = waiting.get(data[0]);
      waiting.delete(data[0]);
      if (isBytesOf(data)) call?.resolve(data[1]);
      else call?.reject(errorFromData(data[1]));
    } else if (isEvent(data)) onEvent(data.event);
    else if (isFailed(data)) end(errorFromData(data.error));
    else hearRest(event);
  });
  // Held for life: Comlink lets go of an endpoint whose proxies were all collected.
  const { control } = wrap<WorkerApi>({
    postMessage: (message, transfer) => worker.postMessage(message, transfer ?? []),
    addEventListener: (_type, listener) => {
      hearRest = listener as unknown as typeof hearRest;
    },
    removeEventListener: () => undefined,
  });
  const { promise: gone, reject } = deferred<never>();
  const end = (reason: unknown = workerLost('none')) => {
    worker.terminate();
    reject(reason);
  };
  // A page that is being unloaded gets no lock and needs none.
  platform.locks?.request(liveness, () => end()).catch(() => undefined);
  return {
    call: (packet) => {
      const call = deferred<Uint8Array>();
      waiting.set(++number, call);
      worker.postMessage(...numbered(number, packet));
      return call.promise;
    },
    control: (packet) => control(packet),
    listen: (on) => worker.postMessage({ bigtab: 'listen', on } satisfies ListenMessage, []),
    gone,
    end,
  };
}
