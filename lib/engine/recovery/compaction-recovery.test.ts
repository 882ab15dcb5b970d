import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) })) {
  const { connection, database } = await openEngine(machine);
  const admin = connection.getAdmin();
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 9 }] });
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { machine, clock: machine.clock, connection, database, admin, table, files };
}

type Bench = Awaited<ReturnType<typeof bench>>;

async function put({ table }: Bench, value: string): Promise<void> {
  await table.put(new Put('r').addColumn('f', 'q', value));
}

async function flushed(made: Bench, ...values: string[]): Promise<void> {
  for (const value of values) {
    await put(made, value);
    await made.admin.flush('t');
    made.clock.advance(1);
  }
}

/** Values and markers, newest first. */
async function raw({ table }: Bench): Promise<string> {
  const results = await table.getScanner(new Scan().setRaw(true).readAllVersions()).toArray();
  const cells = results.flatMap((result) => result.cells);
  return cells.map(({ type, value }) => (type === 'Put' ? new TextDecoder().decode(value) : '-')).join('');
}

/** Advances the clock without automatic compactions. */
async function aMinuteLater({ admin, clock }: Bench): Promise<void> {
  await admin.compactionSwitch(false);
  for (let round = 0; round < 3; round++) {
    clock.advance(61_000);
    for (let turn = 0; turn < 10; turn++) await settle();
  }
}

/** Three files and a compaction of all: 1-1 … 1-3 are obsolete, 1-4 replaced them. */
async function compacted(): Promise<Bench> {
  const made = await bench();
  await flushed(made, 'a', 'b');
  await made.table.delete(new Delete('r').addColumns('f', 'q', made.clock.now() - 1));
  await flushed(made, 'c');
  await made.admin.majorCompact('t');
  return made;
}

describe('A power cut that undoes the name of a compaction’s output', () => {
  it('goes back to the inputs, which are then kept', async () => {
    const made = await compacted();
    expect(await raw(made)).toBe('c');
    await put(made, 'd');
    const lost = made.machine.image({ kind: 'process-death', seed: 2 });
    lost.files.takeAway('data/1-4');
    const again = await bench(lost);
    expect((await again.connection.status()).lastRecovery.problems.join()).toContain('before a flush or compaction');
    expect(await raw(again)).toBe('dc-ba');
    await aMinuteLater(again);
    expect(again.files()).toEqual(expect.arrayContaining(['data/1-1', 'data/1-2', 'data/1-3']));
    const third = await bench(again.machine.image({ kind: 'process-death', seed: 3 }));
    expect(await raw(third)).toBe('dc-ba');
    expect((await third.connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('also goes back over a flush after it', async () => {
    const made = await compacted();
    await flushed(made, 'd');
    await put(made, 'e');
    const images = [['data/1-4'], ['data/1-4', 'data/1-5']].map((gone) => {
      const lost = made.machine.image({ kind: 'process-death', seed: 2 });
      for (const path of gone) lost.files.takeAway(path);
      return lost;
    });
    for (const lost of images) {
      const again = await bench(lost);
      expect(await raw(again)).toBe('edc-ba');
      await aMinuteLater(again);
      expect(again.files().length).toBe((await again.connection.status()).storeFiles.count);
      const third = await bench(again.machine.image({ kind: 'process-death', seed: 3 }));
      expect(await raw(third)).toBe('edc-ba');
      expect((await third.connection.status()).lastRecovery.problems).toEqual([]);
    }
  });

  it('goes back over two compactions, and to the first if only the second is lost', async () => {
    const made = await compacted();
    await flushed(made, 'd');
    await made.admin.majorCompact('t');
    for (const [gone, left] of [
      [['data/1-6'], 'dc'],
      [['data/1-6', 'data/1-4'], 'dc-ba'],
    ] as const) {
      const lost = made.machine.image({ kind: 'process-death', seed: 2 });
      for (const path of gone) lost.files.takeAway(path);
      expect(await raw(await bench(lost))).toBe(left);
    }
  });

  it('is handled if recovery crashes a second time: the third open still goes back', async () => {
    const made = await compacted();
    await put(made, 'd');
    const lost = made.machine.image({ kind: 'process-death', seed: 2 });
    lost.files.takeAway('data/1-4');
    for (let stopAt = 1; ; stopAt++) {
      const second = lost.image({ kind: 'process-death', seed: stopAt, stopAt });
      const opened = openEngine(second).then(
        () => true,
        () => true,
      );
      await Promise.race([opened, second.counter.whenStopped]);
      const third = await bench(second.image({ kind: 'process-death', seed: 9 }));
      expect(await raw(third), `stopped at ${stopAt}`).toBe('dc-ba');
      if (!second.counter.stopped) break;
    }
  });

  it('does not matter a minute later: then the inputs may be removed, and a damaged output is CORRUPTION', async () => {
    const made = await compacted();
    await aMinuteLater(made);
    expect(made.files()).toEqual(['data/1-4']);
    const lost = made.machine.image({ kind: 'process-death', seed: 2 });
    lost.files.takeAway('data/1-4');
    await expect(raw(await bench(lost))).rejects.toMatchObject({ code: 'CORRUPTION' });
  });
});

it('A power cut that restores the inputs of a compaction soon after their removal has them removed again', async () => {
  const made = await compacted();
  await made.admin.compactionSwitch(false);
  while (made.files().length > 1) {
    made.clock.advance(10_000);
    for (let turn = 0; turn < 10; turn++) await settle();
  }
  await made.connection.ensureTable({ name: 'u', families: ['f'] });
  const again = await bench(made.machine.image({ kind: 'power-cut', seed: 2, names: 'undo' }));
  expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  expect(await raw(again)).toBe('c');
  await aMinuteLater(again);
  expect(again.files()).toEqual(['data/1-4']);
});

describe('A crash during a compaction', () => {
  it('at any operation leaves the state before or after it, and no superfluous file', async () => {
    const before = await bench();
    await flushed(before, 'a', 'b');
    await before.table.delete(new Delete('r').addColumns('f', 'q', before.clock.now() - 1));
    await flushed(before, 'c');
    await put(before, 'd');
    const image = before.machine.image({ kind: 'process-death', seed: 2 });
    const states = new Set<string>();
    for (let stopAt = 1; ; stopAt++) {
      const first = image.image({ kind: 'process-death', seed: stopAt, stopAt });
      const work = bench(first)
        .then((made) => made.admin.majorCompact('t'))
        .catch(() => {});
      await Promise.race([work, first.counter.whenStopped]);
      const again = await bench(first.image({ kind: 'process-death', seed: 3 }));
      expect((await again.connection.status()).lastRecovery.problems, `stopped at ${stopAt}`).toEqual([]);
      states.add(await raw(again));
      await aMinuteLater(again);
      const { storeFiles } = await again.connection.status();
      expect(again.files().length, `stopped at ${stopAt}`).toBe(storeFiles.count);
      if (!first.counter.stopped) break;
    }
    expect([...states]).toEqual(['dc-ba', 'dc']);
  });
});
