/*
 * The engine's worker as worker/main makes it, but for its clock, which the page sets.
 */
import { OpfsDatabases } from '../../../worker/databases.js';
import { Gateway } from '../../../worker/gateway.js';
import { serve } from '../../../worker/serve.js';
import { openStorage } from '../../../worker/storage-status.js';
import { DirectedClock } from '../fakes/directed-clock.js';

declare const self: DedicatedWorkerGlobalScope & typeof globalThis;

const clock = new DirectedClock();
self.addEventListener('message', ({ data }) => clock.receive(data));
const gateway = new Gateway({
  locks: self.navigator.locks,
  clock,
  openStorage: async () => new OpfsDatabases(await openStorage(self, clock), clock, () => self.close()),
});
serve(self, gateway, `bigtab:worker:${crypto.randomUUID()}`);
