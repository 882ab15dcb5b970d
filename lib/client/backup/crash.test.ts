import { describe, expect, it } from 'vitest';
import type { MemoryOptions } from '../../model/memory-options.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CRASH_KINDS, type CrashKind, EVERY_CRASH } from '../../testing/crash/crash-sweep.js';
import { exported, streamOf, tokenOf, withoutToken } from '../../testing/samples/backups.js';
import { type Medium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { testSeed } from '../../testing/seed.js';
import type { Connection } from '../connection.js';

/* Count-then-crash: the process ends in each operation on files and catalog, and then in an operation of recovery. */

const SEED = testSeed(1);
/** Small, so that an import flushes and rolls the log. */
const MEMORY: MemoryOptions = { logSegment: 16 * 1024, log: 64 * 1024, memstore: 64 * 1024, flushSize: 16 * 1024 };

/**
 * Crashes that keep the names of files. Others may lose what was written in the first minute of a database, while
 * `status().powerSafe` is false, whoever wrote it.
 */
const FILES_KEPT: readonly CrashKind[] = ['killed', 'reordered'];

type Work = (connection: Connection, progress: Progress) => Promise<void>;

interface Progress {
  /** What was acknowledged. */
  done: string[];
  /** What an export returned. */
  text: string;
}

/** Each database has its own name in tokens. */
const names = new Random(SEED);

async function open(medium: Medium): Promise<Connection> {
  const { connection } = await openEngine(medium, { memory: MEMORY }, { random: () => names.next() });
  return connection;
}

/** Runs the work until the machine stops. */
async function run(machine: SimMachine, work: Work): Promise<Progress> {
  const progress: Progress = { done: [], text: '' };
  const all = async (): Promise<void> => {
    const connection = await open(machine);
    await work(connection, progress);
    await connection.close();
  };
  const failed = all().catch((error) => {
    if (!machine.counter.stopped) throw error;
  });
  await Promise.race([failed, machine.counter.whenStopped]);
  return progress;
}

function machineOf(stopAt?: number): SimMachine {
  return new SimMachine({ seed: SEED, clock: new ManualClock(1_000_000), ...(stopAt !== undefined && { stopAt }) });
}

/** Calls `check` with what each crash leaves, also if recovery crashes too. */
async function sweep(
  work: Work,
  kinds: readonly CrashKind[],
  check: (machine: SimMachine, progress: Progress, kind: CrashKind) => Promise<void>,
): Promise<number> {
  const whole = machineOf();
  await run(whole, work);
  const last = whole.counter.count;
  for (let stopAt = 1; stopAt <= last; stopAt++) {
    const machine = machineOf(stopAt);
    const progress = await run(machine, work);
    for (const kind of kinds) {
      const random = new Random(SEED * 7919 + stopAt);
      const left = machine.image({ ...CRASH_KINDS[kind], seed: random.uint32() });
      const again = machine.image({ ...CRASH_KINDS[kind], seed: random.uint32(), stopAt: 1 + random.below(12) });
      await run(again, async () => {});
      const twice = again.image({ ...CRASH_KINDS[kind], seed: random.uint32() });
      for (const one of [left, twice]) {
        await check(one, progress, kind).catch((error) => {
          throw new Error(`stopped at ${stopAt} of ${last} (${machine.counter.log.at(-1)}), ${kind}`, { cause: error });
        });
      }
    }
  }
  return last;
}

async function fill(connection: Connection, rows: number): Promise<void> {
  for (const name of ['a', 'b']) {
    const table = await connection.ensureTable({ name, families: ['f', { name: 'g', newVersionBehavior: true }] });
    const puts = Array.from({ length: rows }, (_, row) => ({
      row: `row ${String(row).padStart(4, '0')}`,
      cells: { f: { q: `${name}${row}`.repeat(20) }, g: { q: `${row}` } },
      timestamp: 5,
    }));
    await table.put(puts);
  }
}

describe('A crash while a backup is imported', () => {
  it('leaves all tables and the version of the app, or none, and removes the rest a minute later', {
    timeout: 300_000,
  }, async () => {
    const source = await open(memoryMedium());
    await fill(source, 150);
    const empty = await open(memoryMedium());
    await source.importStream(empty.exportStream() as ReadableStream<Uint8Array>, { mode: 'create', version: 2 });
    await empty.close();
    const text = await exported(source);
    await source.close();
    const work: Work = async (connection, { done }) => {
      const table = await connection.ensureTable({ name: 'kept', families: ['f'] });
      await table.put({ row: 'r', cells: { f: { q: 'v' } }, durability: 'FSYNC_WAL' });
      done.push('put');
      await connection.importStream(streamOf(text, 20_000), { mode: 'create' });
      done.push('import');
    };
    let unfinished = 0;
    const operations = await sweep(work, FILES_KEPT, async (machine, { done }, kind) => {
      const { connection, database } = await openEngine(machine, { memory: MEMORY });
      const tables = await connection.getAdmin().listTableNames();
      const imported = tables.filter((name) => name !== 'kept');
      if (kind === 'killed' && done.includes('put')) {
        expect((await connection.getTable('kept').get('r')).getText('f', 'q')).toBe('v');
        if (done.includes('import')) expect(imported).toEqual(['a', 'b']);
      }
      expect((await connection.status()).version).toBe(imported.length > 0 ? 2 : 0);
      if (imported.length > 0) {
        expect(imported).toEqual(['a', 'b']);
        const again = await exported(connection, { tables: imported });
        expect(withoutToken(again) === withoutToken(text)).toBe(true);
      }
      const isLeft = (): boolean =>
        database.engine.commit.image.tables.some(({ importing }) => importing !== undefined);
      if (isLeft()) {
        unfinished++;
        for (let time = 0; time < 6; time++) {
          machine.clock.advance(15_000);
          await settle();
        }
        expect(isLeft()).toBe(false);
      }
      await connection.close();
    });
    expect(operations).toBeGreaterThan(40);
    expect(unfinished).toBeGreaterThan(10);
  });
});

describe('A crash after an export', () => {
  it('loses nothing that its increments do not tell, or they are refused', { timeout: 300_000 }, async () => {
    const work: Work = async (connection, progress) => {
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'first', cells: { f: { q: '1' } }, durability: 'ASYNC_WAL' });
      progress.text = await exported(connection);
      for (const row of ['second', 'third']) {
        await table.put({ row, cells: { f: { q: row } }, durability: 'ASYNC_WAL' });
        await table.delete({ row: 'first', markers: [{ kind: 'columns', family: 'f', qualifier: 'q' }] });
        await connection.getAdmin().flush('t');
      }
    };
    let merged = 0;
    let refused = 0;
    await sweep(work, EVERY_CRASH, async (machine, { text }) => {
      if (text === '') return;
      const source = await open(machine);
      const table = await source.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'after', cells: { f: { q: 'after' } } });
      const copy = await open({ ...memoryMedium(), clock: machine.clock });
      await copy.importStream(streamOf(text), { mode: 'create' });
      try {
        const more = await exported(source, { since: tokenOf(text) });
        await copy.importStream(streamOf(more), { mode: 'merge' });
        merged++;
        expect(await rowsOf(copy)).toEqual(await rowsOf(source));
      } catch (error) {
        refused++;
        expect(error).toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
      }
      await Promise.all([source.close(), copy.close()]);
    });
    expect(merged).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(0);
  });
});

async function rowsOf(connection: Connection): Promise<string[]> {
  const rows = await connection.getTable('t').getScanner({}).toArray();
  return rows.map((row) => row.toString());
}
