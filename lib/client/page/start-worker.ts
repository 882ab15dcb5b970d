/*
 * Starts the engine's worker, by the first of these that comes up:
 *
 *  1. the factory that the user gave
 *  2. `worker.js` beside the package's entry; bundlers copy it where they see its URL
 *  3. the copy of `worker.js` that the package carries as text, started from a Blob: where a bundler did not copy the file,
 *     and where the package is served from another origin
 *
 * A worker has come up when it says `ready` in this page's protocol.
 */
import { BigtabError, type ErrorCode } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { errorFromData } from '../../service/error-handler.js';
import { versionConflict } from '../../service/packet-codec.js';
import { deferred } from '../calls/deferred.js';
import { type HelloMessage, isMessage } from '../calls/worker-messages.js';
import type { Platform, WorkerEventLike, WorkerLike } from './platform.js';

/** A worker that sends nothing for this long is given up. One that cannot be loaded fires an `error` event at once. */
const READY_WITHIN_MS = 10_000;

export interface StartedWorker {
  readonly worker: WorkerLike;
  /** The Web Lock it holds as long as it lives. */
  readonly liveness: string;
}

/**
 * Starts a worker. When `abandoned` rejects, the start is given up and rejects with the same reason. Rejects with
 * WORKER_START_FAILED when no worker came up, with VERSION_CONFLICT when the worker belongs to another build; both list
 * what was tried. Rejects with STORAGE_UNAVAILABLE when the browser blocks storage.
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
      // A start that was given up rejects with that reason; after one that failed comes the next.
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
    // A worker that the user's factory started earlier has sent its `ready` before anything listened.
    worker.postMessage({ bigtab: 'hello' } satisfies HelloMessage, []);
    return worker;
  })();
  starting.catch(reject);
  const cancel = clock.after(READY_WITHIN_MS, () =>
    reject(new Error(`it did not respond for ${READY_WITHIN_MS / 1000} s`)),
  );
  try {
    return { liveness: await Promise.race([ready, abandoned]), worker: await starting };
  } catch (error) {
    // This also ends a worker that appears after it was given up.
    starting.then((worker) => worker.terminate()).catch(() => undefined);
    throw error;
  } finally {
    cancel();
  }
}
