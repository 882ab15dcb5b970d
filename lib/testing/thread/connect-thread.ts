import type { Connection } from '../../client/connection.js';
import { connectOn } from '../../client/page/connect-on.js';
import type { ConnectOptions } from '../../client/page/connect-options.js';
import type { Platform } from '../../client/page/platform.js';
import { systemClock } from '../../clock.js';
import { yieldOnce } from '../fakes/yield-once.js';
import { ThreadWorker, threadScript } from './thread-worker.js';

let names = 0;

/**
 * Opens a new, empty database whose engine runs in a Node worker thread, in memory. Calls take the same path as in a
 * browser: the page's registry, Comlink, the gateway. Web Locks are simulated, and there are no other
 * tabs.
 */
export async function connectThread(options: Partial<ConnectOptions> = {}): Promise<{
  readonly connection: Connection;
  readonly worker: ThreadWorker;
  /** Another connection to the same database in the same thread. */
  readonly connectAgain: () => Promise<Connection>;
}> {
  const worker = new ThreadWorker(await threadScript());
  let started = false;
  const platform: Platform = {
    browser: true,
    secure: true,
    mayLead: true,
    origin: 'thread:',
    locks: {
      request: async (name, { ifAvailable }, granted) => {
        if (name !== 'liveness') return granted({});
        return ifAvailable ? granted(null) : new Promise((resolve) => worker.onExit(() => resolve(granted({}))));
      },
    },
    openChannel: () => ({ post: () => undefined, close: () => undefined }),
    isVisible: () => true,
    clock: systemClock,
    yielder: yieldOnce,
    uniqueName: () => `connection ${++names}`,
    startWorker: () => {
      // Another thread would not have its memory.
      if (started) throw new Error('there is one thread only');
      started = true;
      return worker;
    },
    startInlineWorker: () => Promise.reject(new Error('there is one way only')),
    onLifecycle: () => () => undefined,
  };
  const all = { name: `thread-${++names}`, ...options };
  return { connection: await connectOn(platform, all), worker, connectAgain: () => connectOn(platform, all) };
}
