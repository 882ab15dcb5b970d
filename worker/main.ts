/*
 * The engine's worker: combines the browser's parts. Built into one script without import or export, which runs as a
 * classic and as a module worker.
 */
import type { Message } from '../lib/client/calls/worker-messages.js';
import { systemClock } from '../lib/clock.js';
import { openBroadcast } from '../lib/tabs/open-broadcast.js';
import { OpfsDatabases } from './databases.js';
import { Gateway } from './gateway.js';
import { fail, serve } from './serve.js';
import { openStorage, roomLeft, storageReport } from './storage-status.js';

declare const self: DedicatedWorkerGlobalScope & typeof globalThis;

// Imported anywhere else, in Node for example, this does nothing.
if (typeof DedicatedWorkerGlobalScope !== 'undefined' && self instanceof DedicatedWorkerGlobalScope) {
  const gateway = new Gateway({
    locks: self.navigator.locks,
    clock: systemClock,
    openChannel: openBroadcast,
    onLost: (error) => fail(self, error),
    onProgress: () => self.postMessage({ bigtab: 'closing' } satisfies Message),
    openStorage: async (withinMs) => {
      const root = await openStorage(self, systemClock, withinMs);
      return new OpfsDatabases(
        root,
        systemClock,
        () => self.close(),
        () => roomLeft(self, systemClock),
        () => storageReport(self, systemClock),
      );
    },
  });
  serve(self, gateway, `bigtab:worker:${crypto.randomUUID()}`);
}
