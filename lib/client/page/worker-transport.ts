/** The page's end of one worker: Comlink for what is rare, packets and events by messages of their own, its death by a lock. */
import type { EngineEvent } from '../../service/engine-event.js';
import { errorFromData } from '../../service/error-handler.js';
import { deferred } from '../calls/deferred.js';
import { workerLost } from '../calls/worker-lost.js';
import {
  type HelloMessage,
  isBytesOf,
  isEvent,
  isFailed,
  isNumbered,
  isReady,
  type ListenMessage,
  numbered,
  type WorkerApi,
} from '../calls/worker-messages.js';
import { loadConnection } from './load-connection.js';
import type { LocksLike, Platform, WorkerEventLike } from './platform.js';
import type { StartedWorker } from './start-worker.js';
import { type SilenceWatch, watchSilence } from './watch-silence.js';

/** A worker whose end its lock cannot reveal must send something within this time. */
const SIGN_OF_LIFE_MS = 5_000;
const SILENT_MS = 30_000;
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
  /** Ends the worker when it sends nothing for that long; stops when the returned function is called. */
  watch: SilenceWatch['watch'];
}

/**
 * A call to a worker that has ended is never answered, neither by the browser nor by Comlink. So the worker holds a lock, the
 * page queues for it, and once the page holds it, the worker is gone. An error that nothing in the worker caught, or a message that cannot be
 * read, leaves calls without an answer: it ends the worker, whose log has all that was acknowledged.
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
    silence.heard(isReady(data));
    if (isNumbered(data)) {
      const call = waiting.get(data[0]);
      waiting.delete(data[0]);
      if (isBytesOf(data)) call?.resolve(data[1]);
      else call?.reject(errorFromData(data[1]));
    } else if (isEvent(data)) onEvent(data.event);
    else if (isFailed(data)) end(errorFromData(data.error));
    else hearRest(event);
  });
  // Comlink is fetched with the rest of the page's code, while the worker starts.
  let control: WorkerApi['control'] | null = null;
  const callByComlink: WorkerApi['control'] = async (packet) => {
    const { workerControl } = await loadConnection();
    control ??= workerControl({
      postMessage: (message, transfer) => worker.postMessage(message, transfer ?? []),
      addEventListener: (_type, listener) => {
        hearRest = listener as unknown as typeof hearRest;
      },
      removeEventListener: () => undefined,
    });
    return control(packet);
  };
  const { promise: gone, reject } = deferred<never>();
  const end = (reason: unknown = workerLost('none')) => {
    silence.end();
    worker.terminate();
    reject(reason);
  };
  const endBy = (cause: unknown) => end(workerLost('none', cause));
  const silence = watchSilence(
    platform.clock,
    () => worker.postMessage({ bigtab: 'hello' } satisfies HelloMessage, []),
    () => endBy(new Error('The worker sent nothing for a long time')),
  );
  worker.addEventListener('error', ({ message }) => endBy(new Error(message ?? 'The worker failed')));
  worker.addEventListener('messageerror', () => endBy(new Error('A message from the worker could not be read')));
  const noticeEnd = async (locks: LocksLike) => {
    const isFree = await locks.request(liveness, { ifAvailable: true }, (lock) => lock !== null);
    if (!isFree) await locks.request(liveness, {}, () => end());
    // It has ended already, or this page's locks are no longer the worker's, as in Chromium after the data of the site was cleared.
    else silence.watch(SILENT_MS, { firstMs: SIGN_OF_LIFE_MS });
  };
  if (platform.locks) noticeEnd(platform.locks).catch(endBy);
  return {
    call: (packet) => {
      const call = deferred<Uint8Array>();
      waiting.set(++number, call);
      worker.postMessage(...numbered(number, packet));
      return call.promise;
    },
    control: callByComlink,
    listen: (on) => worker.postMessage({ bigtab: 'listen', on } satisfies ListenMessage, []),
    gone,
    end,
    watch: silence.watch,
  };
}
