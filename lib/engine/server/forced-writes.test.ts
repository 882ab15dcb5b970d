import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const MEMORY = { logSegment: 16 * 1024 };

async function open(machine: SimMachine) {
  const { connection } = await openEngine(machine, { memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await settle();
  const force = (row: string) =>
    table.put(new Put(row).addColumn('f', 'q', 'x'.repeat(2_000)).setDurability('FSYNC_WAL'));
  const rows = async () => (await table.getScanner({}).toArray()).length;
  return { connection, admin: connection.getAdmin(), force, rows };
}

/** The number of rows after a power cut that loses everything it can. */
async function rowsAfterPowerCut(machine: SimMachine): Promise<number> {
  const image = machine.image({ kind: 'power-cut', seed: 1, unflushed: 'drop', names: 'undo' });
  return (await open(image)).rows();
}

describe('A forced write while powerSafe is true survives a power cut', () => {
  it('under load: the log does not continue in young files', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, force } = await open(machine);
    machine.clock.advance(3_600_000);
    await settle();
    for (let row = 0; row < 100; row++) {
      await force(`r${row}`);
      machine.clock.advance(10);
      await settle();
      expect((await connection.status()).powerSafe).toBe(true);
    }
    expect(await rowsAfterPowerCut(machine)).toBe(100);
  });

  it('directly after an open, if the one before was more than a minute ago', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const first = await open(machine);
    await first.force('a');
    machine.clock.advance(61_000);
    await settle();
    await first.connection.close();
    const next = machine.image({ kind: 'process-death', seed: 2 });
    const second = await open(next);
    expect((await second.connection.status()).powerSafe).toBe(true);
    await second.force('b');
    expect(await rowsAfterPowerCut(next)).toBe(2);
    // The spares that were not needed are removed.
    const third = next.image({ kind: 'process-death', seed: 3 });
    third.clock.advance(61_000);
    expect(await (await open(third)).rows()).toBe(2);
  });
});
