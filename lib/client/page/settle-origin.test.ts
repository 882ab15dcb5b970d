import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';

let databases = new MemoryDatabases();
let page = new FakePage(databases);

function connect(options: Omit<ConnectOptions, 'name'> = {}): Promise<Connection> {
  return connectOn(page.platform, 'crawl', options);
}

async function originOf(connection: Connection): Promise<string> {
  return (await connection.status()).origin;
}

beforeEach(() => {
  databases = new MemoryDatabases();
  page = new FakePage(databases);
});

afterEach(async () => {
  await until(() => page.alive === 0 && registry().size === 0);
});

describe('existed', () => {
  it.each([
    [true, 'evicted'],
    [false, 'created'],
  ])('that returns %s makes the origin of a database that connect created %s', async (answer, origin) => {
    const direct = await connect({ existed: () => answer });
    expect(await originOf(direct)).toBe(origin);
    await direct.close();
    databases.media.clear();
    const later = await connect({ existed: async () => answer });
    expect(await originOf(later)).toBe(origin);
    await later.close();
  });

  it('is not called for a database with a table', async () => {
    const first = await connect();
    await first.ensureTable({ name: 't', families: ['f'] });
    await first.close();
    let calls = 0;
    const second = await connect({
      existed: () => {
        calls++;
        return true;
      },
    });
    expect([calls, await originOf(second)]).toEqual([0, 'opened']);
    await second.close();
  });

  it('is called only once for the connections of a page: a new user who then writes has not lost data', async () => {
    let known = false;
    const existed = () => known;
    const first = await connect({ existed });
    known = true;
    const second = await connect({ existed });
    expect([await originOf(first), await originOf(second)]).toEqual(['created', 'created']);
    await Promise.all([first.close(), second.close()]);
  });

  it('is called before upgrade, which sees the origin', async () => {
    const seen: string[] = [];
    const connection = await connect({
      existed: () => {
        seen.push('existed');
        return true;
      },
      version: 1,
      async upgrade(upgrading) {
        seen.push(await originOf(upgrading));
      },
    });
    expect(seen).toEqual(['existed', 'evicted']);
    await connection.close();
  });

  it('makes connect reject with the error that it throws, and the next connect calls it again', async () => {
    const offline = new TypeError('Failed to fetch');
    const failing = connect({ existed: () => Promise.reject(offline) });
    expect(await failing.catch((error) => error)).toBe(offline);
    const connection = await connect({ existed: () => true });
    expect(await originOf(connection)).toBe('evicted');
    await connection.close();
  });

  it('is called again after an eviction from which nothing was restored yet', async () => {
    await (await connect({ existed: () => true })).close();
    const connection = await connect({ existed: () => true });
    expect(await originOf(connection)).toBe('evicted');
    await connection.close();
  });

  it('may be interrupted by the signal', async () => {
    const controller = new AbortController();
    const connecting = connect({
      signal: controller.signal,
      existed: () => {
        controller.abort('enough');
        return new Promise(() => undefined);
      },
    });
    expect(await connecting.catch((reason) => reason)).toBe('enough');
  });

  it('must be a function that returns true or false', async () => {
    const refused = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('existed') };
    await expect(connect({ existed: true as never })).rejects.toMatchObject(refused);
    await expect(connect({ existed: (() => 'yes') as never })).rejects.toMatchObject(refused);
  });
});
