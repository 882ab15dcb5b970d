import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

async function open(machine: SimMachine) {
  const { connection } = await openEngine(machine);
  const problems = async () => (await connection.status()).lastRecovery.problems.join('\n');
  return { connection, admin: connection.getAdmin(), problems };
}

/** What a process leaves behind if it dies with a finished file before the commit that lists it. */
async function died(machine: SimMachine, finish: () => Promise<void>, path: string): Promise<SimMachine> {
  const left = machine.image({ kind: 'process-death', seed: 2 });
  await finish();
  left.files.setBytes(path, machine.files.bytesOf(path));
  return left;
}

async function twoMinutes(machine: SimMachine): Promise<void> {
  for (let minute = 0; minute < 2; minute++) {
    machine.clock.advance(61_000);
    await settle();
  }
}

function flip(machine: SimMachine, path: string, at: number): void {
  const bytes = machine.files.bytesOf(path);
  bytes[at] = (bytes[at] as number) ^ 1;
  machine.files.setBytes(path, bytes);
}

describe('The output of a flush that was not committed', () => {
  async function sample(): Promise<SimMachine> {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, admin } = await open(machine);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    for (const row of ['a', 'b', 'c'])
      await table.put(new Put(row).addColumn('f', 'q', 'v'.repeat(500)).setDurability('FSYNC_WAL'));
    return died(machine, () => admin.flush('t'), 'data/1-1');
  }

  it('is removed while the log is whole', async () => {
    const machine = await sample();
    const { problems } = await open(machine);
    expect(await problems()).toBe('');
    await twoMinutes(machine);
    expect(machine.files.paths()).not.toContain('data/1-1');
  });

  it('is kept and reported if the log is damaged: it may be the only copy', async () => {
    const machine = await sample();
    // The record of row a.
    flip(machine, 'wal/1-1', 900);
    const { problems } = await open(machine);
    expect(await problems()).toMatch(
      /data\/1-1 is not listed in the catalog and was not changed, because it may contain/,
    );
    await twoMinutes(machine);
    expect(machine.files.paths()).toContain('data/1-1');
  });
});

describe('The output of a compaction that was not committed', () => {
  it('is kept and reported if an input cannot be read', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, admin } = await open(machine);
    await connection.ensureTable({ name: 't', families: ['f'] });
    for (const row of ['a', 'b']) {
      await connection.getTable('t').put(new Put(row).addColumn('f', 'q', 'v'));
      await admin.flush('t');
    }
    machine.clock.advance(61_000);
    await settle();
    await connection.getTable('t').put(new Put('c').addColumn('f', 'q', 'v'));
    await admin.flush('t');
    const left = await died(machine, () => admin.majorCompact('t'), 'data/1-4');
    left.files.setBytes('data/1-1', new Uint8Array(10));
    const { problems } = await open(left);
    expect(await problems()).toContain('data/1-4 is not listed in the catalog and was not changed');
    await twoMinutes(left);
    expect(left.files.paths()).toContain('data/1-4');
  });
});
