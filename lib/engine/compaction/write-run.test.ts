import { describe, expect, it } from 'vitest';
import type { Result } from '../../client/answers/result.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { CatalogImage, FileRun } from '../../storage/catalog/catalog.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import type { StoreFileInfo } from '../../storage/storefile/trailer.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { verifyStoreFile } from '../../testing/samples/verify-store-file.js';

const ROWS = [...'abcdefgh'];
const died = (machine: SimMachine): SimMachine => machine.image({ kind: 'process-death', seed: 2 });

/** `storeFileBytes`: by default so few that every row begins another file. */
async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }), storeFileBytes = 1) {
  const { connection } = await openEngine(machine, {}, { storeFileBytes });
  const admin = connection.getAdmin();
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 9, blockSize: 1024 }] });
  await admin.compactionSwitch(true);
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { machine, clock: machine.clock, connection, admin, table, files };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** Flushes one file with `rows`. */
async function flushed({ admin, clock, table }: Bench, value: string, rows = ROWS): Promise<void> {
  await table.put(rows.map((row) => new Put(row).addColumn('f', 'q', `${row}${value}`)));
  await admin.flush('t');
  clock.advance(1);
}

function runsOf({ machine }: Bench): readonly FileRun[] {
  return (machine.catalog.current as CatalogImage).tables[0]?.families[0]?.runs as readonly FileRun[];
}

async function infosOf(made: Bench, run: FileRun): Promise<readonly StoreFileInfo[]> {
  const { files } = died(made.machine);
  const infos: StoreFileInfo[] = [];
  for (const { epoch, number } of run) {
    const path = `data/${epoch}-${number}`;
    const handle = await files.open(path);
    verifyStoreFile(handle, path);
    infos.push(StoreFile.open(handle, path, new BlockCache()).info);
    handle.close();
  }
  return infos;
}

const text = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

/** The answers of gets, and of plain, partial, raw and reversed scans. */
async function answers({ table }: Bench): Promise<readonly string[]> {
  const scans = [
    new Scan(),
    new Scan().withStartRow('c').withStopRow('f'),
    new Scan().setReversed(true),
    new Scan().setReversed(true).withStartRow('f').withStopRow('b'),
    new Scan().setRaw(true).readAllVersions(),
    new Scan().setCaching(1).setLimit(5),
  ];
  const found = await Promise.all(scans.map((scan) => table.getScanner(scan).toArray()));
  const gets = await table.get([...ROWS, 'bb', 'z'].map((row) => ({ row, versions: 9 })));
  return [...found, gets].map(printed);
}

function printed(results: readonly Result[]): string {
  const cells = results.flatMap((result) => result.cells);
  return cells.map(({ row, timestamp, type, value }) => text(row) + timestamp + type + text(value)).join();
}

/** Every cell, including markers. */
async function rawCells({ table }: Bench): Promise<string> {
  return printed(await table.getScanner(new Scan().setRaw(true).readAllVersions()).toArray());
}

/** Two files of all rows, with deletes of row `c` and of a column of `e`. */
async function twoFiles(machine?: SimMachine, storeFileBytes?: number): Promise<Bench> {
  const made = await bench(machine, storeFileBytes);
  await flushed(made, '0');
  await flushed(made, '1');
  await made.table.delete([new Delete('c'), new Delete('e').addColumns('f', 'q', made.clock.now() - 2)]);
  await flushed(made, '2', ['f', 'g', 'gg']);
  return made;
}

async function aMinuteLater({ clock }: Bench): Promise<void> {
  for (let round = 0; round < 3; round++) {
    clock.advance(61_000);
    for (let turn = 0; turn < 10; turn++) await settle();
  }
}

describe('The output of a compaction', () => {
  it('is cut between rows into files of one run, whose trailers name each other and all inputs', async () => {
    const made = await twoFiles();
    await made.admin.majorCompact('t');
    const [run, ...others] = runsOf(made) as [FileRun];
    expect(others).toEqual([]);
    const infos = await infosOf(made, run);
    const left = [...'abdefg', 'gg', 'h'];
    expect(infos.map(({ minKey, maxKey }) => [text(minKey), text(maxKey)])).toEqual(left.map((row) => [row, row]));
    expect(
      infos.every(({ kind, major, replaces }) => kind === 'compaction' && major && `${replaces}` === '1,2,3'),
    ).toBe(true);
    expect(infos.map(({ follows }) => follows)).toEqual([undefined, ...run.slice(0, -1).map(({ number }) => number)]);
    expect(infos.map(({ continued = false }) => continued)).toEqual(left.map((row) => row !== 'h'));
    expect(new Set(infos.map(({ createdAt }) => createdAt)).size).toBe(1);
  });

  it('is one file below the size, and the trailer then names no other file', async () => {
    const made = await twoFiles(undefined, 1_000_000);
    await made.admin.majorCompact('t');
    const [run] = runsOf(made) as [FileRun];
    const [info] = await infosOf(made, run);
    expect([run.length, info && 'follows' in info, info && 'continued' in info]).toEqual([1, false, false]);
  });

  it('has no file without cells, unless nothing is left', async () => {
    const made = await bench();
    await flushed(made, '0');
    await made.table.delete(ROWS.slice(1).map((row) => new Delete(row)));
    await made.admin.majorCompact('t');
    expect(runsOf(made).map((run) => run.length)).toEqual([1]);
    await made.table.delete(new Delete('a'));
    await made.admin.majorCompact('t');
    expect(runsOf(made).map((run) => run.length)).toEqual([1]);
    expect(await answers(made)).toEqual(['', '', '', '', '', '', '']);
  });

  it('is never cut inside a row', async () => {
    const made = await bench();
    const wide = Array.from({ length: 50 }, (_, index) =>
      new Put('r').addColumn('f', `q${index}`, `${index}`.repeat(100)),
    );
    await made.table.put([...wide, new Put('s').addColumn('f', 'q', 's')]);
    await made.admin.majorCompact('t');
    const infos = await infosOf(made, runsOf(made)[0] as FileRun);
    expect(infos.map(({ minKey, cellCount }) => [text(minKey), cellCount])).toEqual([
      ['r', 50],
      ['s', 1],
    ]);
    expect(infos[0]?.dataBlockCount).toBeGreaterThan(10);
  });

  it('answers like one file, also after the next open', async () => {
    const whole = await twoFiles(undefined, 1_000_000);
    const cut = await twoFiles();
    await cut.admin.majorCompact('t');
    await whole.admin.majorCompact('t');
    expect(runsOf(cut)[0]?.length).toBeGreaterThan(1);
    const expected = await answers(whole);
    expect(expected[0]).toContain('a1');
    expect(await answers(cut)).toEqual(expected);
    const again = await bench(died(cut.machine));
    expect(await answers(again)).toEqual(expected);
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('is replaced as a whole by the next compaction, which drops markers that a minor one keeps', async () => {
    const made = await twoFiles();
    await compactFiles(made.connection, 't', 2);
    expect(runsOf(made).map((run) => run.length)).toEqual([1, 9]);
    expect((await answers(made))[4]).toContain('DeleteFamily');
    await made.admin.majorCompact('t');
    expect(runsOf(made).map((run) => run.length)).toEqual([8]);
    expect((await answers(made))[4]).not.toContain('Delete');
    await aMinuteLater(made);
    expect(made.files().length).toBe(8);
    expect((await made.connection.status()).storeFiles.count).toBe(8);
  });
});

describe('A compaction that ends early', () => {
  for (const [what, operation] of [
    ['while it writes its third file', 'write'],
    ['while it forces its third file to the device', 'flush'],
  ] as const) {
    it(`${what} removes all of its files`, async () => {
      const made = await twoFiles();
      const before = [made.files(), await answers(made)];
      made.machine.files.fail({ operation, path: 'data/1-6', error: 'QUOTA' });
      await expect(made.admin.majorCompact('t')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect([made.files(), await answers(made)]).toEqual(before);
    });
  }

  it('because its commit fails removes all of its files', async () => {
    const made = await twoFiles();
    const before = [made.files(), await answers(made)];
    made.machine.catalog.fail({ operation: 'commit', carriedOut: false });
    await expect(made.admin.majorCompact('t')).rejects.toThrow();
    expect([made.files(), await answers(made)]).toEqual(before);
  });

  it('because it is switched off removes all of its files', async () => {
    const made = await twoFiles();
    const before = [made.files(), await answers(made)];
    const compaction = made.admin.majorCompact('t');
    compaction.catch(() => {});
    while (!made.files().includes('data/1-6')) await null;
    await made.admin.compactionSwitch(false);
    await expect(compaction).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    expect([made.files(), await answers(made)]).toEqual(before);
  });

  it('by a crash in any operation leaves the run or its inputs, and no superfluous file', async () => {
    const before = await bench();
    await flushed(before, '0', ['a', 'b', 'c']);
    await before.table.delete(new Delete('b'));
    await before.admin.flush('t');
    const image = died(before.machine);
    const inputs = await rawCells(before);
    const outcomes = new Set<string>();
    for (let stopAt = 1; ; stopAt++) {
      const first = image.image({ kind: 'process-death', seed: stopAt, stopAt });
      const work = bench(first)
        .then((made) => made.admin.majorCompact('t'))
        .catch(() => {});
      await Promise.race([work, first.counter.whenStopped]);
      const again = await bench(died(first));
      const { lastRecovery, storeFiles } = await again.connection.status();
      expect(lastRecovery.problems, `stopped at ${stopAt}`).toEqual([]);
      const raw = await rawCells(again);
      outcomes.add(raw);
      expect(
        runsOf(again).map((run) => run.length),
        `stopped at ${stopAt}`,
      ).toEqual(raw === inputs ? [1, 1] : [2]);
      await again.admin.compactionSwitch(false);
      await aMinuteLater(again);
      expect(again.files().length, `stopped at ${stopAt}`).toBe(storeFiles.count);
      if (!first.counter.stopped) break;
    }
    expect([...outcomes]).toEqual([inputs, inputs.replace(/b.*,(?=c)/, '')]);
  }, 60_000);
});
