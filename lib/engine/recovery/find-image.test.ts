import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { openEngine } from '../../testing/samples/engine.js';
import { contents } from '../../testing/samples/sim-outcomes.js';

async function open(machine: SimMachine) {
  const { connection } = await openEngine(machine);
  const rows = async (name: string) =>
    (await connection.getTable(name).getScanner({}).toArray()).map(({ row }) =>
      new TextDecoder().decode(row ?? undefined),
    );
  const put = (name: string, row: string) => connection.getTable(name).put({ row, cells: { f: { q: row } } });
  return { connection, admin: connection.getAdmin(), rows, put };
}

/** Without the catalog: it is missing, or the browser cannot open it. */
function withoutCatalog(machine: SimMachine, how: 'missing' | 'broken'): SimMachine {
  const image = machine.image({ kind: 'process-death', seed: 7, catalog: how === 'missing' ? 'nothing' : 'all' });
  if (how === 'broken') image.catalog.breakDown({ repairable: true });
  return image;
}

describe.each(['missing', 'broken'] as const)('If the catalog is %s', (how) => {
  it('and the mirror is older than the log, the database is read-only, with the reason, and nothing changes', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, admin, put } = await open(machine);
    await connection.ensureTable({ name: 't', families: ['f'] });
    await put('t', 'a');
    machine.files.fail({ operation: 'write', path: /^manifest-/, error: 'IO', times: 99, written: 0 });
    machine.files.fail({ operation: 'create', path: /^manifest-/, error: 'IO', times: 99 });
    await admin.flush('t');
    await put('t', 'b');
    const lost = withoutCatalog(machine, how);
    const before = contents(lost.files);
    const again = await open(lost);
    expect(await again.connection.status()).toMatchObject({
      state: 'read-only',
      stateReason: expect.stringContaining('older than the log'),
    });
    expect(await again.rows('t')).toEqual(['a', 'b']);
    await expect(again.put('t', 'c')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    await again.connection.close();
    expect(contents(lost.files)).toBe(before);
  });

  it('and the mirror is lost too, tables are read from store files, and each is reported', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, admin, put } = await open(machine);
    for (const name of ['t', 'u', 'dropped']) await connection.ensureTable({ name, families: ['f', 'g'] });
    for (const row of ['a', 'b', 'c']) {
      await put('t', row);
      await admin.flush('t');
    }
    await connection.getTable('t').delete({ row: 'b' });
    await admin.flush('t');
    await admin.majorCompact('t');
    await put('u', 'old');
    await admin.flush('u');
    await admin.disableTable('u');
    await admin.truncateTable('u');
    await put('u', 'new');
    await admin.flush('u');
    await put('dropped', 'd');
    await admin.flush('dropped');
    await admin.disableTable('dropped');
    await admin.deleteTable('dropped');
    await put('t', 'logged');
    const lost = withoutCatalog(machine, how);
    for (const path of lost.files.paths()) if (path.startsWith('manifest-')) lost.files.takeAway(path);
    const before = contents(lost.files);
    const again = await open(lost);
    const status = await again.connection.status();
    expect(status).toMatchObject({ state: 'read-only', origin: 'recovered' });
    expect(await again.admin.listTableNames()).toEqual(['dropped', 't', 'u']);
    // The inputs of the compaction are still there, but its output says that it replaces them.
    expect([await again.rows('t'), await again.rows('u')]).toEqual([['a', 'c', 'logged'], ['new']]);
    for (const name of ['t', 'u', 'dropped']) {
      expect(status.lastRecovery.problems.join()).toContain(`Table '${name}' was found in store files`);
    }
    expect(status.lastRecovery.problems.join()).toContain('may have been dropped');
    await expect(again.put('t', 'x')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    await passSeconds(lost.clock, 130);
    await again.connection.close();
    expect(contents(lost.files)).toBe(before);
  });

  it.each([
    ['the mirror', /^manifest-/],
    ['a store file without a mirror', /^data/],
  ] as const)('no row is missing because one call that opens or reads %s fails', async (what, path) => {
    for (const operation of ['open', 'read'] as const) {
      const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
      const first = await open(machine);
      await first.connection.ensureTable({ name: 't', families: ['f'] });
      await first.put('t', 'a');
      await first.admin.flush('t');
      const lost = withoutCatalog(machine, how);
      if (what !== 'the mirror')
        for (const name of lost.files.paths()) if (name.startsWith('manifest-')) lost.files.takeAway(name);
      lost.files.fail({ operation, path, error: 'IO' });
      const again = await open(lost);
      expect(await again.rows('t')).toEqual(['a']);
      if (what === 'the mirror') expect((await again.connection.status()).state).toBe('open');
      await again.connection.close();
    }
  });

  it('the mirror of a healthy database is as new as the log, so the database is open', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const first = await open(machine);
    await first.connection.ensureTable({ name: 't', families: ['f'] });
    for (let round = 0; round < 5; round++) {
      await first.put('t', `r${round}`);
      await first.admin.flush('t');
      const again = await open(withoutCatalog(machine, how));
      expect((await again.connection.status()).state).toBe('open');
      expect((await again.rows('t')).length).toBe(round + 1);
    }
  });
});
