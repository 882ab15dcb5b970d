import { describe, expect, it } from 'vitest';
import type { Database } from '../../engine/server/database.js';
import { connectTo, copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { deferred } from '../calls/deferred.js';
import type { EngineState } from '../calls/transport.js';
import { Connection } from '../connection.js';
import type { Upgrade, UpgradeSignal } from './upgrade.js';
import { type RunUserFunctions, readUserFunctions } from './user-functions.js';

/** A connection whose engine is replaced by another one during its upgrade to version 2, and what its function sees. */
async function bench() {
  const medium = memoryMedium();
  let { database } = await openEngine(medium);
  let tell: (state: EngineState) => void = () => {};
  const connection = new Connection({
    name: 'test',
    id: '0/upgrading',
    transport: {
      call: (packet) => database.service.call(packet),
      onEvent: () => () => {},
      onEngine: (listener) => {
        tell = listener;
      },
      onLost: () => {},
      close: async () => {},
    },
    clock: medium.clock,
    yielder: () => Promise.resolve(),
  });
  const started = deferred<UpgradeSignal>();
  const gate = deferred<void>();
  const upgrade: Upgrade = async (upgrading, _old, signal) => {
    started.resolve(signal);
    await gate.promise;
    await upgrading.ensureTable({ name: 't', families: ['f'] });
  };
  const run = readUserFunctions({ version: 2, upgrade }) as RunUserFunctions;
  const result = run(connection);
  const signal = await started.promise;
  const next = copyOf(medium);
  return {
    signal,
    gate,
    result,
    next,
    /** Opens the engine that replaces the first one. */
    replace: async (): Promise<Database> => {
      tell('away');
      database = (await openEngine(next)).database;
      return database;
    },
    renewed: () => tell('renewed'),
  };
}

/** Runs an upgrade to version 2 without a function. */
function upgradeOf(database: Database, { clock }: MemoryMedium): Promise<unknown> {
  return (readUserFunctions({ version: 2 }) as RunUserFunctions)(connectTo(database, clock));
}

describe('an upgrade whose engine is replaced', () => {
  it('goes on at the next engine, and others wait for it', async () => {
    const { gate, next, renewed, replace, result, signal } = await bench();
    const database = await replace();
    renewed();
    await connectTo(database, next.clock).status();
    let waits = true;
    const other = upgradeOf(database, next).then(() => {
      waits = false;
    });
    await connectTo(database, next.clock).status();
    expect([signal.aborted, waits]).toEqual([false, true]);
    gate.resolve();
    expect(await result).toBeNull();
    await other;
    expect([database.engine.commit.image.database.version, [...database.engine.regions.keys()]]).toEqual([2, ['t']]);
  });

  it('is aborted and fails if another one has begun there', async () => {
    const { next, renewed, replace, result, signal } = await bench();
    const database = await replace();
    const other = upgradeOf(database, next);
    await settle();
    next.clock.advance(1_000);
    await other;
    renewed();
    const refused = { code: 'INVALID_OPERATION', message: expect.stringContaining('version 0 to 2 was interrupted') };
    expect(await result).toEqual({ error: expect.objectContaining(refused) });
    expect(signal.reason).toMatchObject(refused);
  });
});
