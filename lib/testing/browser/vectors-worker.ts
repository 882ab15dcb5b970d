/*
 * The engine's worker, as in worker/main, except that the page sets its clock and may choose the files of a
 * compaction.
 */
import { OpfsDatabases } from '../../../worker/databases.js';
import { type Databases, Gateway } from '../../../worker/gateway.js';
import { serve } from '../../../worker/serve.js';
import { findStorage } from '../../../worker/storage-status.js';
import { openBroadcast } from '../../tabs/open-broadcast.js';
import { DirectedClock } from '../fakes/directed-clock.js';
import { withCompactFiles } from '../fakes/with-compact-files.js';

declare const self: DedicatedWorkerGlobalScope & typeof globalThis;

const clock = new DirectedClock();
self.addEventListener('message', ({ data }) => clock.receive(data));
const gateway = new Gateway({
  locks: self.navigator.locks,
  clock,
  openChannel: openBroadcast,
  async openStorage(): Promise<Databases> {
    const databases = new OpfsDatabases(await findStorage(self), clock, () => self.close());
    return {
      open: async (options, host) => withCompactFiles(await databases.open(options, host)),
      remove: (name) => databases.remove(name),
      list: () => databases.list(),
    };
  },
});
serve(self, gateway, `bigtab:worker:${crypto.randomUUID()}`);
