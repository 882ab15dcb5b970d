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
import { BigtabError } from '../errors.js';
import { PROTOCOL_VERSION } from '../service/client-service.js';
import type { Platform, WorkerLike } from './platform.js';
import { type HelloMessage, isReady } from './worker-messages.js';

/** A worker that never says a word is given up after this. Those that fail to load say so at once, by an `error` event. */
const READY_WITHIN_MS = 10_000;

export interface StartedWorker {
  readonly worker: WorkerLike;
  /** The Web Lock it holds as long as it lives. */
  readonly liveness: string;
}

interface Attempt {
  readonly what: string;
  readonly start: (() => WorkerLike | Promise<WorkerLike>) | null | undefined;
}

/**
 * Starts a worker. When `abandoned` rejects, the start is given up and rejects alike. Rejects with WORKER_START_FAILED when
 * nothing came up, with VERSION_CONFLICT when what came up was another build's; both list what was tried.
 */
export async function startWorker(
  platform: Platform,
  factory: (() => WorkerLike) | undefined,
  abandoned: Promise<never> = new Promise(() => undefined),
): Promise<StartedWorker> {
  const attempts: readonly Attempt[] = [
    { what: 'the worker option', start: factory },
    { what: 'worker.js', start: platform.startWorker },
    { what: 'the inline copy', start: platform.startWorker && platform.startInlineWorker },
  ];
  const tried: string[] = [];
  let otherBuild = false;
  for (const { what, start } of attempts) {
    if (!start) continue;
    try {
      return await comeUp(start, platform, abandoned);
    } catch (error) {
      // Whoever gave up says why; a start that failed goes on to the next.
      await Promise.race([abandoned, undefined]);
      otherBuild ||= BigtabError.is(error) && error.code === 'VERSION_CONFLICT';
      tried.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new BigtabError(
    otherBuild ? 'VERSION_CONFLICT' : 'WORKER_START_FAILED',
    `The engine's worker could not be started. Tried ${tried.join('; ')}. Serve worker.js from your own origin and let the content security policy allow it (worker-src), or pass connect a worker factory.`,
    { details: { tried } },
  );
}

async function comeUp(
  start: () => WorkerLike | Promise<WorkerLike>,
  platform: Platform,
  abandoned: Promise<never>,
): Promise<StartedWorker> {
  const starting = (async () => start())();
  try {
    const worker = await Promise.race([starting, abandoned]);
    return { worker, liveness: await Promise.race([whenReady(worker, platform), abandoned]) };
  } catch (error) {
    // Also one that appears only after it was given up.
    starting.then((worker) => worker.terminate()).catch(() => undefined);
    throw error;
  }
}

/** The name of the worker's liveness lock, once it says `ready`. */
function whenReady(worker: WorkerLike, platform: Platform): Promise<string> {
  let stop = () => {};
  const ready = new Promise<string>((resolve, reject) => {
    const onMessage = (event: unknown) => {
      const message = (event as { data?: unknown }).data;
      if (!isReady(message)) return;
      if (message.protocol === PROTOCOL_VERSION) resolve(message.liveness);
      else reject(new BigtabError('VERSION_CONFLICT', otherProtocol(message.protocol)));
    };
    const onError = (event: unknown) => {
      const text = (event as { message?: string }).message;
      reject(new Error(text ? `it failed with '${text}'` : 'it did not load'));
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    const cancel = platform.clock.after(READY_WITHIN_MS, () =>
      reject(new Error(`it said nothing for ${READY_WITHIN_MS / 1000} s`)),
    );
    stop = () => {
      cancel();
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
    };
    // A worker that the user's factory made long ago has said `ready` to nobody.
    worker.postMessage({ bigtab: 'hello' } satisfies HelloMessage, []);
  });
  return ready.finally(() => stop());
}

function otherProtocol(protocol: number): string {
  return `it is of another build of Bigtab (protocol ${protocol}; this page's is ${PROTOCOL_VERSION})`;
}
