import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS } from '../../testing/crash/crash-sweep.js';
import { openEngine } from '../../testing/samples/engine.js';

/*
 * The process ends in each operation on files and catalog while an index is built beside writes, and after that. The index
 * then has the rows that a scan of all rows finds.
 */

const PLAIN = { name: 't', families: ['e'] };
const INDEXED = { ...PLAIN, indexes: { byType: { on: 'e:type' }, byTag: { qualifiersOf: 'e' } } };

let base: SimMachine;

beforeAll(async () => {
  const machine = new SimMachine({ seed: 5, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  const table = await connection.ensureTable(PLAIN);
  for (const row of ['1', '2', '3', '4']) await table.put(note(row, 'old'));
  await connection.getAdmin().flush('t');
  await connection.close();
  base = machine.image({ kind: 'process-death', seed: 6 });
});

function note(row: string, type: string) {
  return { row, cells: { e: { type } } };
}

async function work(machine: SimMachine): Promise<void> {
  const { connection } = await openEngine(machine);
  const admin = connection.getAdmin();
  const table = connection.getTable('t');
  const built = connection.ensureTable(INDEXED);
  // The process may end before it is awaited.
  built.catch(() => {});
  await table.put(note('2', 'new'));
  await built;
  await table.put([note('5', 'new'), note('1', 'new')]);
  await table.delete({ row: '3' });
  await admin.flush('t');
  await table.put(note('2', 'old'));
  await admin.majorCompact('t');
  await connection.close();
}

async function check(connection: Connection, where: string): Promise<void> {
  await connection.ensureTable(INDEXED);
  const table = connection.getTable('t');
  const all = await table.getScanner().toArray();
  for (const type of ['old', 'new']) {
    const found = await table.getScanner({ index: 'byType', equals: type }).toArray();
    const due = all.filter((row) => row.getText('e', 'type') === type);
    expect(
      found.map(({ key }) => key),
      `${where}: ${type}`,
    ).toEqual(due.map(({ key }) => key));
  }
  const tagged = await table.getScanner({ index: 'byTag', equals: 'type' }).toArray();
  expect(
    tagged.map(({ key }) => key),
    `${where}: tags`,
  ).toEqual(all.map(({ key }) => key));
}

describe('An index', () => {
  it('has the rows of its table after a crash in any operation', async () => {
    const counted = base.image({ kind: 'process-death', seed: 7 });
    await work(counted);
    const last = counted.counter.count;
    expect(last).toBeGreaterThan(20);
    for (let stopAt = 1; stopAt <= last; stopAt++) {
      const machine = base.image({ kind: 'process-death', seed: 7, stopAt });
      await Promise.race([work(machine).catch(() => {}), machine.counter.whenStopped]);
      for (const [kind, how] of Object.entries(CRASH_KINDS)) {
        const { connection } = await openEngine(machine.image({ ...how, seed: stopAt }));
        await check(connection, `${stopAt} of ${last}, ${machine.counter.log.at(-1)}, ${kind}`);
        await connection.close();
      }
    }
  }, 60_000);
});
