import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import type { FamilyAttributes } from '../../model/schema/family-descriptor.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { TO_THE_END } from '../../testing/fakes/with-compact-files.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import type { Region } from '../region/region.js';
import type { OpenRun, Store } from '../region/store.js';
import { compactStore } from './region-compaction.js';

const MEMORY = { scanBatch: 1, scanBatchLimit: 1 };

async function bench(
  machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }),
  family: Partial<FamilyAttributes> = {},
) {
  const { connection, database } = await openEngine(machine, { memory: MEMORY, timestamps: 'wall' });
  const admin = connection.getAdmin();
  if (!(await admin.tableExists('t')))
    await admin.createTable({ name: 't', families: [{ name: 'f', ...family }, 'g'] });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { machine, clock: machine.clock, connection, database, admin, table: connection.getTable('t'), errors, files };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** One flushed file of family f for each value, at ascending timestamps. */
async function writeFiles({ admin, table }: Bench, values: readonly string[], row = 'r'): Promise<void> {
  for (const [index, value] of values.entries()) {
    await table.put(new Put(row).addColumn('f', 'q', index + 1, value));
    await admin.flush('t');
  }
}

/** Every stored cell, including markers. */
async function rawCells({ table }: Bench): Promise<string[]> {
  const results = await table.getScanner(new Scan().setRaw(true).readAllVersions()).toArray();
  return results.flatMap((result) =>
    result.cells.map(({ row, timestamp, type, value }) => {
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return `${text(row)} ${timestamp} ${type === 'Put' ? text(value) : type}`;
    }),
  );
}

async function rows({ table }: Bench): Promise<string[]> {
  const results = await table.getScanner(new Scan()).toArray();
  return results.map((result) => `${new TextDecoder().decode(result.row as Uint8Array)}=${result.getText('f', 'q')}`);
}

async function aMinuteLater({ clock }: Bench): Promise<void> {
  clock.advance(61_000);
  for (let round = 0; round < 10; round++) await settle();
}

const compact = ({ connection }: Bench, newest: number): Promise<void> => compactFiles(connection, 't', newest);
const majorWithoutFlush = ({ connection }: Bench): Promise<void> => compactFiles(connection, 't', null);

/** Compacts the two newest files of family f. Unlike `compact`, it lets a flush run meanwhile, as the engine does. */
async function compactBesideFlushes({ database: { engine } }: Bench): Promise<unknown> {
  const region = engine.regions.get('t') as Region;
  const [store] = region.stores as readonly [Store];
  return compactStore(
    engine,
    region,
    store,
    { runs: store.runs.slice(-2) as OpenRun[], expired: false, ordered: true },
    TO_THE_END,
  );
}

describe('A major compaction', () => {
  it('makes one file of all and drops markers and what they hide', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b', 'c']);
    await made.table.delete(new Delete('r').addColumns('f', 'q', 2));
    await made.admin.majorCompact('t');
    expect(await rawCells(made)).toEqual(['r 3 c']);
    expect((await made.connection.status()).storeFiles.count).toBe(1);
  });

  it('flushes first (A-28), but not as an inner operation (C-5)', async () => {
    const made = await bench(undefined, { maxVersions: 5 });
    await writeFiles(made, ['a']);
    await made.table.delete(new Delete('r').addColumns('f', 'q', 10));
    await made.admin.flush('t');
    await made.table.put(new Put('r').addColumn('f', 'q', 7, 'masked'));
    expect(await rows(made)).toEqual([]);
    await majorWithoutFlush(made);
    expect(await rows(made)).toEqual(['r=masked']);
    await made.table.delete(new Delete('r').addColumns('f', 'q', 10));
    await made.admin.flush('t');
    await made.table.put(new Put('r').addColumn('f', 'q', 8, 'masked too'));
    await made.admin.majorCompact('t');
    expect(await rows(made)).toEqual([]);
    expect(await rawCells(made)).toEqual([]);
  });

  it('of one family does not change the others', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b']);
    for (const value of ['x', 'y']) {
      await made.table.put(new Put('r').addColumn('g', 'q', value));
      await made.admin.flush('t');
    }
    await made.admin.majorCompact('t', 'f');
    expect((await made.connection.status()).storeFiles.count).toBe(3);
  });

  it('that keeps no cell leaves a valid file', async () => {
    const made = await bench();
    await writeFiles(made, ['a']);
    await made.table.delete(new Delete('r'));
    await made.admin.majorCompact('t', 'f');
    // One of f, and one of g with the marker of the row.
    expect((await made.connection.status()).storeFiles.count).toBe(2);
    expect(await rawCells(made)).toEqual(['r 1000000 DeleteFamily']);
  });

  it('does nothing to a table without files', async () => {
    const made = await bench();
    const { count } = made.machine.counter;
    await made.admin.majorCompact('t');
    expect(made.machine.counter.count).toBe(count);
  });
});

describe('A minor compaction', () => {
  it('selects the newest files and keeps markers (C-21)', async () => {
    const made = await bench(undefined, { maxVersions: 5 });
    await writeFiles(made, ['a', 'b']);
    await made.table.delete(new Delete('r').addColumns('f', 'q', 1));
    await made.admin.flush('t');
    await compact(made, 3);
    expect((await made.connection.status()).storeFiles.count).toBe(3);
    await compact(made, 2);
    expect((await made.connection.status()).storeFiles.count).toBe(2);
    expect(await rawCells(made)).toEqual(['r 2 b', 'r 1 DeleteColumn', 'r 1 a']);
  });

  it('that selects all files is a major one (C-1)', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b']);
    await made.table.delete(new Delete('r').addColumns('f', 'q', 1));
    await made.admin.flush('t');
    await made.admin.compact('t');
    expect(await rawCells(made)).toEqual(['r 2 b']);
    expect(await made.admin.getLastMajorCompactionTimestamp('t')).toBe(made.clock.now());
  });

  it('that follows the policy selects nothing of two files', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b']);
    await made.admin.compact('t');
    expect((await made.connection.status()).storeFiles.count).toBe(2);
  });

  it('replaces its inputs with its output in order, so that newer files stay newer', async () => {
    const made = await bench(undefined, { maxVersions: 1 });
    const same = async (value: string) => {
      await made.table.put(new Put('r').addColumn('f', 'q', 5, value));
      await made.admin.flush('t');
    };
    for (const value of ['1', '2', '3']) await same(value);
    const compacted = compactBesideFlushes(made);
    await same('4');
    await compacted;
    expect(await rows(made)).toEqual(['r=4']);
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    expect(await rows(again)).toEqual(['r=4']);
    expect((await again.connection.status()).storeFiles.count).toBe(3);
    await compact(again, 2);
    expect(await rows(again)).toEqual(['r=4']);
  });
});

describe('A flush (C-20)', () => {
  it('drops excess versions, deleted and expired cells of the memory, and keeps markers', async () => {
    const made = await bench(undefined, { maxVersions: 2, timeToLive: 100 });
    const { admin, clock, table } = made;
    const now = clock.now();
    await table.put(new Put('old').addColumn('f', 'q', now - 100_001, 'x'));
    for (const back of [4, 3, 2, 1]) await table.put(new Put('r').addColumn('f', 'q', now - back, `${back}`));
    await table.delete(new Delete('r').addColumns('f', 'q', now - 2));
    await admin.flush('t');
    expect(await rawCells(made)).toEqual([`r ${now - 1} 1`, `r ${now - 2} DeleteColumn`]);
  });

  it('that keeps nothing still makes a file', async () => {
    const made = await bench(undefined, { timeToLive: 1 });
    await made.table.put(new Put('r').addColumn('f', 'q', 5, 'x'));
    await made.admin.flush('t');
    expect((await made.connection.status()).storeFiles.count).toBe(1);
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
  });
});

describe('The files of a compaction', () => {
  it('are removed a minute after it, not sooner', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b', 'c']);
    const inputs = made.files();
    await made.admin.majorCompact('t');
    expect(made.files().length).toBe(4);
    made.clock.advance(30_000);
    await settle();
    expect(made.files().length).toBe(4);
    await aMinuteLater(made);
    await aMinuteLater(made);
    expect(made.files().filter((path) => inputs.includes(path))).toEqual([]);
    expect(made.files().length).toBe(1);
    expect(made.errors).toEqual([]);
  });

  it('are kept for a scanner that was opened before, which reads to its end', async () => {
    const made = await bench();
    const all = [...'abcdefgh'];
    for (const row of all) await writeFiles(made, [row], row);
    const scanner = made.table.getScanner(new Scan().setCaching(1));
    const read = [(await scanner.next())?.getText('f', 'q')];
    await made.table.delete(all.slice(1).map((row) => new Delete(row)));
    await made.admin.majorCompact('t');
    made.clock.advance(59_000);
    await settle();
    read.push((await scanner.next())?.getText('f', 'q'));
    // The next batch is requested in the meantime.
    await settle();
    made.clock.advance(30_000);
    await settle();
    expect(made.files().length).toBeGreaterThan(all.length);
    for (let next = await scanner.next(); next !== null; next = await scanner.next()) read.push(next.getText('f', 'q'));
    expect(read).toEqual(all);
    expect(scanner.snapshot).toBe('held');
    await scanner.close();
    await aMinuteLater(made);
    expect(await rows(made)).toEqual(['a=a']);
    expect((await made.connection.status()).storeFiles.count).toBe(made.files().length);
    expect(made.errors).toEqual([]);
  });
});

describe('A compaction that fails', () => {
  for (const [what, fail] of [
    [
      'while it writes',
      (machine: SimMachine) => machine.files.fail({ operation: 'write', path: /data/, error: 'QUOTA' }),
    ],
    ['when it is committed', (machine: SimMachine) => machine.catalog.fail({ operation: 'commit', carriedOut: false })],
  ] as const) {
    it(`${what} leaves no additional file, and the table unchanged`, async () => {
      const made = await bench();
      await writeFiles(made, ['a', 'b', 'c']);
      const before = made.files();
      fail(made.machine);
      await expect(made.admin.majorCompact('t')).rejects.toThrow();
      expect(made.files()).toEqual(before);
      expect(await rawCells(made)).toEqual(['r 3 c', 'r 2 b', 'r 1 a']);
      await made.admin.majorCompact('t');
      expect(await rawCells(made)).toEqual(['r 3 c']);
    });
  }

  it('but may have been committed keeps its file: the next open may need it', async () => {
    const made = await bench();
    await writeFiles(made, ['a', 'b', 'c']);
    made.machine.catalog.fail({ operation: 'commit', carriedOut: true, error: 'HANG' });
    const compaction = made.admin.majorCompact('t');
    compaction.catch(() => {});
    await settled();
    await passSeconds(made.machine.clock, 30);
    await expect(compaction).rejects.toMatchObject({ details: { reason: 'no-answer' } });
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 2 }));
    expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
    expect(await rows(again)).toEqual(['r=c']);
  });
});
