import { afterAll, describe, it } from 'vitest';
import { systemClock } from '../../clock.js';
import { tableSuite } from '../../testing/conformance/table-suite.js';
import { FakePage } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { connectOn } from './connect-on.js';
import { registry } from './registry.js';

describe('Table in a tab that follows', async () => {
  const first = new FakePage(new MemoryDatabases(systemClock), { clock: systemClock });
  const leader = await connectOn(first.platform, 'suite');
  // In a test, all pages share one `globalThis`.
  registry().delete('suite');
  const second = first.another({ clock: systemClock });
  const follower = await connectOn(second.platform, 'suite');
  afterAll(async () => {
    await follower.close();
    await leader.close();
  });
  tableSuite({ test: (name, body) => it(name, body) }, () => connectOn(second.platform, 'suite'));
});
