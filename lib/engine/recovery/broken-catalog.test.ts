import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { openEngine } from '../../testing/samples/engine.js';

async function open(machine: SimMachine) {
  const { connection } = await openEngine(machine);
  const rows = async (name = 't') => (await connection.getTable(name).getScanner({}).toArray()).length;
  const put = (row: string) => connection.getTable('t').put({ row, cells: { f: { q: 'v' } } });
  return { connection, admin: connection.getAdmin(), rows, put };
}

/** What a process left behind: a row in a store file and one in the log. */
async function used(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection, admin, put } = await open(machine);
  await connection.ensureTable({ name: 't', families: ['f'] });
  await put('a');
  await admin.flush('t');
  await put('b');
  return machine.image({ kind: 'process-death', seed: 2 });
}

const died = (machine: SimMachine, seed = 3): SimMachine => machine.image({ kind: 'process-death', seed });

describe('A catalog that cannot be opened', () => {
  it('is deleted and written again from the mirror', async () => {
    const machine = await used();
    machine.catalog.breakDown({ repairable: true });
    const { connection, rows } = await open(machine);
    const status = await connection.status();
    expect(status).toMatchObject({ state: 'open', stateReason: null, origin: 'recovered' });
    expect(status.lastRecovery.problems).toEqual([expect.stringContaining('restored from its mirror')]);
    expect(await rows()).toBe(2);
    expect(machine.catalog.current?.database.generation).toBeGreaterThanOrEqual(status.generation);
    expect((await (await open(died(machine))).connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('and cannot be deleted either leaves a database that is degraded and keeps everything, also schema changes', async () => {
    let machine = await used();
    machine.catalog.breakDown();
    for (let round = 0; round < 4; round++) {
      const { connection, admin, rows, put } = await open(machine);
      const status = await connection.status();
      expect(status).toMatchObject({ state: 'degraded', stateReason: expect.stringContaining('backing store') });
      expect(status.lastRecovery.problems.join()).toContain('IndexedDB cannot be used');
      expect(await rows()).toBe(2 + 2 * round);
      await put(`flushed ${round}`);
      await admin.flush('t');
      await put(`logged ${round}`);
      await connection.ensureTable({ name: `u${round}`, families: ['f'] });
      if (round > 0) {
        await admin.disableTable(`u${round - 1}`);
        await admin.deleteTable(`u${round - 1}`);
      }
      expect(await admin.listTableNames()).toEqual(['t', `u${round}`]);
      machine = died(machine, round);
    }
    machine.catalog.heal();
    const { connection, admin, rows } = await open(machine);
    expect(await connection.status()).toMatchObject({ state: 'open' });
    expect([await rows(), await admin.listTableNames()]).toEqual([10, ['t', 'u3']]);
    expect(machine.catalog.current?.tables.map(({ name }) => name)).toEqual(['t', 'u3']);
  });

  it('is not power-safe before the name of the mirror is a minute old, and loses nothing in a power cut then', async () => {
    const machine = await used();
    machine.catalog.breakDown();
    const { connection } = await open(machine);
    await passSeconds(machine.clock, 59);
    expect((await connection.status()).powerSafe).toBe(false);
    await passSeconds(machine.clock, 2);
    expect((await connection.status()).powerSafe).toBe(true);
    const forced = new Put('c').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL');
    await connection.getTable('t').put(forced);
    await connection.ensureTable({ name: 'u', families: ['f'] });
    const cut = machine.image({ kind: 'power-cut', seed: 4, unflushed: 'drop', names: 'undo' });
    const again = await open(cut);
    expect([await again.rows(), await again.rows('u')]).toEqual([3, 0]);
  });

  it('is not needed for the fence: a second worker cannot open the mirror', async () => {
    const machine = await used();
    machine.catalog.breakDown();
    await open(machine);
    await expect(open(machine)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  });
});

describe('A catalog that breaks down while the database is open', () => {
  it('makes it degraded with the next commit, which succeeds; a commit a minute later writes the catalog again', async () => {
    const machine = await used();
    const { connection, admin, put } = await open(machine);
    machine.catalog.breakDown();
    machine.catalog.end();
    await passSeconds(machine.clock, 5);
    await put('c');
    await admin.flush('t');
    expect((await connection.status()).state).toBe('degraded');
    await connection.ensureTable({ name: 'u', families: ['f'] });
    const again = await open(died(machine));
    expect([await again.rows(), await again.rows('u')]).toEqual([3, 0]);
    machine.catalog.heal();
    await passSeconds(machine.clock, 61);
    await put('d');
    await admin.flush('t');
    const { state, generation } = await connection.status();
    expect([state, machine.catalog.current?.database.generation]).toEqual(['open', generation]);
    await connection.close();
    expect(await (await open(died(machine))).rows()).toBe(4);
  });
});

describe('A database that is degraded and idle', () => {
  it('tries the catalog again each minute, and is open when it works, without a commit', async () => {
    const machine = await used();
    const { connection, admin } = await open(machine);
    machine.catalog.breakDown();
    await admin.flush('t');
    await passSeconds(machine.clock, 200);
    expect((await connection.status()).state).toBe('degraded');
    machine.catalog.heal();
    await passSeconds(machine.clock, 61);
    const { state, generation } = await connection.status();
    expect([state, machine.catalog.current?.database.generation]).toEqual(['open', generation]);
    await connection.close();
    await passSeconds(machine.clock, 120);
    expect(await (await open(died(machine))).rows()).toBe(2);
  });

  it('does not try again after it was closed', async () => {
    const machine = await used();
    machine.catalog.breakDown();
    const { connection } = await open(machine);
    await connection.close();
    machine.catalog.heal();
    const before = machine.catalog.current;
    await passSeconds(machine.clock, 120);
    expect(machine.catalog.current).toBe(before);
  });
});

describe('A schema change', () => {
  it('is acknowledged when the mirror has it too, for which a failed mirror is replaced', async () => {
    const machine = await used();
    const { connection } = await open(machine);
    machine.files.fail({ operation: 'flush', path: /^manifest-/, error: 'IO' });
    await connection.ensureTable({ name: 'u', families: ['f'] });
    const lost = machine.image({ kind: 'process-death', seed: 5, catalog: 'nothing' });
    expect(await (await open(lost)).rows('u')).toBe(0);
  });

  it('rejects if the mirror cannot be written at all, with an unknown outcome', async () => {
    const machine = await used();
    const { connection } = await open(machine);
    machine.files.fail({ operation: 'flush', path: /^manifest-/, error: 'IO', times: 9 });
    await expect(connection.ensureTable({ name: 'u', families: ['f'] })).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { outcome: 'unknown' },
    });
  });
});
