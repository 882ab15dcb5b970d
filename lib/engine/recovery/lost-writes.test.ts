import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS } from '../../testing/crash/crash-sweep.js';
import { exported, tokenOf } from '../../testing/samples/backups.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

/*
 * Recovery finds that writes are lost, and ends in each of its operations. Whatever the next open finds, it knows that
 * they are lost: increments of exports that have them are refused, and indexes have all rows.
 */

const MEMORY = { logSegment: 16 * 1024 };
const INDEXED = { name: 't', families: ['e'], indexes: { byType: { on: 'e:type' } } };

/** Each database has its own name in tokens. */
const names = new Random(1);

async function open(machine: SimMachine): Promise<Connection> {
  const { connection } = await openEngine(machine, { memory: MEMORY }, { random: () => names.next() });
  return connection;
}

function note(row: string, type: string, timestamp: number): Put {
  return new Put(row).addColumn('e', 'type', timestamp, new TextEncoder().encode(type));
}

const large = (row: string): Put => new Put(row).addColumn('e', 'text', 'x'.repeat(9_000));

/** The rest of a database, and the token of an export that has a write that is lost, if there is one. */
interface Left {
  readonly machine: SimMachine;
  readonly token: string | null;
}

/** A power cut undoes the name of the segment that was written, here the first one or the successor of a sealed one. */
async function withoutNewest(sealed: boolean): Promise<Left> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const connection = await open(machine);
  const table = await connection.ensureTable(INDEXED);
  if (sealed) {
    for (const row of ['y', 'z']) await table.put(large(row));
    machine.clock.advance(61_000);
    await settle();
    for (let row = 0; row < 7; row++) await table.put(large(`z${row}`));
    await settle();
  }
  await table.put(note('r', 'a', 10));
  const token = tokenOf(await exported(connection));
  return { machine: machine.image({ kind: 'power-cut', seed: 2, unflushed: 'keep', names: 'undo' }), token };
}

/** The log has a put of b, and in the next segment a newer put of b, which changed no entry. The first segment is lost. */
async function withoutOlder(): Promise<Left> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const connection = await open(machine);
  const table = await connection.ensureTable(INDEXED);
  await table.put(note('r', 'a', 10));
  await connection.getAdmin().flush('t');
  await table.put(note('r', 'b', 20));
  for (const row of ['y', 'z']) await table.put(large(row));
  await settle();
  await table.put(note('r', 'b', 30));
  const left = machine.image({ kind: 'process-death', seed: 2 });
  await left.files.remove('wal/1-1');
  machine.clock.advance(61_000);
  return { machine: left, token: null };
}

/** Opens the database, and ends the process in operation `stopAt`; returns whether it reached it. */
async function crashed(machine: SimMachine): Promise<boolean> {
  await Promise.race([open(machine).catch(() => {}), machine.counter.whenStopped]);
  const { stopped } = machine.counter;
  machine.counter.stop();
  return stopped;
}

async function check(machine: SimMachine, token: string | null): Promise<void> {
  const connection = await open(machine);
  const table = await connection.ensureTable(INDEXED);
  const all = await table.getScanner({}).toArray();
  for (const type of ['a', 'b']) {
    const found = await table.getScanner({ index: 'byType', equals: type }).toArray();
    const due = all.filter((row) => row.getText('e', 'type') === type);
    expect(found.map(({ key }) => key)).toEqual(due.map(({ key }) => key));
  }
  // The ids of new writes pass those of the lost ones.
  for (let row = 0; row < 20; row++) await table.put(note('later', 'c', row + 1));
  if (token !== null)
    await expect(exported(connection, { since: token })).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
  await connection.close();
}

describe('Writes that a power cut has lost', () => {
  it.each([
    ['with the first segment of the log', () => withoutNewest(false)],
    ['with the segment after a sealed one', () => withoutNewest(true)],
    ['with a segment in the middle', withoutOlder],
  ])(
    '%s are known to be lost, in whichever operation recovery ends',
    async (_, make) => {
      const { machine, token } = await make();
      let last = 0;
      for (let stopAt = 1, isLast = false; !isLast; stopAt++) {
        const stopping = machine.image({ kind: 'process-death', seed: 3, stopAt });
        isLast = !(await crashed(stopping));
        last = stopAt;
        for (const [kind, how] of Object.entries(CRASH_KINDS)) {
          await check(stopping.image({ ...how, seed: stopAt }), token).catch((cause) => {
            throw new Error(`stopped at ${stopAt} (${stopping.counter.log.at(-1)}), ${kind}`, { cause });
          });
        }
      }
      expect(last).toBeGreaterThan(10);
    },
    120_000,
  );
});
