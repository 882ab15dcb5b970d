import { afterEach, describe, expect, it, vi } from 'vitest';
import { BigtabError } from '../../errors.js';
import { FakeDatabases } from '../../testing/fakes/fake-databases.js';
import { FakeLocks } from '../../testing/fakes/fake-locks.js';
import { FakePage, type FakeWorker, until } from '../../testing/fakes/fake-page.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import type { ConnectOptions } from './connect-options.js';
import { deleteDatabaseOn, listDatabasesOn } from './delete-database.js';
import type { Platform } from './platform.js';
import { registry } from './registry.js';

let databases = new FakeDatabases();
let page = new FakePage(databases);

function newPage(changes: Partial<Platform> = {}): void {
  databases = new FakeDatabases();
  page = new FakePage(databases, changes);
}

function connect(options: string | ConnectOptions): Promise<Connection> {
  return connectOn(page.platform, options);
}

/** Another tab acquires the lock of `name`; the returned function releases it. */
async function otherTab(name: string): Promise<() => void> {
  const locks = page.locks.of(Symbol('other tab'));
  return new Promise((resolve) => {
    locks.request(`bigtab:${name}`, () => new Promise<void>((release) => resolve(release)));
  });
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

afterEach(() => {
  const left = { workers: page.alive, names: [...registry().keys()] };
  for (const worker of page.workers) worker.terminate();
  registry().clear();
  newPage();
  expect(left).toEqual({ workers: 0, names: [] });
});

describe('connect', () => {
  it('opens the database in a worker and closes both', async () => {
    const connection = await connect('crawl');
    expect(connection.name).toBe('crawl');
    expect(await connection.status()).toBe('status');
    expect(page.locks.isHeld('bigtab:crawl')).toBe(true);
    await connection.close();
    expect(databases.engines[0]?.closed).toBe(true);
    expect(page.locks.isHeld('bigtab:crawl')).toBe(false);
    expect(page.alive).toBe(0);
  });

  it('fills in the defaults of timestamps and memory', async () => {
    await (await connect('crawl')).close();
    expect(databases.engines[0]?.options).toMatchObject({
      name: 'crawl',
      timestamps: 'ordered',
      memory: { memstore: 64 * 1024 * 1024 },
    });
  });

  it('passes the options to the engine', async () => {
    const configuration = { 'hbase.column.max.version': '3' };
    const memory = { blockCache: 1024 };
    const options = { timestamps: 'wall', memory, configuration } as const;
    await (await connect({ name: 'crawl', ...options })).close();
    expect(databases.engines[0]?.options.timestamps).toBe('wall');
    expect(databases.engines[0]?.options.memory).toMatchObject({ blockCache: 1024 });
    expect(databases.engines[0]?.options.configuration).toEqual({ 'hbase.column.max.version': '3' });
  });

  it.each(['crawl', 'a', '0', '_x', 'a.b-c_d', 'Größe', 'x'.repeat(100)])('accepts the name %s', async (name) => {
    await (await connect(name)).close();
    expect(databases.names).toContain(name);
  });

  it.each(['', '.a', '-a', 'a b', 'a/b', 'a\u0000', '..', 'x'.repeat(101), 'ü'.repeat(51), '\u212b', '\ud800'])(
    'refuses the name %j',
    async (name) => {
      await expect(connect(name)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );

  it.each([
    [{ name: 'a', timestamp: 'wall' }, "unknown property 'timestamp'"],
    [{ name: 'a', timestamps: 'never' }, "timestamps must be one of ordered, strict, wall; got 'never'"],
    [{ name: 'a', durability: 'NONE' }, 'durability must be one of'],
    [{ name: 'a', memory: { logs: 1 } }, "unknown property 'logs' of a memory budget; did you mean 'log'?"],
    [{ name: 'a', memory: null }, 'a memory budget must be an object'],
    [{ name: 'a', memory: 64 }, 'a memory budget must be an object'],
    [{ name: 'a', signal: new AbortController() }, 'signal must be an AbortSignal; got AbortController'],
    [{ name: 'a', worker: 'worker.js' }, 'worker must be a function'],
    [{ name: 'a', existed: true }, 'existed must be a function'],
    [{ timestamps: 'wall' }, "a database's name"],
    [undefined, 'connect options'],
  ])('refuses %j', async (options, message) => {
    await expect(connect(options as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
    expect(page.alive).toBe(0);
  });

  it('asks the browser to keep the data, and resolves to false where it cannot be asked', async () => {
    const answers = async (storage: Platform['storage']) => {
      newPage({ storage });
      const connection = await connect('crawl');
      const answer = await connection.requestPersistence();
      await connection.close();
      await expect(connection.requestPersistence()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      return answer;
    };
    expect(await answers({ persist: async () => true, persisted: async () => false })).toBe(true);
    expect(await answers({ persist: async () => false })).toBe(false);
    expect(await answers({ persisted: async () => true })).toBe(true);
    expect(await answers({ persist: () => Promise.reject(new TypeError('opaque origin')) })).toBe(false);
    expect(await answers({})).toBe(false);
    expect(await answers(undefined)).toBe(false);
  });

  it('flushes the log when the page is hidden', async () => {
    const connection = await connect('crawl');
    page.change('hidden');
    await until(() => databases.engines[0]?.calls.includes('flushLog') === true);
    await connection.close();
  });

  it("rejects with the page's stack", async () => {
    const error: Error = await connect('no such name!').then(
      () => expect.fail('it is no name'),
      (error) => error,
    );
    expect(error.stack).toContain('connect-on.test.ts');
  });
});

describe('several connections of one page', () => {
  it('share one worker but are separate objects', async () => {
    const [first, second] = await Promise.all([connect('crawl'), connect('crawl')]);
    const third = await connect('crawl');
    expect(new Set([first, second, third]).size).toBe(3);
    expect(page.workers).toHaveLength(1);
    await first.close();
    await first.close();
    await second.close();
    expect(await third.status()).toBe('status');
    await expect(first.status()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await third.close();
  });

  it('support connect, close, connect without awaiting, as StrictMode does it', async () => {
    const first = connect('crawl');
    const closed = first.then((connection) => connection.close());
    const second = connect('crawl');
    await closed;
    const connection = await second;
    expect(await connection.status()).toBe('status');
    expect(page.workers).toHaveLength(1);
    await connection.close();
  });

  it('let a connect wait while the last close is in progress', async () => {
    const connection = await connect('crawl');
    const gate = deferred();
    const [engine] = databases.engines;
    if (engine) engine.gate = gate.promise;
    const closed = connection.close();
    await until(() => registry().get('crawl')?.ending === true);
    const again = connect('crawl');
    await until(() => true);
    expect(page.workers).toHaveLength(1);
    gate.resolve();
    await closed;
    await (await again).close();
    expect(page.workers).toHaveLength(2);
  });

  it('let close wait for the calls in progress', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    const gate = deferred();
    if (engine) engine.gate = gate.promise;
    const status = connection.status();
    const closed = connection.close();
    await until(() => engine?.calls.length === 1);
    expect(engine?.closed).toBe(false);
    gate.resolve();
    expect(await status).toBe('status');
    await closed;
  });

  it('each get every event', async () => {
    const [first, second] = await Promise.all([connect('crawl'), connect('crawl')]);
    const seen: string[] = [];
    first.addEventListener('error', () => seen.push('first'));
    second.addEventListener('error', () => seen.push('second'));
    // After this call the engine knows who listens.
    await second.status();
    databases.engines[0]?.emit({ type: 'error', error: { code: 'QUOTA_EXCEEDED', message: 'full' } });
    await until(() => seen.length === 2);
    await Promise.all([first.close(), second.close()]);
  });

  it('stop the events of the engine when the last listener is removed or its connection is closed', async () => {
    const [first, second] = await Promise.all([connect('crawl'), connect('crawl')]);
    const listener = () => undefined;
    const listeners = async () => {
      await Promise.all([first.status(), second.status()].map((call) => call.catch(() => undefined)));
      return databases.engines[0]?.listening;
    };
    first.addEventListener('status', listener);
    second.addEventListener('commit', listener);
    expect(await listeners()).toBe(1);
    second.removeEventListener('commit', listener);
    expect(await listeners()).toBe(1);
    first.removeEventListener('status', listener);
    expect(await listeners()).toBe(0);
    first.addEventListener('status', listener);
    expect(await listeners()).toBe(1);
    await first.close();
    expect(await listeners()).toBe(0);
    await second.close();
  });

  it('have two workers for two databases', async () => {
    const [first, second] = await Promise.all([connect('crawl'), connect('news')]);
    expect(page.workers).toHaveLength(2);
    await Promise.all([first.close(), second.close()]);
  });

  it.each([
    ['timestamps', { timestamps: 'strict' }],
    ['memory.flushSize', { memory: { flushSize: 1_000_000 } }],
  ] as const)('reject another value of %s than the open database has, with INVALID_ARGUMENT', async (option, other) => {
    const connection = await connect('crawl');
    await expect(connect({ name: 'crawl', ...other })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(option),
      details: { option },
    });
    await (await connect({ name: 'crawl', worker: () => expect.fail('one is there') })).close();
    await connection.close();
  });

  it('share the worker with those of another copy of the module, as after a hot reload', async () => {
    const connection = await connect('crawl');
    vi.resetModules();
    const copy = await import('./connect-on.js');
    expect(copy.connectOn).not.toBe(connectOn);
    const other = await copy.connectOn(page.platform, 'crawl');
    expect(page.workers).toHaveLength(1);
    await connection.close();
    expect(await other.status()).toBe('status');
    await other.close();
  });

  it('get errors from their own copy of the class', async () => {
    const release = await otherTab('crawl');
    vi.resetModules();
    const copy = await import('./connect-on.js');
    const copyOfErrors = await import('../../errors.js');
    const connecting = [connect('crawl'), copy.connectOn(page.platform, 'crawl')];
    await until(() => page.locks.waiting('bigtab:crawl') === 1);
    page.workers[0]?.terminate();
    const [own, others] = await Promise.allSettled(connecting);
    expect(own?.status === 'rejected' && own.reason).toBeInstanceOf(BigtabError);
    expect(others?.status === 'rejected' && others.reason).toBeInstanceOf(copyOfErrors.BigtabError);
    release();
  });

  it("reject with VERSION_CONFLICT for another build's protocol", async () => {
    registry().set('crawl', { protocol: 99, ending: false, ended: Promise.resolve() });
    await expect(connect('crawl')).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
    await expect(deleteDatabaseOn(page.platform, 'crawl', {})).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
    registry().delete('crawl');
  });
});

describe('a database that another tab has open', () => {
  it('is DATABASE_BUSY after 4 s', async () => {
    const release = await otherTab('crawl');
    const connecting = connect('crawl');
    await until(
      () => page.clock.waiting === 1 && page.workers.length === 1 && page.locks.waiting('bigtab:crawl') === 1,
    );
    page.clock.advance(4000);
    await expect(connecting).rejects.toMatchObject({
      code: 'DATABASE_BUSY',
      message: expect.stringContaining("Another tab of this site has opened database 'crawl' and does not answer."),
    });
    release();
  });

  it('is DATABASE_BUSY 4 s after the call of connect, however long the worker took to start', async () => {
    let startWorker = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      startWorker = resolve;
    });
    const inline = page.platform.startInlineWorker;
    Object.assign(page.platform, {
      startWorker: () => {
        throw new Error('another origin');
      },
      startInlineWorker: () => started.then(inline),
    });
    const release = await otherTab('crawl');
    const called = connect('crawl');
    await until(() => page.clock.waiting > 0);
    page.clock.advance(3000);
    startWorker();
    await until(() => page.locks.waiting('bigtab:crawl') === 1);
    page.clock.advance(1000);
    await expect(called).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    release();
  });

  it('opens if the other tab releases it within these seconds, as after a reload', async () => {
    const release = await otherTab('crawl');
    const connecting = connect('crawl');
    await until(() => page.locks.waiting('bigtab:crawl') === 1);
    page.clock.advance(3999);
    release();
    await (await connecting).close();
  });
});

describe('a signal', () => {
  it('that is aborted starts nothing', async () => {
    const reason = new Error('never mind');
    await expect(connect({ name: 'crawl', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(page.workers).toHaveLength(0);
  });

  it('of one connect does not end the other', async () => {
    const gate = deferred();
    databases.gate = gate.promise;
    const abort = new AbortController();
    const first = connect({ name: 'crawl', signal: abort.signal });
    const second = connect('crawl');
    abort.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    gate.resolve();
    await (await second).close();
  });

  it('that aborts while the worker starts frees the name at once', async () => {
    const abort = new AbortController();
    const first = connect({ name: 'crawl', signal: abort.signal });
    abort.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await (await connect('crawl')).close();
  });
});

/** Ends the worker, and the one that replaces it. */
async function endTwice(): Promise<void> {
  databases.gate = deferred().promise;
  page.workers[0]?.terminate();
  await until(() => page.locks.isHeld('bigtab:crawl'));
  page.workers[1]?.terminate();
  databases.gate = Promise.resolve();
}

describe('a worker that ends unexpectedly, and then the one that replaces it', () => {
  it('reject the calls in progress with WORKER_LOST, close the connection and dispatch lost', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    let lost = 0;
    connection.addEventListener('lost', () => lost++);
    const status = connection.status();
    await until(() => engine?.calls.length === 1);
    await endTwice();
    await expect(status).rejects.toMatchObject({ code: 'WORKER_LOST' });
    await until(() => lost === 1);
    await expect(connection.status()).rejects.toMatchObject({
      code: 'WORKER_LOST',
    });
    await connection.close();
    expect(lost).toBe(1);
  });

  it('are replaced by the next connect', async () => {
    const connection = await connect('crawl');
    const lost = new Promise((resolve) => connection.addEventListener('lost', resolve));
    await endTwice();
    await lost;
    const again = await connect('crawl');
    expect(await again.status()).toBe('status');
    await again.close();
  });
});

describe('a worker that ends unexpectedly', () => {
  it('because the stored data was deleted reports it in calls and in lost; connect starts another', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const lost = new Promise<unknown>((resolve) => connection.addEventListener('lost', resolve));
    const status = connection.status();
    await until(() => engine?.calls.length === 1);
    engine?.lose(new BigtabError('STORAGE_CLEARED', 'all is gone'));
    await expect(status).rejects.toMatchObject({ code: 'STORAGE_CLEARED', message: 'all is gone' });
    expect(await lost).toMatchObject({ type: 'lost', error: { code: 'STORAGE_CLEARED' } });
    await expect(connection.status()).rejects.toMatchObject({ code: 'STORAGE_CLEARED' });
    expect(page.alive).toBe(0);
    await connection.close();
    await (await connect('crawl')).close();
  });

  it('while it opens rejects connect with WORKER_LOST', async () => {
    databases.gate = deferred().promise;
    const connecting = connect('crawl');
    await until(() => page.locks.isHeld('bigtab:crawl'));
    page.workers[0]?.terminate();
    await expect(connecting).rejects.toMatchObject({ code: 'WORKER_LOST' });
  });

  it('while it closes lets close succeed', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const closed = connection.close();
    await until(() => registry().get('crawl')?.ending === true);
    page.workers[0]?.terminate();
    await closed;
  });
});

describe('a worker that is stuck', () => {
  /**
   * A connection with a call in progress to a worker that no longer receives messages, and cannot be replaced until
   * `mend` is called.
   */
  async function stuckConnection() {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const status = connection.status();
    status.catch(() => undefined);
    await until(() => engine?.calls.length === 1);
    for (const worker of page.workers) worker.stuck = true;
    const { startWorker, startInlineWorker } = page.platform;
    const fail = () => expect.fail('no more memory');
    Object.assign(page.platform, { startWorker: fail, startInlineWorker: fail });
    return { connection, status, mend: () => Object.assign(page.platform, { startWorker, startInlineWorker }) };
  }

  it('is ended 5 s after close; the calls in progress reject with WORKER_LOST', async () => {
    const { connection, status, mend } = await stuckConnection();
    const closed = connection.close();
    page.clock.advance(4999);
    expect(page.alive).toBe(1);
    page.clock.advance(1);
    await expect(status).rejects.toMatchObject({ code: 'WORKER_LOST', cause: { message: expect.any(String) } });
    await closed;
    expect([page.alive, page.clock.waiting]).toEqual([0, 0]);
    mend();
    await (await connect('crawl')).close();
  });

  it('is not ended in close while it answers, because a call may take long', async () => {
    const { connection, status } = await stuckConnection();
    for (const worker of page.workers) worker.stuck = false;
    const [engine] = databases.engines;
    const gate = deferred();
    if (engine) engine.gate = gate.promise;
    const closed = connection.close();
    for (let second = 0; second < 20; second++) {
      page.clock.advance(1000);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(page.alive).toBe(1);
    page.workers[0]?.terminate();
    await expect(status).rejects.toMatchObject({ code: 'WORKER_LOST' });
    await closed;
  });

  it('whose engine does not answer close is ended after 5 s, although it answers pings', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const closed = connection.close();
    await until(() => registry().get('crawl')?.ending === true && page.clock.waiting === 1);
    page.clock.advance(5000);
    await closed;
    expect(page.alive).toBe(0);
  });

  it('but makes progress in its close is not ended', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    const gate = deferred();
    if (engine) engine.gate = gate.promise;
    const closed = connection.close();
    await until(() => registry().get('crawl')?.ending === true && page.clock.waiting === 1);
    for (let step = 0; step < 10; step++) {
      page.clock.advance(4000);
      engine?.step();
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(page.alive).toBe(1);
    gate.resolve();
    await closed;
    expect(engine?.closed).toBe(true);
  });

  it('is replaced after 30 s while an aborted call is open', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const abort = new AbortController();
    const flush = connection.getAdmin().flush('t', null, { signal: abort.signal });
    await until(() => engine?.calls.length === 1);
    page.clock.advance(600_000);
    abort.abort(new Error('enough'));
    await expect(flush).rejects.toThrow('enough');
    for (let second = 0; second < 60; second++) {
      page.clock.advance(1000);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(page.alive).toBe(1);
    for (const worker of page.workers) worker.stuck = true;
    page.clock.advance(29_000);
    expect(page.alive).toBe(1);
    page.clock.advance(1000);
    expect(page.alive).toBe(0);
    expect(await connection.status()).toBe('status');
    await connection.close();
  });

  it('is not watched after the aborted call was answered', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    const gate = deferred();
    if (engine) engine.gate = gate.promise;
    const abort = new AbortController();
    const flush = connection.getAdmin().flush('t', null, { signal: abort.signal });
    await until(() => engine?.calls.length === 1);
    abort.abort();
    await expect(flush).rejects.toMatchObject({ name: 'AbortError' });
    expect(page.clock.waiting).toBe(1);
    gate.resolve();
    await until(() => page.clock.waiting === 0);
    await connection.close();
  });

  it('while it opens is never ended', async () => {
    const gate = deferred();
    databases.gate = gate.promise;
    const connecting = connect('crawl');
    await until(() => page.locks.isHeld('bigtab:crawl'));
    for (const worker of page.workers) worker.stuck = true;
    page.clock.advance(3_600_000);
    for (const worker of page.workers) worker.stuck = false;
    gate.resolve();
    await (await connecting).close();
  });
});

describe('a call settles', () => {
  it('when its reply cannot be posted; the connection stays usable', async () => {
    const connection = await connect('crawl');
    const [worker] = page.workers;
    if (worker) worker.unpostable = 1;
    await expect(connection.status()).rejects.toMatchObject({
      code: 'INVALID_OPERATION',
      message: expect.stringContaining('out of memory'),
      details: { outcome: 'none' },
    });
    expect(await connection.status()).toBe('status');
    await connection.close();
  });

  it.each([
    ['an error that nothing in it caught', (worker: FakeWorker) => worker.fail('out of stack')],
    ['a message that cannot be read', (worker: FakeWorker) => worker.garble()],
  ])('when the worker has %s: it is replaced', async (_what, harm) => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.gate = deferred().promise;
    const status = connection.status();
    await until(() => engine?.calls.length === 1);
    harm(page.workers[0] as FakeWorker);
    expect(await status).toBe('status');
    expect([page.alive, page.workers.length]).toEqual([1, 2]);
    await connection.close();
  });

  it('when the page may not request locks', async () => {
    newPage({ locks: { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) } });
    await expect(connect('crawl')).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'blocked' },
    });
    await until(() => page.alive === 0);
  });

  it("when the worker ends and the page's locks are not the worker's", async () => {
    newPage({ locks: new FakeLocks().of(Symbol('page')) });
    const connection = await connect('crawl');
    expect(await connection.status()).toBe('status');
    await until(() => page.clock.waiting === 1);
    page.clock.advance(4000);
    expect(page.alive).toBe(1);
    page.workers[0]?.terminate();
    page.clock.advance(30_000);
    expect(await connection.status()).toBe('status');
    expect(page.workers).toHaveLength(2);
    await connection.close();
  });
});

describe('an error', () => {
  it('of the engine in opening is the error of connect, and the next connect starts again', async () => {
    const broken = Promise.reject(new Error('a defect'));
    broken.catch(() => undefined);
    databases.gate = broken;
    await expect(connect('crawl')).rejects.toMatchObject({ message: expect.stringContaining('a defect') });
    databases.gate = Promise.resolve();
    await (await connect('crawl')).close();
  });

  it('of the engine in closing after a refused connect is not reported as an error', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.closeError = new Error('no room');
    // The connection joins, then the last other connection leaves, then it is refused.
    const refused = connect({ name: 'crawl', timestamps: 'strict' });
    const closed = connection.close();
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await closed.catch(() => undefined);
    await until(() => page.alive === 0);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('of the engine in closing is the error of close, and the worker ends nevertheless', async () => {
    const connection = await connect('crawl');
    const [engine] = databases.engines;
    if (engine) engine.closeError = new Error('no room');
    await expect(connection.close()).rejects.toMatchObject({ message: expect.stringContaining('no room') });
    expect(page.alive).toBe(0);
  });

  it.each([
    ['server', { browser: false }, 'bigtab/memory'],
    ['insecure', { secure: false, origin: 'http://lan.test/', locks: undefined }, 'this page is http://lan.test/'],
    ['no-worker', { startWorker: null }, 'runs in a Worker'],
    ['no-opfs', { locks: undefined }, 'Web Locks'],
  ] as const)('STORAGE_UNAVAILABLE has the reason %s', async (reason, changes, message) => {
    newPage(changes);
    const expected = { code: 'STORAGE_UNAVAILABLE', details: { reason }, message: expect.stringContaining(message) };
    await expect(connect('crawl')).rejects.toMatchObject(expected);
    await expect(deleteDatabaseOn(page.platform, 'crawl', {})).rejects.toMatchObject(expected);
    await expect(listDatabasesOn(page.platform, {})).rejects.toMatchObject(expected);
    expect(page.workers).toHaveLength(0);
  });
});

describe('deleteDatabase', () => {
  it('removes the database and ends its worker', async () => {
    await (await connect('crawl')).close();
    await deleteDatabaseOn(page.platform, 'crawl', {});
    expect(databases.names).not.toContain('crawl');
    await deleteDatabaseOn(page.platform, 'crawl', {});
  });

  it('is DATABASE_BUSY while this page has it open', async () => {
    const connection = await connect('crawl');
    await expect(deleteDatabaseOn(page.platform, 'crawl', {})).rejects.toMatchObject({
      code: 'DATABASE_BUSY',
      message: expect.stringContaining('open in this page'),
    });
    const closed = connection.close();
    await until(() => registry().get('crawl')?.ending === true);
    await deleteDatabaseOn(page.platform, 'crawl', {});
    await closed;
  });

  it('is DATABASE_BUSY after 10 s while another tab has it open and does not close, and removes nothing later', async () => {
    databases.names.add('crawl');
    const release = await otherTab('crawl');
    const deleting = deleteDatabaseOn(page.platform, 'crawl', {});
    await until(() => page.locks.waiting('bigtab:crawl') === 1);
    page.clock.advance(10_000);
    await expect(deleting).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    release();
    expect(databases.names).toContain('crawl');
  });

  it('makes a concurrent connect wait', async () => {
    const gate = deferred();
    databases.gate = gate.promise;
    const deleting = deleteDatabaseOn(page.platform, 'crawl', {});
    const connecting = connect('crawl');
    await until(() => page.locks.isHeld('bigtab:crawl'));
    expect(page.workers).toHaveLength(1);
    gate.resolve();
    await deleting;
    await (await connecting).close();
  });

  it('refuses an invalid name', async () => {
    await expect(deleteDatabaseOn(page.platform, '../x', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('deleteDatabase and listDatabases', () => {
  it.each([[null], ['worker.js'], [{ wroker: () => undefined }], [{ worker: 'worker.js' }]])(
    'refuse the options %j',
    async (options) => {
      const refused = { code: 'INVALID_ARGUMENT' };
      await expect(deleteDatabaseOn(page.platform, 'crawl', options as never)).rejects.toMatchObject(refused);
      await expect(listDatabasesOn(page.platform, options as never)).rejects.toMatchObject(refused);
      expect(page.workers).toHaveLength(0);
    },
  );
});

describe('listDatabases', () => {
  it('returns the names sorted', async () => {
    for (const name of ['news', 'crawl']) await (await connect(name)).close();
    expect(await listDatabasesOn(page.platform, {})).toEqual(['crawl', 'news']);
  });

  it('accepts a worker factory', async () => {
    const factory = page.platform.startWorker as () => FakeWorker;
    Object.assign(page.platform, { startWorker: null });
    expect(await listDatabasesOn(page.platform, { worker: factory })).toEqual([]);
  });
});
