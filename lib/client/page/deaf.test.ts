import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseHost } from '../../../worker/gateway.js';
import type { DatabaseOptions } from '../../engine/server/database.js';
import type { Engine } from '../../service/client-service.js';
import { FakePage, type FakeWorker, until } from '../../testing/fakes/fake-page.js';
import { MemoryDatabases } from '../../testing/fakes/memory-databases.js';
import { yieldOnce } from '../../testing/fakes/yield-once.js';
import type { Connection } from '../connection.js';
import { connectOn } from './connect-on.js';
import { registry } from './registry.js';
// Loaded in advance, because loading takes a different time in each run.
import './connection-code.js';

/* Calls that make the worker compute without end. */

/** Databases in memory. A packet that contains the word `poison` sticks the worker that gets it. */
class PoisonedDatabases extends MemoryDatabases {
  override async open(options: DatabaseOptions, host?: DatabaseHost): Promise<Engine> {
    const engine = await super.open(options, host);
    const { service } = engine;
    const { call } = service;
    let stuck = false;
    service.call = (packet) => {
      if (!stuck && new TextDecoder().decode(packet).includes('poison')) {
        stuck = true;
        for (const { workers } of pages) for (const worker of workers) if (!worker.ended) worker.stick();
      }
      return stuck ? new Promise(() => {}) : call.call(service, packet);
    };
    return engine;
  }
}

let pages: FakePage[] = [];
let leading: FakePage;
let leader: Connection;

beforeEach(async () => {
  leading = new FakePage(new PoisonedDatabases());
  pages = [leading];
  leader = await connectOn(leading.platform, 'crawl');
  await leader.ensureTable({ name: 't', families: ['f'] });
});

afterEach(() => {
  for (const page of pages) page.kill();
  registry().clear();
});

/** A connection in another page, which follows. */
async function follow(): Promise<Connection> {
  const page = leading.another();
  pages.push(page);
  const entries = new Map(registry());
  registry().clear();
  try {
    return await connectOn(page.platform, 'crawl');
  } finally {
    registry().clear();
    for (const [name, entry] of entries) registry().set(name, entry);
  }
}

function increment(connection: Connection, row: string): Promise<bigint> {
  return connection.getTable('t').incrementColumnValue(row, 'f', 'n', 1);
}

/** Makes a call again while no leader answers. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if ((error as { code: string }).code !== 'DATABASE_BUSY') throw error;
    }
  }
}

/** Lets time pass until all calls have settled. Returns what they ended with. */
async function outcomes(...calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  let left = calls.length;
  const ends = calls.map(async (call) => {
    try {
      return await call;
    } catch (error) {
      const { code, details } = error as { code: string; details: object };
      return { code, ...details };
    } finally {
      left--;
    }
  });
  for (let passed = 0; left > 0 && passed < 200_000; passed += 250) {
    for (let turn = 0; turn < 10; turn++) await yieldOnce();
    leading.clock.advance(250);
  }
  expect(left).toBe(0);
  return Promise.all(ends);
}

/** Waits until the first worker is stuck. */
async function stuck(): Promise<FakeWorker> {
  const [worker] = leading.workers as [FakeWorker];
  await until(() => worker.stuck);
  return worker;
}

const deaf = (outcome: string) => ({ code: 'WORKER_LOST', reason: 'deaf', outcome });

describe('A call that makes two workers fall silent', () => {
  it('of the leading page rejects, and the calls of all pages go on', async () => {
    const lost: unknown[] = [];
    leader.addEventListener('lost', ({ error }) => lost.push(error));
    const follower = await follow();
    const early = increment(leader, 'a');
    await early;
    const read = leader.getTable('t').get('poison');
    const worker = await stuck();
    const write = increment(leader, 'poison too');
    // The other calls travel in another packet.
    await until(() => worker.unheard > 0);
    const others = [increment(leader, 'a'), insist(() => increment(follower, 'b'))];
    const all = await outcomes(read, write, ...others);
    expect(all).toEqual([deaf('none'), deaf('unknown'), 2n, expect.any(BigInt)]);
    // One for each of the two, and the first one.
    expect([leading.workers.length, lost.length]).toEqual([4, 0]);
    expect(await increment(leader, 'a')).toBe(3n);
    await Promise.all([leader.close(), follower.close()]);
  });

  it('of a page that follows rejects when it is made again, and the calls of other pages go on', async () => {
    const follower = await follow();
    const other = await follow();
    let attempts = 0;
    const poison = insist(() => {
      attempts++;
      return increment(follower, 'poison');
    });
    await stuck();
    const [first, second, third] = await outcomes(
      poison,
      insist(() => increment(other, 'a')),
      increment(leader, 'b'),
    );
    expect([first, second, third]).toEqual([deaf('unknown'), expect.any(BigInt), 1n]);
    expect([attempts > 1, leading.workers.length]).toEqual([true, 3]);
    expect(await increment(follower, 'c')).toBe(1n);
    await Promise.all([leader.close(), follower.close(), other.close()]);
  });

  it('rejects in a page without others, if it was aborted', async () => {
    const controller = new AbortController();
    const scanner = leader.getTable('t').getScanner({ start: 'poison' }, { signal: controller.signal });
    const scan = scanner.next();
    await stuck();
    controller.abort('enough');
    const count = increment(leader, 'a');
    expect(
      await outcomes(
        scan.catch((reason) => reason),
        count,
      ),
    ).toEqual(['enough', 1n]);
    expect(leading.workers).toHaveLength(3);
    await leader.close();
  });
});
