import { describe, expect, it } from 'vitest';
import { callWorker } from '../lib/client/calls/control-call.js';
import { storageUnavailable } from '../lib/client/page/platform.js';
import { Operation } from '../lib/service/client-service.js';
import { encodeControl } from '../lib/service/control-codec.js';
import type { WorkerMethods } from '../lib/service/control-methods.js';
import type { EngineEvent } from '../lib/service/engine-event.js';
import { ManualClock } from '../lib/simulation/manual-clock.js';
import { FakeChannels } from '../lib/testing/fakes/fake-channels.js';
import { FakeDatabases } from '../lib/testing/fakes/fake-databases.js';
import { FakeLocks } from '../lib/testing/fakes/fake-locks.js';
import { until } from '../lib/testing/fakes/fake-page.js';
import { encodePacket } from '../lib/testing/samples/packets.js';
import { type Databases, Gateway } from './gateway.js';

/** How long a call waits for the storage and the lock. */
const WITHIN_MS = 4000;
const OPEN = { name: 'crawl', timestamps: 'ordered', memory: {} };

function setUp(openStorage?: () => Promise<Databases>) {
  const databases = new FakeDatabases();
  const locks = new FakeLocks();
  const clock = new ManualClock();
  const gateway = new Gateway({
    locks: locks.of(Symbol('worker')),
    clock,
    openChannel: new FakeChannels().of(Symbol('worker')),
    openStorage: openStorage ?? (async () => databases),
  });
  return { databases, locks, clock, gateway };
}

function dataPacket(): Uint8Array {
  return encodePacket('a connection', 0, [
    { operation: Operation.Control, number: 0, payload: encodeControl('status', []) },
  ]);
}

/** Calls a method of the worker itself, as the page does. */
function ask<M extends keyof WorkerMethods>(gateway: Gateway, method: M, ...args: Parameters<WorkerMethods[M]>) {
  const worker = {
    control: (packet: Uint8Array) => gateway.control(packet),
    gone: new Promise<never>(() => undefined),
  };
  return callWorker(worker, method, ...args);
}

/** Another tab has the database's lock; the returned function releases it. */
function otherTab(locks: FakeLocks): () => void {
  let release = () => {};
  locks.of(Symbol('another')).request(
    'bigtab:crawl',
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  return () => release();
}

describe('the gateway', () => {
  it('does not create a missing database for a page that had it open', async () => {
    const { databases, gateway, locks } = setUp();
    await expect(ask(gateway, 'open', { ...OPEN, existing: true }, WITHIN_MS)).rejects.toMatchObject({
      code: 'STORAGE_CLEARED',
    });
    expect([databases.engines.length, locks.isHeld('bigtab:crawl')]).toEqual([0, false]);
    databases.names.add('crawl');
    const next = setUp(async () => databases);
    await ask(next.gateway, 'open', { ...OPEN, existing: true }, WITHIN_MS);
    await ask(next.gateway, 'close');
  });

  it('opens the database under its lock and closes it', async () => {
    const { gateway, locks, databases } = setUp();
    await ask(gateway, 'open', OPEN, WITHIN_MS);
    expect(locks.isHeld('bigtab:crawl')).toBe(true);
    expect(databases.engines[0]?.options).toMatchObject({ ...OPEN, memory: { memstore: 64 * 1024 * 1024 } });
    await gateway.call(dataPacket());
    expect(databases.engines[0]?.calls).toEqual(['status']);
    await ask(gateway, 'close');
    await until(() => !locks.isHeld('bigtab:crawl'));
  });

  it.each(['before', 'after'])('passes the events of the engine to a listener added %s it was opened', async (when) => {
    const { gateway, databases } = setUp();
    const seen: EngineEvent[] = [];
    const listen = () => gateway.listen((event) => seen.push(event));
    if (when === 'before') listen();
    await ask(gateway, 'open', OPEN, WITHIN_MS);
    if (when === 'after') listen();
    const event = { type: 'error', error: { code: 'QUOTA_EXCEEDED', message: 'full' } } as const;
    databases.engines[0]?.emit(event);
    expect(seen).toEqual([event]);
  });

  it('is DATABASE_BUSY after 4 s without the lock, and opens for a later caller when the lock is free', async () => {
    const { gateway, locks, clock } = setUp();
    const release = otherTab(locks);
    const outcomes: string[] = [];
    ask(gateway, 'open', OPEN, WITHIN_MS).catch(({ code }) => outcomes.push(code));
    await until(() => locks.waiting('bigtab:crawl') === 1);
    clock.advance(3999);
    await until(() => true);
    expect(outcomes).toEqual([]);
    clock.advance(1);
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual(['DATABASE_BUSY']);
    release();
    await until(() => locks.isHeld('bigtab:crawl') && locks.waiting('bigtab:crawl') === 0);
    expect(await ask(gateway, 'open', OPEN, WITHIN_MS)).toBe(1);
  });

  it('opens once; a caller with other options is refused with the name of the option', async () => {
    const { gateway, databases } = setUp();
    await Promise.all([ask(gateway, 'open', OPEN, WITHIN_MS), ask(gateway, 'open', { name: 'crawl' }, WITHIN_MS)]);
    expect(databases.engines).toHaveLength(1);
    await expect(ask(gateway, 'open', { ...OPEN, memory: { log: 100_000 } }, WITHIN_MS)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { option: 'memory.log', open: 64 * 1024 * 1024, asked: 100_000 },
    });
    const configuration = { 'hbase.column.max.version': '3' };
    await expect(ask(gateway, 'open', { ...OPEN, configuration }, WITHIN_MS)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { option: 'configuration.hbase.column.max.version' },
    });
  });

  it('releases the lock if the database does not open', async () => {
    const { gateway, locks } = setUp(async () => ({
      open: () => Promise.reject(new Error('a defect')),
      remove: async () => undefined,
      list: async () => [],
    }));
    await expect(ask(gateway, 'open', OPEN, WITHIN_MS)).rejects.toThrow('a defect');
    await until(() => !locks.isHeld('bigtab:crawl'));
  });

  it('answers without waiting for the lock if storage does not work', async () => {
    const { gateway, locks } = setUp(() => Promise.reject(storageUnavailable('private-mode', 'no files here')));
    locks.of(Symbol('another')).request('bigtab:crawl', () => new Promise(() => undefined));
    for (const call of [
      () => ask(gateway, 'open', OPEN, WITHIN_MS),
      () => ask(gateway, 'deleteDatabase', 'crawl', WITHIN_MS),
      () => ask(gateway, 'listDatabases', WITHIN_MS),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
        details: { reason: 'private-mode' },
      });
    }
  });

  it('reports no-opfs for a browser whose files cannot be opened', async () => {
    const { gateway } = setUp(async () => ({
      open: () => Promise.reject(new DOMException('Backend does not support this operation', 'NotSupportedError')),
      remove: async () => undefined,
      list: async () => [],
    }));
    await expect(ask(gateway, 'open', OPEN, WITHIN_MS)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'no-opfs' },
    });
  });

  it.each(['constructor', '__proto__', 'toString', 'run', ''])('has no method %j', async (method) => {
    const { gateway } = setUp();
    await expect(ask(gateway, method as 'close')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
  });

  it('checks the name to remove', async () => {
    const { gateway } = setUp();
    await expect(ask(gateway, 'deleteDatabase', '../x', WITHIN_MS)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('refuses packets while no database is open', async () => {
    const { gateway } = setUp();
    await expect(gateway.call(dataPacket())).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });
});
