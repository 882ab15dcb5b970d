/*
 * Starts the engine's worker from the first of these sources that works:
 *
 *  1. the factory that the user gave
 *  2. `worker.js` next to the package's entry; bundlers copy it if they recognize its URL
 *  3. the copy of `worker.js` that the package contains as text, started from a Blob: if no bundler copied the file,
 *     or if the package is served from another origin
 *
 * A source works if its worker sends `ready` in this page's protocol.
 */
import { BigtabError, type ErrorCode } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { errorFromData } from '../../service/error-handler.js';
import { versionConflict } from '../../service/packet-codec.js';
import { deferred } from '../calls/deferred.js';
import { isMessage, type Message } from '../calls/worker-messages.js';
import type { Platform, WorkerEventLike, WorkerLike } from './platform.js';

/** A worker that sends nothing for this long is abandoned. One that cannot be loaded fires an `error` event at once. */
const READY_WITHIN_MS = 10_000;

export interface StartedWorker {
  readonly worker: WorkerLike;
  /** The Web Lock that it holds until it ends. */
  readonly liveness: string;
}

/** The start of a worker. */
export interface WorkerStart {
  readonly started: Promise<StartedWorker>;
  /** Ends the start, with this reason, or the worker that has started. */
  leave(reason?: unknown): void;
}

/** Starts a worker as `startWorker` does. */
export function beginWorker(platform: Platform, factory: (() => WorkerLike) | undefined): WorkerStart {
  const { promise: abandoned, reject } = deferred<never>();
  const started = startWorker(platform, factory, abandoned);
  const leave = (reason?: unknown) => {
    reject(reason);
    started.then(
      ({ worker }) => worker.terminate(),
      () => undefined,
    );
  };
  abandoned.catch(() => undefined);
  started.catch(() => undefined);
  return { started, leave };
}

/**
 * Starts a worker. When `abandoned` rejects, the start stops and rejects with the same reason. Rejects with
 * WORKER_START_FAILED if no worker started, or with VERSION_CONFLICT if the worker belongs to another build; both list
 * the attempts. Rejects with STORAGE_UNAVAILABLE if the browser blocks storage.
 */
export async function startWorker(
  platform: Platform,
  factory: (() => WorkerLike) | undefined,
  abandoned: Promise<never> = new Promise(() => undefined),
): Promise<StartedWorker> {
  const attempts = [
    ['the worker option', factory],
    ['worker.js', platform.startWorker],
    ['the inline copy', platform.startWorker && platform.startInlineWorker],
  ] as const;
  const tried: string[] = [];
  let code: ErrorCode = 'WORKER_START_FAILED';
  for (const [what, start] of attempts) {
    if (!start) continue;
    try {
      return await comeUp(start, platform, abandoned);
    } catch (error) {
      // An abandoned start rejects with that reason; after a failed one the next source is tried.
      await Promise.race([abandoned, undefined]);
      // Another copy would fail in the same way.
      if (BigtabError.is(error) && error.code !== 'VERSION_CONFLICT') throw error;
      if (BigtabError.is(error)) code = error.code;
      tried.push(`${what}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new BigtabError(
    code,
    `The engine's worker could not be started. Tried ${tried.join('; ')}. Serve worker.js from your own origin and allow it in the content security policy (worker-src), or pass connect a worker factory. If this page is older than the site, reload it.`,
    { details: { tried } },
  );
}

async function comeUp(
  start: () => WorkerLike | Promise<WorkerLike>,
  { clock }: Platform,
  abandoned: Promise<never>,
): Promise<StartedWorker> {
  const { promise: ready, resolve, reject } = deferred<string>();
  const starting = (async () => {
    const worker = await start();
    const hear = ({ data }: WorkerEventLike) => {
      if (isMessage(data, 'failed')) reject(errorFromData(data.error));
      if (!isMessage(data, 'ready')) return;
      worker.removeEventListener('message', hear);
      if (data.protocol === PROTOCOL_VERSION) resolve(data.liveness);
      else reject(versionConflict(data.protocol));
    };
    worker.addEventListener('message', hear);
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(message ? `it failed with '${message}'` : 'it did not load'));
    });
    // A worker that the user's factory started earlier may have sent its `ready` before anything listened.
    worker.postMessage({ bigtab: 'hello' } satisfies Message, []);
    return worker;
  })();
  starting.catch(reject);
  const cancel = clock.after(READY_WITHIN_MS, () =>
    reject(new Error(`it did not respond for ${READY_WITHIN_MS / 1000} s`)),
  );
  try {
    return { liveness: await Promise.race([ready, abandoned]), worker: await starting };
  } catch (error) {
    // This also ends a worker that appears after the start was abandoned.
    starting.then((worker) => worker.terminate()).catch(() => undefined);
    throw error;
  } finally {
    cancel();
  }
}
