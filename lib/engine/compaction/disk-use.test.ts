import { expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const MIB = 1 << 20;
const PLATFORM = { reserveBytes: 4 * MIB, obsoleteLimit: 64 * MIB };

async function wait({ clock }: SimMachine, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    for (let round = 0; round < 3; round++) await settle();
  }
}

/** The bytes of all files without the reserve, which always has the same size. */
function bytesOf({ files }: SimMachine): number {
  const counted = files.paths().filter((path) => !path.startsWith('reserve-'));
  return counted.reduce((sum, path) => sum + files.bytesOf(path).length, 0);
}

it.each([
  ['if everything was flushed in the pause', 0],
  ['if the last rows were too few to be flushed in a pause', 100],
])(
  'Less than two minutes after the last write, and after the next open, the files take little more than the live store files, %s',
  async (_, rowsLeft) => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection } = await openEngine(machine, {}, PLATFORM);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    // At a whole minute, the database is busy.
    await wait(machine, 58);
    for (let batch = 0; batch < 60; batch++) {
      const puts = Array.from({ length: 500 }, (_, row) =>
        new Put(`row${batch}-${row}`).addColumn('f', 'q', `${row}`.repeat(100)),
      );
      await table.put(puts);
      machine.clock.advance(50);
    }
    await wait(machine, 10);
    const left = Array.from({ length: rowsLeft }, (_, row) => new Put(`last${row}`).addColumn('f', 'q', 'v'));
    if (rowsLeft > 0) await table.put(left);
    await wait(machine, 110);
    const live = (await connection.status()).storeFiles.bytes;
    expect(live).toBeGreaterThan(4 * MIB);
    expect(bytesOf(machine)).toBeLessThan(1.05 * live);
    await connection.close();
    const next = machine.image({ kind: 'process-death', seed: 2 });
    const again = await openEngine(next, {}, PLATFORM);
    await wait(next, 110);
    expect((await again.connection.status()).storeFiles.bytes).toBe(live);
    expect(bytesOf(next)).toBeLessThan(1.05 * live);
  },
  60_000,
);
