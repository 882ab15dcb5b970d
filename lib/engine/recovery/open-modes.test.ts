import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import type { OpenMode } from '../../model/open-mode.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

/** What a process left behind: rows in a store file, replaced files, and rows in the log. */
async function machineOf(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (const row of ['a', 'b', 'c']) {
    await table.put(new Put(row).addColumn('f', 'q', row));
    await connection.getAdmin().flush('t');
  }
  await connection.getAdmin().majorCompact('t');
  await table.put(new Put('d').addColumn('f', 'q', 'd'));
  await table.delete(new Delete('a'));
  return machine.image({ kind: 'process-death', seed: 2 });
}

/** Every byte of every file, and the catalog. */
function contentOf({ files, catalog }: SimMachine): string {
  const bytes = files.paths().map((path) => [path, [...files.bytesOf(path)].join()]);
  return JSON.stringify([bytes, catalog.current]);
}

async function open(machine: SimMachine, mode: OpenMode) {
  const { connection } = await openEngine(machine, { open: mode });
  const rows = async () =>
    (await connection.getTable('t').getScanner({}).toArray()).map((row) => row.getText('f', 'q'));
  return { connection, admin: connection.getAdmin(), table: connection.getTable('t'), rows };
}

describe.each(['read-only', 'salvage'] as const)('A database opened with %s', (mode) => {
  it('answers as usual, and changes nothing on the device, however long it is open', async () => {
    const machine = await machineOf();
    const before = contentOf(machine);
    const counted = machine.counter.count;
    const { connection, rows } = await open(machine, mode);
    expect(await rows()).toEqual(['b', 'c', 'd']);
    for (let minute = 0; minute < 5; minute++) {
      machine.clock.advance(61_000);
      await settle();
    }
    expect(await rows()).toEqual(['b', 'c', 'd']);
    const status = await connection.status();
    expect(status).toMatchObject({ state: 'read-only', origin: 'opened' });
    expect(status.stateReason).toContain(mode);
    expect(status.lastRecovery.problems).toEqual([]);
    await connection.close();
    expect(machine.counter.count).toBe(counted);
    expect(contentOf(machine)).toBe(before);
    // A later open finds everything as it was.
    expect(await (await open(machine, 'normal')).rows()).toEqual(['b', 'c', 'd']);
  });

  it('rejects every change with INVALID_OPERATION', async () => {
    const { connection, admin, table } = await open(await machineOf(), mode);
    for (const change of [
      () => table.put(new Put('x').addColumn('f', 'q', 'v')),
      () => table.delete(new Delete('b')),
      () => table.increment(new Increment('n').addColumn('f', 'q', 1)),
      () => admin.flush('t'),
      () => admin.majorCompact('t'),
      () => admin.disableTable('t'),
      () => connection.ensureTable({ name: 'u', families: ['f'] }),
    ]) {
      await expect(change(), String(change)).rejects.toMatchObject({
        code: 'INVALID_OPERATION',
        message: expect.stringContaining('read-only'),
      });
    }
  });

  it('must exist', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    await expect(open(machine, mode)).rejects.toMatchObject({
      code: 'INVALID_OPERATION',
      message: expect.stringContaining('no database'),
    });
    expect(contentOf(machine)).toBe('[[],null]');
  });

  it('goes back to an earlier state in memory if a young file is lost', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection } = await openEngine(machine);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put('a').addColumn('f', 'q', 'a'));
    await connection.getAdmin().flush('t');
    const lost = machine.image({ kind: 'process-death', seed: 2 });
    lost.files.takeAway('data/1-1');
    const before = contentOf(lost);
    const { rows } = await open(lost, mode);
    expect(await rows()).toEqual(['a']);
    expect(contentOf(lost)).toBe(before);
  });
});
