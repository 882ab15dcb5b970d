import { describe, expect, it } from 'vitest';
import type { Session } from '../../client/calls/session.js';
import type { Connection } from '../../client/connection.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS } from '../../testing/crash/crash-sweep.js';
import { exported, tokenOf } from '../../testing/samples/backups.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

/* What the catalog says about writes is stored after them. */

const names = new Random(1);

async function open(machine: SimMachine): Promise<Connection> {
  return (await openEngine(machine, {}, { random: () => names.next() })).connection;
}

function note(row: string, durability: 'ASYNC_WAL' | 'SYNC_WAL' | 'SKIP_WAL') {
  return { row, cells: { f: { q: row } }, durability };
}

/** A table, in a database whose names no power cut can undo. */
async function begin() {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const connection = await open(machine);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  machine.clock.advance(61_000);
  await settle();
  return { machine, connection, table };
}

async function rowsOf(connection: Connection): Promise<(string | null)[]> {
  return (await connection.getTable('t').getScanner({}).toArray()).map(({ key }) => key);
}

function upgradeOf(connection: Connection) {
  const { session } = connection.getAdmin() as unknown as { readonly session: Session };
  return {
    begin: (version: number) => session.control('alone', 'beginUpgrade', version),
    end: (from: number, version: number) => session.control('change', 'endUpgrade', true, from, version),
  };
}

describe('A version that is stored', () => {
  it.each(['ASYNC_WAL', 'SYNC_WAL', 'SKIP_WAL'] as const)(
    'has the writes of its upgrade, here with %s, whatever a power cut takes',
    async (durability) => {
      const { machine, connection, table } = await begin();
      const upgrade = upgradeOf(connection);
      await upgrade.begin(1);
      await table.put(note('upgraded', durability));
      await upgrade.end(0, 1);
      for (const kind of ['killed', 'torn', 'lost', 'reordered'] as const) {
        const left = await open(machine.image({ ...CRASH_KINDS[kind], seed: 2 }));
        expect(await upgradeOf(left).begin(2), kind).toBe(1);
        expect(await rowsOf(left), kind).toEqual(['upgraded']);
      }
    },
  );
});

describe('An export with a token', () => {
  it('has no write that a crash takes, unless its increments are refused', async () => {
    let exports = 0;
    for (let turns = 0; turns < 40; turns++) {
      const { machine, connection, table } = await begin();
      await table.put(note('first', 'SYNC_WAL'));
      const exporting = exported(connection);
      for (let turn = 0; turn < turns; turn++) await null;
      await table.put(note('meanwhile', 'SKIP_WAL'));
      const text = await exporting;
      await table.put(note('last', 'SYNC_WAL'));
      const left = await open(machine.image({ ...CRASH_KINDS.killed, seed: 2 }));
      if (!text.includes('"row":"meanwhile"')) continue;
      exports++;
      if ((await rowsOf(left)).includes('meanwhile')) continue;
      const increment = exported(left, { since: tokenOf(text) });
      await expect(increment, `${turns} turns`).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
    }
    expect(exports).toBeGreaterThan(10);
  });
});
