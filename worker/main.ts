/*
 * The engine's worker: combines the browser's parts. Built into one script without import or export, which runs as a
 * classic and as a module worker.
 */
import type { Message } from '../lib/client/calls/worker-messages.js';
import { systemClock } from '../lib/clock.js';
import { openBroadcast } from '../lib/tabs/open-broadcast.js';
import { PortBroker } from '../lib/tabs/port-broker.js';
import type { PortLike } from '../lib/tabs/tab-platform.js';
import { OpfsDatabases } from './databases.js';
import { Gateway } from './gateway.js';
import { fail, serve } from './serve.js';
import { answeringStorage, findStorage, roomLeft, storageReport } from './storage-status.js';

declare const self: DedicatedWorkerGlobalScope & typeof globalThis;

/** A broker without work ends itself, because it takes several MiB. */
const BROKER_IDLE_MS = 5_000;

// Imported anywhere else, in Node for example, this does nothing.
if (typeof DedicatedWorkerGlobalScope !== 'undefined' && self instanceof DedicatedWorkerGlobalScope) {
  // Begun now, because it takes about as long as the first message of the page needs to arrive.
  const found = findStorage(self);
  found.catch(() => {});
  const gateway = new Gateway({
    locks: self.navigator.locks,
    clock: systemClock,
    openChannel: openBroadcast,
    onLost: (error) => fail(self, error),
    onProgress: () => self.postMessage({ bigtab: 'closing' } satisfies Message),
    onTrying: (packet) => self.postMessage({ bigtab: 'trying', packet } satisfies Message),
    openStorage: async (withinMs) => {
      const root = await answeringStorage(found, systemClock, withinMs);
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

// The same script connects tabs, as a shared worker: a file of its own would need support by every bundler.
if (
  typeof SharedWorkerGlobalScope !== 'undefined' &&
  self instanceof SharedWorkerGlobalScope &&
  self.name === 'bigtab'
) {
  const broker = new PortBroker(() => new MessageChannel() as never, systemClock);
  let cancel = () => {};
  self.addEventListener('connect', (event) => {
    broker.add((event as unknown as { readonly ports: readonly [PortLike] }).ports[0]);
    cancel();
    cancel = systemClock.after(BROKER_IDLE_MS, () => self.close());
  });
}
