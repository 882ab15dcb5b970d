import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { CatalogImage, FamilyRecord, FileRecord } from '../../storage/catalog/catalog.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const ROWS = Array.from({ length: 60 }, (_, index) => `r${index + 10}`);
const BAD = 'data/1-1';

async function open(machine: SimMachine, options = {}) {
  const { connection } = await openEngine(machine, options);
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const table = connection.getTable('t');
  /** The value of each row, or the code of the error. */
  const read = async (): Promise<readonly string[]> =>
    Promise.all(
      ROWS.map(async (row) => {
        try {
          return (await table.get(row)).getText('f', 'q') ?? 'none';
        } catch (error) {
          const { code, details } = error as { code: string; details: { file: string } };
          return `${code} ${details.file}`;
        }
      }),
    );
  return { machine, connection, admin: connection.getAdmin(), table, errors, read };
}

function familyOf({ catalog }: SimMachine): FamilyRecord {
  return (catalog.current as CatalogImage).tables[0]?.families[0] as FamilyRecord;
}

/** A file with 60 rows in many blocks, of which the one at the middle of the file is damaged. */
async function damaged(value = 'v'.repeat(100)) {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const first = await open(machine);
  await first.connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 1024 }] });
  await first.table.put(ROWS.map((row) => new Put(row).addColumn('f', 'q', value)));
  await first.admin.flush('t');
  machine.clock.advance(61_000);
  await settle();
  await first.table.put(new Put('z').addColumn('f', 'q', 'z'));
  await first.connection.close();
  const next = machine.image({ kind: 'process-death', seed: 2 });
  const bytes = next.files.bytesOf(BAD);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  next.files.setBytes(BAD, bytes);
  return next;
}

async function flushes({ table, admin }: Awaited<ReturnType<typeof open>>, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await table.put(new Put(`x${index}`).addColumn('f', 'q', 'x'));
    await admin.flush('t');
    for (let turn = 0; turn < 5; turn++) await settle();
  }
}

describe('A compaction of a store with a damaged block', () => {
  it('keeps everything else, and reads of the rows of the block still reject', async () => {
    const made = await open(await damaged());
    const before = await made.read();
    const bad = before.filter((answer) => answer === `CORRUPTION ${BAD}`).length;
    expect(bad).toBeGreaterThan(2);
    expect(bad).toBeLessThan(15);
    await expect(made.admin.majorCompact('t')).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: BAD } });
    expect(made.errors).toEqual(['CORRUPTION']);
    await flushes(made, 40);
    const after = await made.read();
    for (const [index, answer] of after.entries()) {
      // Reading a row next to the block may touch it too.
      const near = before.slice(Math.max(index - 1, 0), index + 2);
      expect(answer.startsWith('CORRUPTION') ? near : 'v'.repeat(100)).toContain(answer);
    }
    const unreadable = after.filter((answer) => answer.startsWith('CORRUPTION')).length;
    expect(unreadable).toBeGreaterThan(2);
    expect(familyOf(made.machine).badRanges).toMatchObject([{ file: { number: 1 } }]);
    for (let minute = 0; minute < 4; minute++) {
      made.machine.clock.advance(61_000);
      await settle();
    }
    await expect(made.admin.majorCompact('t')).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: BAD } });
    expect(await made.read()).toEqual(after);

    const again = await open(made.machine.image({ kind: 'process-death', seed: 3 }));
    expect(again.machine.files.paths()).toContain(BAD);
    expect((await again.connection.status()).lastRecovery.problems.join()).toMatch(/data\/1-1.*the file is kept/);
    expect(await again.read()).toEqual(after);
    const salvage = await open(made.machine.image({ kind: 'process-death', seed: 4 }), { open: 'salvage' });
    const left = (await salvage.table.getScanner({}).toArray()).length;
    expect(left).toBeGreaterThanOrEqual(ROWS.length - unreadable + 1 + 40);
    expect(left).toBeLessThan(ROWS.length + 1 + 40);

    // Dropping the table removes the file that was kept.
    await again.admin.disableTable('t');
    await again.admin.deleteTable('t');
    for (let minute = 0; minute < 3; minute++) {
      again.machine.clock.advance(61_000);
      await settle();
    }
    expect(again.machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual([]);
  });

  it('loses only the row whose value is in a damaged block of its own', async () => {
    const made = await open(await damaged('v'.repeat(70_000)));
    await expect(made.admin.majorCompact('t')).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: BAD } });
    const bad = (await made.read()).filter((answer) => answer.startsWith('CORRUPTION'));
    expect(bad).toEqual([`CORRUPTION ${BAD}`]);
    expect((await made.connection.status()).storeFiles.count).toBe(1);
  });

  it('is automatic: the files do not pile up', async () => {
    const made = await open(await damaged());
    for (let index = 0; index < 40; index++) {
      await made.table.put(ROWS.map((row) => new Put(row).addColumn('f', 'q', `${index}`.repeat(50))));
      await flushes(made, 1);
    }
    expect((await made.connection.status()).storeFiles.count).toBeLessThan(14);
    expect(made.errors).toEqual(['CORRUPTION']);
    expect((await made.read()).filter((answer) => answer === `CORRUPTION ${BAD}`).length).toBeGreaterThan(2);
  });

  it('goes back to the damaged file if a power cut undoes its output', async () => {
    const made = await open(await damaged());
    const before = await made.read();
    await made.admin.compactionSwitch(true);
    await expect(made.admin.majorCompact('t')).rejects.toMatchObject({ code: 'CORRUPTION' });
    const output = familyOf(made.machine).runs.flat()[0] as FileRecord;
    const lost = made.machine.image({ kind: 'process-death', seed: 3 });
    lost.files.takeAway(`data/${output.epoch}-${output.number}`);
    const again = await open(lost);
    expect(await again.read()).toEqual(before);
    expect(familyOf(lost).badRanges ?? []).toEqual([]);
  });
});
