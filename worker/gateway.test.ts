import { describe, expect, it } from 'vitest';
import { callWorker } from '../lib/client/control-call.js';
import { storageUnavailable } from '../lib/client/platform.js';
import type { WorkerEvent } from '../lib/client/worker-messages.js';
import { Operation } from '../lib/service/client-service.js';
import { encodeControl } from '../lib/service/control-codec.js';
import { RequestPacketWriter } from '../lib/service/packet-codec.js';
import { FakeDatabases } from '../lib/testing/fake-databases.js';
import { FakeLocks } from '../lib/testing/fake-locks.js';
import { until } from '../lib/testing/fake-page.js';
import { ManualClock } from '../lib/testing/manual-clock.js';
import { type Databases, Gateway } from './gateway.js';

const OPEN = { name: 'crawl', timestamps: 'ordered', durability: 'SYNC_WAL', memory: {} };

function setUp(openStorage?: () => Promise<Databases>) {
  const databases = new FakeDatabases();
  const locks = new FakeLocks();
  const clock = new ManualClock();
  const gateway = new Gateway({
    locks: locks.of(Symbol('worker')),
    clock,
    openStorage: openStorage ?? (async () => databases),
  });
  return { databases, locks, clock, gateway };
}

function dataPacket(): Uint8Array {
  const writer = new RequestPacketWriter('a connection');
  writer.add(Operation.Control, 0, encodeControl('status', []));
  return writer.finish();
}

describe('the gateway', () => {
  it('opens the database under its lock and closes it', async () => {
    const { gateway, locks, databases } = setUp();
    await callWorker(gateway, 'open', [OPEN]);
    expect(locks.isHeld('bigtab:crawl')).toBe(true);
    expect(databases.engines[0]?.options).toEqual(OPEN);
    await gateway.call(dataPacket());
    expect(databases.engines[0]?.calls).toEqual(['status']);
    await callWorker(gateway, 'close', []);
    await until(() => !locks.isHeld('bigtab:crawl'));
  });

  it('sends the events of the engine to the port that came with the first packet', async () => {
    const { gateway, databases } = setUp();
    const seen: WorkerEvent[] = [];
    const port = { postMessage: (event: WorkerEvent) => seen.push(event) };
    await callWorker({ call: (packet) => gateway.call(packet, port) }, 'open', [OPEN]);
    const event = { type: 'error', error: { code: 'QUOTA_EXCEEDED', message: 'full' } } as const;
    databases.engines[0]?.emit(event);
    expect(seen).toEqual([event]);
  });

  it('says busy after 4 s without the lock, and goes on waiting', async () => {
    const { gateway, locks, clock } = setUp();
    let release = () => {};
    locks.of(Symbol('another')).request(
      'bigtab:crawl',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const seen: WorkerEvent[] = [];
    const port = { postMessage: (event: WorkerEvent) => seen.push(event) };
    const opening = callWorker({ call: (packet) => gateway.call(packet, port) }, 'open', [OPEN]);
    await until(() => locks.waiting('bigtab:crawl') === 1);
    clock.advance(3999);
    expect(seen).toEqual([]);
    clock.advance(1);
    expect(seen).toEqual([{ type: 'busy' }]);
    release();
    await opening;
  });

  it('lets the lock go when the database does not open', async () => {
    const { gateway, locks } = setUp(async () => ({
      open: () => Promise.reject(new Error('a defect')),
      remove: async () => undefined,
      list: async () => [],
    }));
    await expect(callWorker(gateway, 'open', [OPEN])).rejects.toThrow('a defect');
    await until(() => !locks.isHeld('bigtab:crawl'));
  });

  it('answers where storage does not work, without waiting for the lock', async () => {
    const { gateway, locks } = setUp(() => Promise.reject(storageUnavailable('private-mode', 'no files here')));
    locks.of(Symbol('another')).request('bigtab:crawl', () => new Promise(() => undefined));
    for (const [method, argument] of [
      ['open', OPEN],
      ['deleteDatabase', 'crawl'],
      ['listDatabases', undefined],
    ] as const) {
      await expect(callWorker(gateway, method, [argument])).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
        details: { reason: 'private-mode' },
      });
    }
  });

  it('says no-opfs for a browser whose files cannot be opened', async () => {
    const { gateway } = setUp(async () => ({
      open: () => Promise.reject(new DOMException('Backend does not support this operation', 'NotSupportedError')),
      remove: async () => undefined,
      list: async () => [],
    }));
    await expect(callWorker(gateway, 'open', [OPEN])).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'no-opfs' },
    });
  });

  it.each(['constructor', '__proto__', 'toString', 'run', ''])('has no method %j', async (method) => {
    const { gateway } = setUp();
    await expect(callWorker(gateway, method, [])).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
  });

  it('checks the name that is to be removed', async () => {
    const { gateway } = setUp();
    await expect(callWorker(gateway, 'deleteDatabase', ['../x'])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('refuses packets while no database is open', async () => {
    const { gateway } = setUp();
    await expect(gateway.call(dataPacket())).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });
});
