/*
 * The engine in a Node worker thread, in memory: the counterpart of worker/main in a browser. Bundled by thread-worker.
 */
import { parentPort } from 'node:worker_threads';
import { type Databases, Gateway } from '../../../worker/gateway.js';
import { serve, type WorkerScope } from '../../../worker/serve.js';
import { Database } from '../../engine/server/database.js';
import type { Locks } from '../../locks.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { MemoryFileSystem } from '../../storage/fs/memory-file-system.js';
import { DirectedClock } from '../fakes/directed-clock.js';
import { withCompactFiles } from '../fakes/with-compact-files.js';

if (parentPort === null) throw new Error('this is no worker thread');
const port = parentPort;

/** The system's clock, unless the test sets the time. */
const clock = new DirectedClock();
port.on('message', (data) => clock.receive(data));

/**
 * Locks that are always granted, because this thread is the only one that uses its database. Its end is reported by an
 * event.
 */
const locks: Locks = { request: async (_name, _options, granted) => granted(null) };

const databases: Databases = {
  async open(options) {
    const database = await Database.open(
      {
        files: new MemoryFileSystem(),
        catalog: new MemoryCatalog(),
        clock,
        // Node delivers up to 1,000 messages of one port before it switches to another one. With a channel, the work
        // would overtake the page's calls.
        yielder: () => new Promise((resolve) => setImmediate(resolve)),
        random: Math.random,
        backend: 'memory',
      },
      options,
    );
    return withCompactFiles(database);
  },
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

const scope = {
  navigator: { locks },
  postMessage: (message: unknown, transfer: readonly never[] = []) => port.postMessage(message, transfer),
  addEventListener: (type: string, listener: (event: unknown) => void) => port.on(type, (data) => listener({ data })),
  reportError: (error: unknown) => {
    throw error;
  },
} satisfies WorkerScope;

const openChannel = () => ({ post: () => undefined, close: () => undefined });
serve(scope, new Gateway({ locks, clock, openChannel, openStorage: async () => databases }), 'liveness');
