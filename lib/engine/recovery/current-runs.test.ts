import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { openStoreFile } from '../../testing/samples/store-files.js';

/** So few that every row begins another file. */
const PLATFORM = { storeFileBytes: 1 };
const INPUTS = ['data/1-1', 'data/1-2'];
const OUTPUTS = ['data/1-3', 'data/1-4', 'data/1-5'];

/** The rows a, c and d in a file each, by a compaction of a file of a, b, c and d and of another that deletes b. */
async function compacted(): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine, {}, PLATFORM);
  const admin = connection.getAdmin();
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put([...'abcd'].map((row) => new Put(row).addColumn('f', 'q', row)));
  await admin.flush('t');
  await table.delete(new Delete('b'));
  await admin.majorCompact('t');
  expect(machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual([...INPUTS, ...OUTPUTS]);
  return machine;
}

async function aMinuteLater({ clock }: SimMachine): Promise<void> {
  for (let round = 0; round < 3; round++) {
    clock.advance(61_000);
    for (let turn = 0; turn < 10; turn++) await settle();
  }
}

/** What the process left, without these files. `lost`: the catalog and its mirror are gone too. */
function without(machine: SimMachine, gone: readonly string[], lost = false): SimMachine {
  const left = machine.image({ kind: 'process-death', seed: 2, catalog: lost ? 'nothing' : 'all' });
  for (const path of left.files.paths()) {
    if (gone.includes(path) || (lost && path.startsWith('manifest-'))) left.files.takeAway(path);
  }
  return left;
}

/** The rows of all cells, with a minus for a marker; and the problems of the open. */
async function read(machine: SimMachine) {
  const { connection } = await openEngine(machine, {}, PLATFORM);
  const table = connection.getTable('t');
  const raw = async (): Promise<string> => {
    const results = await table.getScanner(new Scan().setRaw(true)).toArray();
    const cells = results.flatMap((result) => result.cells);
    return cells.map(({ row, type }) => (type === 'Put' ? '' : '-') + new TextDecoder().decode(row)).join(' ');
  };
  return { table, raw, problems: (await connection.status()).lastRecovery.problems.join('\n') };
}

describe('A run of which a file is missing', () => {
  for (const gone of OUTPUTS) {
    it(`(${gone}) is undone as a whole while the files that it replaced are kept`, async () => {
      const { raw, problems } = await read(without(await compacted(), [gone]));
      expect(await raw()).toBe('a -b b c d');
      expect(problems).toContain('before a flush or compaction');
    });
  }

  it('later leaves the rows of its other files readable', async () => {
    const machine = await compacted();
    await aMinuteLater(machine);
    const { table, problems } = await read(without(machine, ['data/1-4']));
    expect(problems).toContain("the rows from 'c' up to 'c'");
    for (const row of ['a', 'b', 'd']) expect((await table.get(row)).isEmpty).toBe(row === 'b');
    await expect(table.get('c')).rejects.toMatchObject({ code: 'CORRUPTION' });
  });
});

describe('An image from store files', () => {
  it('has a complete run and not the files that it replaces', async () => {
    const { raw, problems } = await read(without(await compacted(), [], true));
    expect(await raw()).toBe('a c d');
    expect(problems).not.toContain('A store file of table');
  });

  for (const gone of OUTPUTS) {
    it(`has the inputs of a run of which a file is missing (${gone})`, async () => {
      const { raw, problems } = await read(without(await compacted(), [gone], true));
      expect(await raw()).toBe('a -b b c d');
      expect(problems).not.toContain('A store file of table');
    });
  }

  it('has the other files of such a run if the inputs are gone, and reports it', async () => {
    const machine = await compacted();
    await aMinuteLater(machine);
    for (const [gone, left] of [
      ['data/1-3', 'c d'],
      ['data/1-4', 'a d'],
      ['data/1-5', 'a c'],
    ] as const) {
      const { raw, problems } = await read(without(machine, [gone], true));
      expect(await raw()).toBe(left);
      expect(problems).toContain("A store file of table 't', family 'f', is missing");
    }
  });
});

it('A trailer that names a later file as the one before it is CORRUPTION', () => {
  expect(() => openStoreFile([], { fileNumber: 17, follows: 17 })).toThrow('it follows file 17');
});
