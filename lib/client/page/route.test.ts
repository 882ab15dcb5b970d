import { afterEach, describe, expect, it } from 'vitest';
import type { Databases } from '../../../worker/gateway.js';
import { BigtabError } from '../../errors.js';
import { FakeDatabases } from '../../testing/fakes/fake-databases.js';
import { FakePage, type FakeWorker, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { deferred } from '../calls/deferred.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { registry } from './registry.js';

const TABLE = { name: 't', families: ['f'] } as const;

/** A page whose workers die. */
class Scene<D extends Databases> {
  readonly page: FakePage;
  readonly databases: D;
  /** The codes of the `lost` events, and of their causes. */
  readonly lost: unknown[] = [];

  constructor(databases: D) {
    this.databases = databases;
    this.page = new FakePage(databases);
  }

  async connect(options: Partial<ConnectOptions> = {}): Promise<Connection> {
    const connection = await connectOn(this.page.platform, { name: 'crawl', ...options });
    connection.addEventListener('lost', ({ error }) => {
      this.lost.push([error.code, (error.cause as { readonly code?: string } | undefined)?.code]);
    });
    return connection;
  }

  get worker(): FakeWorker {
    return this.page.workers.at(-1) as FakeWorker;
  }

  /** Kills the worker, and waits until the page has noticed it. */
  async kill(): Promise<void> {
    const { page } = this;
    const before = page.workers.length;
    this.worker.terminate();
    await until(() => page.workers.length > before || this.lost.length > 0);
  }
}

/** Lets messages be delivered. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The code of a call's error; null if it succeeds. */
function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error) => error.code,
  );
}

afterEach(() => {
  expect([...registry().keys()]).toEqual([]);
});

describe('A packet', () => {
  it('is sent as soon as it has 1,024 calls, before the page does anything else', async () => {
    const scene = new Scene(new MemoryDatabases());
    const connection = await scene.connect();
    const table = await connection.ensureTable(TABLE);
    const { worker } = scene;
    const post = worker.postMessage.bind(worker);
    let sent = 0;
    worker.postMessage = (message, transfer) => {
      sent++;
      post(message, transfer);
    };
    const gets = Array.from({ length: 1_024 }, (_, row) => table.get(`row ${row}`));
    expect(sent).toBe(1);
    await Promise.all(gets);
    await connection.close();
  });
});

describe('A worker that dies', () => {
  it('is replaced by another one, which runs every call without an answer exactly once', async () => {
    const scene = new Scene(new MemoryDatabases());
    const connection = await scene.connect();
    const other = await scene.connect();
    const table = await connection.ensureTable(TABLE);
    const counted: Promise<bigint>[] = [];
    const count = (one: Connection) => counted.push(one.getTable('t').incrementColumnValue('n', 'f', 'n', 1));
    for (let round = 0; round < 20; round++) {
      count(connection);
      count(other);
      const large = { row: `r${round}`, cells: { f: { q: 'x'.repeat(10_000) } } };
      counted.push(table.put(large).then(() => 0n));
      await new Promise((resolve) => setImmediate(resolve));
      if (round === 10) scene.worker.terminate();
    }
    const values = (await Promise.all(counted)).filter((value) => value > 0n);
    expect(values.sort((a, b) => Number(a - b))).toEqual(Array.from({ length: 40 }, (_, index) => BigInt(index + 1)));
    expect(await table.getScanner({ prefix: 'r' }).toArray()).toHaveLength(20);
    expect([scene.lost, scene.page.workers.length, scene.page.alive]).toEqual([[], 2, 1]);
    await Promise.all([connection.close(), other.close()]);
    expect(scene.page.alive).toBe(0);
  });

  it('is replaced by one that opens the database with the same options', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect({ timestamps: 'wall', memory: { blockCache: 4096 } });
    await scene.kill();
    expect(await connection.status()).toBe('status');
    const [first, second] = scene.databases.engines;
    expect(second?.options).toEqual(first?.options);
    await connection.close();
    expect(second?.closed).toBe(true);
  });

  it('is replaced although no call is in progress, and the listeners get the events of the new engine', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    const errors: unknown[] = [];
    connection.addEventListener('error', ({ error }) => errors.push(error.code));
    await scene.kill();
    await until(() => scene.databases.engines[1]?.listening === 1);
    scene.databases.engines[1]?.emit({ type: 'error', error: { code: 'QUOTA_EXCEEDED', message: 'full' } });
    await until(() => errors.length === 1);
    expect(errors).toEqual(['QUOTA_EXCEEDED']);
    await connection.close();
  });

  it('is not replaced again within a minute: its calls reject with WORKER_LOST, and lost is dispatched once', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    await scene.kill();
    await connection.status();
    scene.page.clock.advance(59_999);
    for (const engine of scene.databases.engines) engine.gate = deferred<void>().promise;
    const call = codeOf(connection.status());
    await turns();
    await scene.kill();
    expect(await call).toBe('WORKER_LOST');
    expect([await codeOf(connection.status()), scene.lost.length, scene.page.workers.length]).toEqual([
      'WORKER_LOST',
      1,
      2,
    ]);
    await connection.close();
    await (await scene.connect()).close();
  });

  it('is replaced again after a minute', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    for (let death = 1; death <= 4; death++) {
      await scene.kill();
      expect(await connection.status()).toBe('status');
      expect(scene.page.workers).toHaveLength(death + 1);
      scene.page.clock.advance(60_000);
    }
    expect(scene.lost).toEqual([]);
    await connection.close();
  });

  it('while it replaces another one is not replaced', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    scene.databases.gate = deferred<void>().promise;
    await scene.kill();
    const call = codeOf(connection.status());
    await turns();
    await scene.kill();
    expect(await call).toBe('WORKER_LOST');
    expect(scene.lost).toEqual([['WORKER_LOST', 'WORKER_LOST']]);
    await connection.close();
  });

  it.each([
    [
      'no other worker starts',
      'WORKER_START_FAILED',
      ({ page }: Scene<FakeDatabases>) => {
        const fail = () => {
          throw new Error('no more memory');
        };
        Object.assign(page.platform, { startWorker: fail, startInlineWorker: fail });
      },
    ],
    [
      'the database cannot be opened again',
      'CORRUPTION',
      ({ databases }: Scene<FakeDatabases>) => {
        databases.gate = Promise.reject(new BigtabError('CORRUPTION', 'no'));
        databases.gate.catch(() => undefined);
      },
    ],
  ])('is lost for the reason for which %s', async (_what, code, harm) => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    harm(scene);
    scene.worker.terminate();
    await until(() => scene.lost.length > 0);
    expect(scene.lost).toEqual([['WORKER_LOST', code]]);
    await connection.close();
  });

  it('together with the stored data is lost with STORAGE_CLEARED: no call runs on an empty database', async () => {
    const scene = new Scene(new MemoryDatabases());
    const connection = await scene.connect();
    await connection.ensureTable(TABLE);
    await scene.databases.remove('crawl');
    scene.worker.terminate();
    const call = connection.ensureTable({ name: 'u', families: ['f'] });
    expect(await codeOf(call)).toBe('STORAGE_CLEARED');
    expect(scene.lost).toEqual([['STORAGE_CLEARED', 'STORAGE_CLEARED']]);
    expect(await scene.databases.list()).toEqual([]);
    await connection.close();
  });

  it('does not disturb a connect of the same page: it waits for the next worker', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    const gate = deferred<void>();
    scene.databases.gate = gate.promise;
    const early = scene.connect();
    scene.worker.terminate();
    await until(() => scene.page.workers.length === 2);
    const late = scene.connect();
    await turns();
    gate.resolve();
    const all = [connection, await early, await late];
    for (const one of all) expect(await one.status()).toBe('status');
    expect(scene.page.workers).toHaveLength(2);
    await Promise.all(all.map((one) => one.close()));
  });

  it('is not replaced for a connection that closes meanwhile without open calls', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    scene.databases.gate = deferred<void>().promise;
    await scene.kill();
    await connection.close();
    expect([scene.page.alive, scene.lost]).toEqual([0, []]);
  });

  it('lets a close wait until its calls have run in the next one', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    scene.worker.terminate();
    const call = connection.status();
    await connection.close();
    expect(await call).toBe('status');
    expect(scene.databases.engines.map(({ closed }) => closed)).toEqual([false, true]);
  });
});

describe('A worker that is stuck', () => {
  it('is watched for an aborted call in its successor too', async () => {
    const scene = new Scene(new FakeDatabases());
    const connection = await scene.connect();
    const open = scene.databases.open.bind(scene.databases);
    const stick = async (...args: Parameters<typeof open>) => {
      const engine = await open(...args);
      Object.assign(engine, { gate: deferred<void>().promise });
      return engine;
    };
    for (const engine of scene.databases.engines) engine.gate = deferred<void>().promise;
    const abort = new AbortController();
    const flush = connection.getAdmin().flush('t', null, { signal: abort.signal });
    await until(() => scene.databases.engines[0]?.calls.length === 1);
    abort.abort();
    await codeOf(flush);
    Object.assign(scene.databases, { open: stick });
    scene.worker.stuck = true;
    scene.page.clock.advance(30_000);
    await until(() => scene.page.workers.length === 2);
    // The call is sent again.
    await until(() => scene.databases.engines[1]?.calls.includes('flush') === true);
    scene.worker.stuck = true;
    expect(scene.lost).toEqual([]);
    scene.page.clock.advance(30_000);
    await until(() => scene.lost.length === 1);
    await connection.close();
    expect([scene.page.alive, scene.page.clock.waiting]).toEqual([0, 0]);
  });
});
