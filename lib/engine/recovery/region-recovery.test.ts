import { describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { Delete } from '../../model/delete.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const MEMORY: MemoryOptions = { logSegment: 16 * 1024 };

function newMachine(): SimMachine {
  return new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
}

async function open(machine: SimMachine) {
  const { connection } = await openEngine(machine, { memory: MEMORY });
  const rows = async (table = 't') => (await connection.getTable(table).getScanner({}).toArray()).length;
  const problems = async () => (await connection.status()).lastRecovery.problems;
  return { machine, connection, admin: connection.getAdmin(), rows, problems };
}

function afterDeath(machine: SimMachine): SimMachine {
  return machine.image({ kind: 'process-death', seed: 5 });
}

const put = (row: string, value = 'v') => new Put(row).addColumn('f', 'q', value);

describe('Recovery', () => {
  it('closes what it had opened if it fails, so that a second attempt fails with the same error and leaves no file', async () => {
    const { machine, connection, admin } = await open(newMachine());
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(put('flushed'));
    await admin.flush('t');
    for (let row = 0; row < 5; row++) await table.put(put(`r${row}`, 'x'.repeat(9_000)));
    const damaged = afterDeath(machine);
    const bytes = damaged.files.bytesOf('wal/1-1');
    // A valid header in a format that does not exist yet.
    new DataView(bytes.buffer).setUint32(8, 99, true);
    const length = new DataView(bytes.buffer).getUint32(12, true);
    new DataView(bytes.buffer).setUint32(length - 4, crc32c(bytes, 0, length - 4), true);
    damaged.files.setBytes('wal/1-1', bytes);
    const paths = damaged.files.paths();
    for (let time = 0; time < 2; time++) {
      await expect(open(damaged)).rejects.toMatchObject({ code: 'FORMAT_TOO_NEW', details: { file: 'wal/1-1' } });
    }
    expect(damaged.files.paths()).toEqual(paths);
    for (const path of damaged.files.paths()) (await damaged.files.open(path)).close();
  });

  for (const fault of [
    { operation: 'create', path: /wal/ },
    { operation: 'write', path: /wal/ },
    { operation: 'write', path: /manifest/ },
  ] as const) {
    it(`leaves nothing open if ${fault.operation} fails in ${fault.path.source}, and succeeds later`, async () => {
      const { machine, connection, admin } = await open(newMachine());
      const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      await table.put(put('flushed').addColumn('g', 'q', 'v'));
      await admin.flush('t');
      await table.put(put('logged'));
      const failing = afterDeath(machine);
      failing.files.fail({ ...fault, error: 'IO' });
      await expect(open(failing)).rejects.toThrow();
      await settle();
      failing.files.heal();
      for (const path of failing.files.paths()) (await failing.files.open(path)).close();
      expect(failing.clock.waiting).toBe(machine.clock.waiting);
      expect(await (await open(failing)).rows()).toBe(2);
    });
  }

  it('goes back over a lost file without needing a log that the table does not need', async () => {
    const { machine, connection, admin } = await open(newMachine());
    const idle = await connection.ensureTable({ name: 't', families: ['f'] });
    const busy = await connection.ensureTable({ name: 'u', families: ['f'] });
    await idle.put(put('first'));
    await admin.flush('t');
    for (let row = 0; row < 6; row++) await busy.put(put(`r${row}`, 'x'.repeat(9_000)));
    await admin.flush('u');
    for (let minute = 0; minute < 3; minute++) {
      machine.clock.advance(61_000);
      await settle();
    }
    expect(machine.files.paths()).not.toContain('wal/1-1');
    await idle.put(put('second'));
    await admin.flush('t');
    const lost = afterDeath(machine);
    lost.files.takeAway('data/1-3');
    const again = await open(lost);
    expect(await again.problems()).toEqual([expect.stringContaining('was restored')]);
    expect([await again.rows(), await again.rows('u')]).toEqual([2, 6]);
  });

  it('of a recovered database returns the same, even if ids and timestamps were assigned in each round', async () => {
    let machine = newMachine();
    for (let round = 0; round < 4; round++) {
      const { connection, rows } = await open(machine);
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.delete(new Delete('same'));
      await table.put([put('same', String(round)), put(`r${round}`)]);
      expect(await rows()).toBe(round + 2);
      expect((await table.get('same')).getText('f', 'q')).toBe(String(round));
      machine = afterDeath(machine);
    }
    const { problems, rows, connection } = await open(machine);
    expect([await rows(), await problems()]).toEqual([5, []]);
    expect((await connection.getTable('t').get('same')).getText('f', 'q')).toBe('3');
  });

  it('opens the other tables if one is damaged', async () => {
    const { machine, connection, admin } = await open(newMachine());
    for (const name of ['t', 'u']) {
      const table = await connection.ensureTable({ name, families: ['f'] });
      await table.put(put('r'));
      await admin.flush(name);
      machine.clock.advance(61_000);
      await settle();
      await table.put(put('s'));
      await admin.flush(name);
    }
    const damaged = afterDeath(machine);
    damaged.files.setBytes('data/1-1', new Uint8Array(10));
    const again = await open(damaged);
    await expect(again.rows()).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: 'data/1-1' } });
    await again.admin.flush('t');
    expect((await again.problems()).join()).toContain('data/1-1');
    expect(await again.rows('u')).toBe(2);
    // It can still be dropped and created again.
    await again.admin.disableTable('t');
    await again.admin.truncateTable('t');
    expect(await again.rows()).toBe(0);
  });

  it('keeps a file that it cannot read, and still opens', async () => {
    const { machine, connection } = await open(newMachine());
    await connection.ensureTable({ name: 't', families: ['f'] });
    const next = afterDeath(machine);
    next.files.setBytes(
      'data/1-9',
      new TextEncoder().encode('something else that is longer than a tail of a store file'),
    );
    next.files.setBytes('data/7/1-1', new Uint8Array(0));
    next.files.fail({ operation: 'open', path: 'data/7/1-1', error: 'IO' });
    const again = await open(next);
    expect(await again.problems()).toEqual(['data/7/1-1 is not listed in the catalog and was not changed.']);
    expect(await again.rows()).toBe(0);
  });
});
