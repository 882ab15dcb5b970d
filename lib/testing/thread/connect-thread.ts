import type { Connection } from '../../client/connection.js';
import { connectOn } from '../../client/page/connect-on.js';
import type { ConnectOptions } from '../../client/page/connect-options.js';
import type { Platform } from '../../client/page/platform.js';
import { systemClock } from '../../clock.js';
import { yieldOnce } from '../../yielder.js';
import { ThreadWorker, threadScript } from './thread-worker.js';

let names = 0;

/**
 * Opens a new, empty database whose engine runs in a Node worker thread, over memory. The way there is that of a
 * browser: the page's registry, Comlink, the gateway; only the Web Locks are played.
 */
export async function connectThread(options: Partial<ConnectOptions> = {}): Promise<{
  readonly connection: Connection;
  readonly worker: ThreadWorker;
  /** Another connection to the same database in the same thread. */
  readonly connectAgain: () => Promise<Connection>;
}> {
  const worker = new ThreadWorker(await threadScript());
  const platform: Platform = {
    browser: true,
    secure: true,
    origin: 'thread:',
    // The one lock that is asked for is the thread's, which it holds until it ends.
    locks: {
      request: async (_name, { ifAvailable }, granted) =>
        ifAvailable ? granted(null) : new Promise((resolve) => worker.onExit(() => resolve(granted({})))),
    },
    clock: systemClock,
    yielder: yieldOnce,
    uniqueName: () => `connection ${++names}`,
    startWorker: () => worker,
    startInlineWorker: () => Promise.reject(new Error('there is one way only')),
    onHidden: () => () => undefined,
  };
  const all = { name: `thread-${++names}`, ...options };
  return { connection: await connectOn(platform, all), worker, connectAgain: () => connectOn(platform, all) };
}
