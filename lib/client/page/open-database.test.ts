import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeDatabases } from '../../testing/fakes/fake-databases.js';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { type Deferred, deferred } from '../calls/deferred.js';
import { connectOn } from './connect-on.js';
import type * as Code from './connection-code.js';
import { deleteDatabaseOn } from './delete-database.js';
import { registry } from './registry.js';

let page = new FakePage(new FakeDatabases());
let loaded: Deferred<void> = deferred();

vi.mock(import('./load-connection.js'), async () => {
  const code: typeof Code = await import('./connection-code.js');
  return { loadConnection: () => loaded.promise.then(() => code) };
});

beforeEach(() => {
  page = new FakePage(new FakeDatabases());
  loaded = deferred();
});

afterEach(() => {
  expect([page.alive, [...registry().keys()], page.locks.isHeld('bigtab:crawl:leader')]).toEqual([0, [], false]);
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('Before the rest of its code is loaded, a page', () => {
  it('that leads starts its worker', async () => {
    const connecting = connectOn(page.platform, 'crawl');
    const second = connectOn(page.platform, 'crawl');
    await until(() => page.workers.length === 1);
    loaded.resolve();
    const [one, other] = await Promise.all([connecting, second]);
    expect(page.workers.length).toBe(1);
    await Promise.all([one.close(), other.close()]);
  });

  it('starts no worker while another tab leads', async () => {
    const leader = page.another();
    void leader.platform.locks?.request('bigtab:crawl:leader', {}, () => new Promise(() => {}));
    const abort = new AbortController();
    const connecting = connectOn(page.platform, 'crawl', { signal: abort.signal });
    await turns();
    expect(page.workers.length).toBe(0);
    abort.abort();
    loaded.resolve();
    await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => registry().size === 0);
    leader.kill();
  });

  it('that is hidden does not request the lock', async () => {
    page.visible = false;
    const connecting = connectOn(page.platform, 'crawl');
    await turns();
    expect([page.workers.length, page.locks.isHeld('bigtab:crawl:leader')]).toEqual([0, false]);
    page.visible = true;
    loaded.resolve();
    await (await connecting).close();
  });

  it('that is suspended ends its worker and releases the lock, and starts another one when it returns', async () => {
    const connecting = connectOn(page.platform, 'crawl');
    await until(() => page.workers.length === 1);
    page.change('suspended');
    await until(() => page.alive === 0);
    expect(page.locks.isHeld('bigtab:crawl:leader')).toBe(false);
    loaded.resolve();
    await turns();
    expect(page.workers.length).toBe(1);
    page.change('resumed');
    await (await connecting).close();
    expect(page.workers.length).toBe(2);
  });

  it('ends its worker and frees the name if the code cannot be loaded', async () => {
    const connecting = connectOn(page.platform, 'crawl');
    await until(() => page.workers.length === 1);
    loaded.reject(new Error('404'));
    await expect(connecting).rejects.toThrow('404');
    await until(() => page.alive === 0);
  });

  it('whose call is aborted ends its worker when the code is there', async () => {
    const abort = new AbortController();
    const connecting = connectOn(page.platform, 'crawl', { signal: abort.signal });
    await until(() => page.workers.length === 1);
    abort.abort();
    await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
    loaded.resolve();
    await until(() => page.alive === 0);
  });

  it('that deletes a database ends its worker if the code cannot be loaded', async () => {
    const deleting = deleteDatabaseOn(page.platform, 'crawl', {});
    await until(() => page.workers.length === 1);
    loaded.reject(new Error('404'));
    await expect(deleting).rejects.toThrow('404');
    await until(() => page.alive === 0);
  });
});
