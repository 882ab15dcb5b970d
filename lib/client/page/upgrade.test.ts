import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BigtabError } from '../../errors.js';
import { openMemory } from '../../memory.js';
import { FakePage, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { deferred } from '../calls/deferred.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';
import type { Upgrade } from './upgrade.js';

let databases = new MemoryDatabases();
let page = new FakePage(databases);

function connect(version: number | undefined, upgrade?: Upgrade, signal?: AbortSignal): Promise<Connection> {
  return connectOn(page.platform, 'crawl', { version, upgrade, signal });
}

function storedVersion(): number | undefined {
  return databases.media.get('crawl')?.catalog.image?.database.version;
}

/** The rejection of a promise. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

beforeEach(() => {
  databases = new MemoryDatabases();
  page = new FakePage(databases);
});

afterEach(async () => {
  await until(() => page.alive === 0 && registry().size === 0);
});

describe('an upgrade', () => {
  it('reports its schema changes to other connections', async () => {
    const other = await connect(undefined);
    const told: string[] = [];
    other.addEventListener('schema', ({ table, change }) => told.push(`${change} ${table}`));
    const connection = await connect(1, async (upgrading) => {
      upgrading.addEventListener('schema', ({ table, change }) => told.push(`itself: ${change} ${table}`));
      await upgrading.ensureTable({ name: 't', families: ['f'] });
    });
    await other.status();
    expect(told.sort()).toEqual(['create t', 'itself: create t']);
    await Promise.all([connection.close(), other.close()]);
  });

  it('runs before connect resolves, with the old version, and only once', async () => {
    const calls: number[] = [];
    const upgrade: Upgrade = async (connection, oldVersion, signal) => {
      calls.push(oldVersion);
      expect([signal instanceof AbortSignal, signal.aborted]).toEqual([true, false]);
      expect(storedVersion()).toBe(undefined);
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    };
    for (let round = 0; round < 2; round++) {
      const connection = await connect(3, upgrade);
      expect((await connection.getTable('t').get('r')).getText('f', 'q')).toBe('v');
      await connection.close();
    }
    expect(calls).toEqual([0]);
    expect(storedVersion()).toBe(3);
    await (await connect(5, (_connection, oldVersion) => void calls.push(oldVersion))).close();
    expect([calls, storedVersion()]).toEqual([[0, 3], 5]);
  });

  it('gets the connection that connect resolves to', async () => {
    let given: Connection | null = null;
    const connection = await connect(1, (one) => {
      given = one;
    });
    expect(given).toBe(connection);
    await connection.close();
  });

  it('needs no function: the version is stored nevertheless', async () => {
    await (await connect(2)).close();
    expect(storedVersion()).toBe(2);
  });

  it('is requested by the options after the name or together with it, and not without a version', async () => {
    await (await connect(2)).close();
    const upgrade = vi.fn();
    await (await connectOn(page.platform, { name: 'crawl', version: 3, upgrade })).close();
    expect(upgrade).toHaveBeenCalledTimes(1);
    await (await connectOn(page.platform, 'crawl')).close();
    await (await connect(undefined)).close();
    expect(storedVersion()).toBe(3);
  });

  it('to a lower version is DATABASE_NEWER, also while the higher one is open', async () => {
    const open = await connect(3);
    const upgrade = vi.fn();
    const newer = {
      code: 'DATABASE_NEWER',
      details: { stored: 3, version: 2 },
      message: 'The database has version 3, but this call to connect requests version 2',
    };
    await expect(connect(2, upgrade)).rejects.toMatchObject(newer);
    await open.close();
    await expect(connect(2, upgrade)).rejects.toMatchObject(newer);
    expect(upgrade).not.toHaveBeenCalled();
    expect(storedVersion()).toBe(3);
  });

  it('that fails leaves the old version, rejects with exactly its error, and may run again', async () => {
    await (await connect(1)).close();
    const own = new TypeError('own');
    const ours = new BigtabError('INVALID_STATE', 'ours');
    for (const thrown of [own, ours, 'text', undefined]) {
      let seen: Connection | null = null;
      const upgrade: Upgrade = (connection) => {
        seen = connection;
        throw thrown;
      };
      const stack = (thrown as Error | undefined)?.stack;
      expect(await failureOf(connect(2, upgrade).then(() => 'resolved'))).toBe(thrown);
      expect((thrown as Error | undefined)?.stack).toBe(stack);
      expect(await failureOf((seen as unknown as Connection).status())).toMatchObject({ code: 'CONNECTION_CLOSED' });
    }
    expect(storedVersion()).toBe(1);
    const versions: number[] = [];
    await (await connect(2, (_connection, old) => void versions.push(old))).close();
    expect([versions, storedVersion()]).toEqual([[1], 2]);
  });

  it('of several callers at once runs for one of them, and the others wait', async () => {
    const gate = deferred<void>();
    const calls: string[] = [];
    const first = connect(2, async (_connection, old) => {
      calls.push(`first from ${old}`);
      await gate.promise;
    });
    await until(() => calls.length === 1);
    let waiting = true;
    const second = connect(2, () => void calls.push('second')).finally(() => {
      waiting = false;
    });
    const third = connect(3, (_connection, old) => void calls.push(`third from ${old}`));
    const lower = failureOf(connect(1));
    // A caller without a version does not wait.
    const plain = await connect(undefined);
    await plain.status();
    expect([calls, waiting]).toEqual([['first from 0'], true]);
    gate.resolve();
    for (const connection of await Promise.all([first, second, third])) await connection.close();
    expect(await lower).toMatchObject({ code: 'DATABASE_NEWER' });
    await plain.close();
    expect([calls, storedVersion()]).toEqual([['first from 0', 'third from 2'], 3]);
  });

  it('of two callers runs for the second when the first one fails', async () => {
    const gate = deferred<void>();
    const calls: string[] = [];
    const first = failureOf(
      connect(2, async () => {
        calls.push('first');
        await gate.promise;
        throw new Error('first');
      }),
    );
    await until(() => calls.length === 1);
    const second = connect(2, (_connection, old) => void calls.push(`second from ${old}`));
    gate.resolve();
    expect(await first).toMatchObject({ message: 'first' });
    await (await second).close();
    expect([calls, storedVersion()]).toEqual([['first', 'second from 0'], 2]);
  });

  it("is aborted by connect's signal: connect rejects at once, and the function's signal aborts", async () => {
    const controller = new AbortController();
    const started = deferred<void>();
    let heard: unknown = null;
    let later: unknown = null;
    const upgrade: Upgrade = async (connection, _old, signal) => {
      started.resolve();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      heard = signal.reason;
      await until(() => page.alive === 0);
      later = await failureOf(connection.getAdmin().createTable({ name: 't', families: ['f'] }));
    };
    const connecting = failureOf(connect(2, upgrade, controller.signal));
    await started.promise;
    controller.abort('enough');
    expect(await connecting).toBe('enough');
    await until(() => later !== null);
    expect([heard, later]).toEqual(['enough', expect.objectContaining({ code: 'CONNECTION_CLOSED' })]);
    expect(storedVersion()).toBe(undefined);
    await (await connect(1)).close();
  });

  it('that waits for its turn is cancelled by the signal, and blocks no other call', async () => {
    const gate = deferred<void>();
    let started = false;
    const first = connect(2, async () => {
      started = true;
      await gate.promise;
    });
    await until(() => started);
    const controller = new AbortController();
    const upgrade = vi.fn();
    const second = failureOf(connect(3, upgrade, controller.signal));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort('enough');
    expect(await second).toBe('enough');
    const third = connect(4);
    gate.resolve();
    await (await first).close();
    await (await third).close();
    expect(upgrade).not.toHaveBeenCalled();
    expect(storedVersion()).toBe(4);
  });

  it('outlives its worker', async () => {
    const started = deferred<void>();
    const gate = deferred<void>();
    const connecting = connect(2, async (connection) => {
      await connection.ensureTable({ name: 't', families: ['f'] });
      started.resolve();
      await gate.promise;
    });
    await started.promise;
    page.workers[0]?.terminate();
    await until(() => page.workers.length === 2);
    gate.resolve();
    await (await connecting).close();
    expect(storedVersion()).toBe(2);
  });

  it("ends with its engine: the function's signal aborts, and the version is not stored", async () => {
    const started = deferred<void>();
    let heard: unknown = null;
    const connecting = failureOf(
      connect(2, async (_connection, _old, signal) => {
        started.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        heard = signal.reason;
      }),
    );
    await started.promise;
    page.workers[0]?.terminate();
    await until(() => page.locks.isHeld('bigtab:crawl'));
    page.workers[1]?.terminate();
    expect(await connecting).toMatchObject({ code: 'WORKER_LOST' });
    await until(() => heard !== null);
    expect(heard).toMatchObject({ code: 'WORKER_LOST' });
    expect(storedVersion()).toBe(undefined);
  });

  it.each([
    [{ version: 0 }, 'version must be a whole number of at least 1'],
    [{ version: 1.5 }, 'version must be a whole number of at least 1'],
    [{ version: '2' }, 'version must be a whole number of at least 1'],
    [{ version: null }, 'version must be a whole number of at least 1'],
    [{ version: 1, upgrade: 'later' }, 'upgrade must be a function'],
    [{ upgrade: () => {} }, 'upgrade needs a version'],
    [{ versions: 1 }, "unknown property 'versions'"],
  ])('refuses %j before anything is opened', async (options, message) => {
    await expect(connectOn(page.platform, 'crawl', options as ConnectOptions)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
    expect([page.workers.length, databases.media.size]).toEqual([0, 0]);
    if (!('versions' in options)) {
      await expect(openMemory(options as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  it('of a database in memory runs from version 0', async () => {
    const calls: number[] = [];
    const connection = await openMemory({
      version: 7,
      async upgrade(one, old) {
        calls.push(old);
        await one.ensureTable({ name: 't', families: ['f'] });
      },
    });
    expect([calls, await connection.getAdmin().listTableNames()]).toEqual([[0], ['t']]);
    await connection.close();
    const error = new Error('own');
    expect(await failureOf(openMemory({ version: 1, upgrade: () => Promise.reject(error) }))).toBe(error);
  });
});
