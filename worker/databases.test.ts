import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { Connection } from '../lib/client/connection.js';
import { directTransport } from '../lib/client/page/direct-transport.js';
import { systemClock } from '../lib/clock.js';
import { FakeDirectory } from '../lib/testing/fakes/fake-opfs.js';
import { createYielder } from '../lib/yielder.js';
import { OpfsDatabases } from './databases.js';
import type { Databases } from './gateway.js';

const TABLE = { name: 'webtable', families: ['anchor'] } as const;

function makeSite(): { readonly databases: OpfsDatabases; readonly root: FakeDirectory } {
  const root = new FakeDirectory();
  return {
    databases: new OpfsDatabases(root as unknown as FileSystemDirectoryHandle, systemClock, () => undefined),
    root,
  };
}

async function open(databases: Databases, name: string): Promise<Connection> {
  const transport = directTransport(await databases.open({ name }));
  return new Connection({ name, id: 'test', transport, clock: systemClock, yielder: createYielder().yield });
}

describe('the databases of a site', () => {
  it('are listed, opened again with their data, and removed', async () => {
    const { databases } = makeSite();
    const first = await open(databases, 'crawl');
    const table = await first.ensureTable(TABLE);
    await table.put({ row: 'a', cells: { anchor: { q: 'v' } } });
    await first.close();
    await (await open(databases, 'news')).close();
    expect(await databases.list()).toEqual(['crawl', 'news']);

    const again = await open(databases, 'crawl');
    expect((await again.getTable('webtable').get('a')).getText('anchor', 'q')).toBe('v');
    expect(await again.status()).toMatchObject({ backend: 'opfs', origin: 'opened' });
    await again.close();

    await databases.remove('crawl');
    expect(await databases.list()).toEqual(['news']);
    const anew = await open(databases, 'crawl');
    expect(await anew.getAdmin().listTableNames()).toEqual([]);
    expect(await anew.status()).toMatchObject({ origin: 'created' });
    await anew.close();
    for (const name of ['crawl', 'news']) await databases.remove(name);
  });

  it('start with an epoch that no earlier database had, because browsers keep deleted files locked', async () => {
    const { databases, root } = makeSite();
    await (await open(databases, 'crawl')).close();
    const folder = await (await root.getDirectoryHandle('bigtab')).getDirectoryHandle('crawl');
    const [manifest] = folder.names.filter((name) => name.startsWith('manifest'));
    const epoch = Number(manifest?.split('-')[1]);
    expect(epoch).toBeGreaterThan(Date.now() - 60_000);
    expect(epoch).toBeLessThanOrEqual(Date.now());
    await databases.remove('crawl');
  });

  it('may be removed if none exists', async () => {
    const { databases } = makeSite();
    await databases.remove('crawl');
    expect(await databases.list()).toEqual([]);
  });
});
