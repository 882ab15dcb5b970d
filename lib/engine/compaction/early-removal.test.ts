import { describe, expect, it } from 'vitest';
import type { Durability } from '../../model/durability.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const KIB = 1024;
const MIB = 1024 * KIB;
/** A sixteenth of the defaults. */
const MEMORY = { flushSize: MIB, log: 4 * MIB, logSegment: MIB / 2, memstore: 4 * MIB, memstoreLimit: 6 * MIB };
const OBSOLETE_LIMIT = 4 * MIB;
const QUOTA = 16 * MIB;
const ROWS = 4;
const VALUE = 'x'.repeat(16 * KIB);

async function bench(
  machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }),
  obsoleteLimit = OBSOLETE_LIMIT,
) {
  const { connection, database } = await openEngine(
    machine,
    { memory: MEMORY },
    { reserveBytes: 64 * KIB, obsoleteLimit },
  );
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const model = new Map<string, string>();
  return { machine, clock: machine.clock, files: machine.files, connection, database, table, model };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** Advances the clock in small steps, so that timers and what they start can run. */
async function pass({ clock }: Bench, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    clock.advance(Math.min(left, 1_000));
    for (let round = 0; round < 3; round++) await settle();
  }
}

/** Overwrites the same rows. Throws if a write has to wait. */
async function overwrite(made: Bench, writes: number, durability: Durability = 'SYNC_WAL'): Promise<void> {
  const { table, model, clock } = made;
  for (let write = 0; write < writes; write++) {
    const row = `r${write % ROWS}`;
    const value = `${clock.now()}-${write}-${VALUE}`;
    await atOnce(table.put(new Put(row).addColumn('f', 'q', value).setDurability(durability)));
    model.set(row, value);
    // About 0.5 MB in a second.
    if (write % 4 === 3) await pass(made, 125);
  }
}

async function atOnce<T>(call: Promise<T>): Promise<T> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  call.then(end, end);
  for (let round = 0; round < 100 && !ended; round++) await settle();
  if (!ended) throw new Error('a write waits');
  return call;
}

async function rows({ table }: Bench): Promise<Map<string, string>> {
  const found = await table.getScanner({}).toArray();
  return new Map(
    found.map((result) => [new TextDecoder().decode(result.row as Uint8Array), `${result.getText('f', 'q')}`]),
  );
}

/** A database whose spares have old names. */
async function withOldSpares(): Promise<Bench> {
  const made = await bench();
  await overwrite(made, ROWS);
  await made.connection.getAdmin().flush('t');
  await pass(made, 80_000);
  expect((await made.connection.status()).storeFiles.spare).toEqual({ count: 8, old: 8 });
  await made.connection.getAdmin().flush('t');
  return made;
}

/** What a new process finds after a power cut that undoes everything that it may undo. */
function afterPowerCut({ machine }: Bench, seed: number): SimMachine {
  return machine.image({ kind: 'power-cut', names: 'undo', unflushed: 'drop', seed });
}

describe('Obsolete files that take much room', () => {
  it('never stop a database that overwrites a few rows on a small device', async () => {
    const made = await withOldSpares();
    made.files.setQuota(QUOTA);
    // More than twice the quota, in 80 s: in the first minute, only the spares that exist have old names.
    await overwrite(made, 2560);
    expect(await rows(made)).toEqual(made.model);
    expect((await made.connection.status()).storeFiles.obsolete.bytes).toBeLessThan(2 * OBSOLETE_LIMIT);
  });

  it('are removed early only if a power cut that undoes every young name loses nothing', async () => {
    const made = await withOldSpares();
    let early = 0;
    for (let round = 0; round < 12; round++) {
      const before = made.files.paths();
      await overwrite(made, 60);
      await overwrite(made, ROWS, 'FSYNC_WAL');
      early += before.filter((path) => /^(data|wal)/.test(path) && !made.files.paths().includes(path)).length;
      if (!(await made.connection.status()).powerSafe) continue;
      const again = await bench(afterPowerCut(made, round));
      expect(await rows(again)).toEqual(made.model);
      expect((await again.connection.status()).lastRecovery.problems.join()).not.toContain('lost');
      again.machine.counter.stop();
    }
    // All of this happens within a minute, in which nothing becomes due.
    expect(early).toBeGreaterThan(10);
  });

  it('stay for a minute if no spare has an old name: writes wait only when the device is full', async () => {
    const made = await bench();
    const all = new Set<string>();
    const addAll = (): void => {
      for (const path of made.files.paths()) if (/^(data|wal)/.test(path)) all.add(path);
    };
    for (let second = 0; second < 40; second++) {
      await overwrite(made, 32);
      addAll();
    }
    const { storeFiles } = await made.connection.status();
    expect(storeFiles.obsolete.bytes).toBeGreaterThan(2 * OBSOLETE_LIMIT);
    expect(made.files.paths().filter((path) => all.has(path)).length).toBe(all.size);
    made.files.setQuota(made.files.usedBytes);
    await expect(overwrite(made, 200)).rejects.toThrow('a write waits');
    await pass(made, 30_000);
    await overwrite(made, 4);
  });
});

describe('Spare store files', () => {
  it('are used by the next owner, however the last one ended', async () => {
    const made = await withOldSpares();
    const spares = made.database.engine.spareFiles.list.map(({ path }) => path);
    for (const next of [made.machine.image({ kind: 'process-death', seed: 2 }), afterPowerCut(made, 3)]) {
      const again = await bench(next);
      expect(again.database.engine.spareFiles.list.map(({ path }) => path)).toEqual(spares);
      const { storeFiles, lastRecovery } = await again.connection.status();
      expect([storeFiles.spare, lastRecovery.problems]).toEqual([{ count: 8, old: 8 }, []]);
      // The output replaces the file that the first owner wrote.
      const { number } = again.database.engine.regions.get('t')?.stores[0]?.files[0]?.record ?? {};
      await overwrite(again, 400);
      expect(again.files.paths()).not.toContain(`data/1-${number}`);
    }
  }, 60_000);

  it('are no loss if they are missing, and an output that was not committed is removed', async () => {
    const made = await withOldSpares();
    const [missing, written] = made.database.engine.spareFiles.list.map(({ path }) => path) as [string, string];
    const next = made.machine.image({ kind: 'process-death', seed: 2 });
    next.files.takeAway(missing);
    next.files.setBytes(written, new Uint8Array(100));
    const again = await bench(next);
    const { storeFiles, lastRecovery } = await again.connection.status();
    expect([storeFiles.spare, lastRecovery.problems]).toEqual([{ count: 6, old: 6 }, []]);
    expect(await rows(again)).toEqual(made.model);
    await pass(again, 70_000);
    expect(again.files.paths()).not.toContain(written);
  });

  it('are neither created nor used where obsolete files are never removed early', async () => {
    const made = await bench(undefined, Number.POSITIVE_INFINITY);
    await overwrite(made, ROWS);
    await made.connection.getAdmin().flush('t');
    await pass(made, 62_000);
    expect((await made.connection.status()).storeFiles.spare).toEqual({ count: 0, old: 0 });
  });
});
