/*
 * A small database with every kind of file, for tests that damage its files one at a time, and what it must answer.
 *
 * Tables t, u and v are in store files; the last puts of table w are only in the log. Each row of w is written once, so
 * that a lost record is a missing row.
 */
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../samples/engine.js';

/** Small segments, so that the log has several, and small blocks, so that a file has several. */
const MEMORY: MemoryOptions = { logSegment: 16 * 1024 };
const FAMILIES: Readonly<Record<string, readonly string[]>> = { t: ['f', 'g'], u: ['f'], v: ['f'], w: ['f'] };
const SEED = 7;
const MINUTE = 61_000;

/** The answers of a database: the value of a row in a family, or the error. The key is `table/family/row`. */
export type Answers = Map<string, string | BigtabError>;

export interface Reading {
  readonly answers: Answers;
  /** The values that scans return; a scan that fails has one entry with the key `table/family`. */
  readonly scanned: Answers;
  readonly problems: readonly string[];
}

export interface DamageSample {
  /** A process that ended while the database was open. */
  readonly machine: SimMachine;
  readonly truth: ReadonlyMap<string, string>;
  /** The keys that only the log contains, in the order of their puts. */
  readonly logged: readonly string[];
  /** The number of them that were forced to the device. */
  readonly forced: number;
}

export async function damageSample(): Promise<DamageSample> {
  const truth = new Map<string, string>();
  const first = new SimMachine({ seed: SEED, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(first, { memory: MEMORY });
  await writeStoreFiles(connection, first.clock, truth);
  const logged: string[] = [];
  for (let row = 0; row < 5; row++) logged.push(await put(connection, truth, 'w', `s${row}`, `s${row}`.repeat(2500)));
  first.counter.stop();
  const second = first.image({ kind: 'process-death', seed: SEED });
  const again = (await openEngine(second, { memory: MEMORY })).connection;
  await pass(second.clock, MINUTE);
  for (let row = 0; row < 5; row++) logged.push(await put(again, truth, 'w', `t${row}`, `t${row}`.repeat(2500)));
  for (let row = 0; row < 4; row++) logged.push(await put(again, truth, 'w', `x${row}`, 'forced', 'FSYNC_WAL'));
  const forced = logged.length;
  for (let row = 0; row < 4; row++) logged.push(await put(again, truth, 'w', `y${row}`, 'written'));
  second.counter.stop();
  return { machine: second, truth, logged, forced };
}

/** Two files of the family f of t that overlap, one of g, and a file of each of u and v; with obsolete files. */
async function writeStoreFiles(connection: Connection, clock: ManualClock, truth: Map<string, string>): Promise<void> {
  const admin = connection.getAdmin();
  for (const [name, families] of Object.entries(FAMILIES)) {
    await connection.ensureTable({ name, families: families.map((family) => ({ name: family, blockSize: 1024 })) });
  }
  for (const row of ['a', 'b', 'c', 'd', 'e']) {
    await put(connection, truth, 't', row, `old ${row}`.repeat(100));
    await put(connection, truth, 't', row, `g ${row}`, 'SYNC_WAL', 'g');
    await put(connection, truth, 'u', row, `u ${row}`.repeat(50));
  }
  await admin.flush('t');
  await admin.flush('u');
  for (const row of ['f', 'g']) await put(connection, truth, 'u', row, `u ${row}`.repeat(50));
  // Its inputs become obsolete.
  await admin.majorCompact('u');
  for (const row of ['c', 'd']) await put(connection, truth, 't', row, `new ${row}`.repeat(100));
  await connection.getTable('t').delete(new Delete('b'));
  for (const family of ['f', 'g']) truth.set(`t/${family}/b`, '');
  await admin.flush('t');
  for (const row of ['y', 'z']) await put(connection, truth, 't', row, `far ${row}`);
  await admin.flush('t');
  // The roll-back points are removed with the first commit after a minute.
  await pass(clock, MINUTE);
  await put(connection, truth, 'v', 'r', 'v r');
  await admin.flush('v');
}

async function put(
  connection: Connection,
  truth: Map<string, string>,
  table: string,
  row: string,
  value: string,
  durability: 'SYNC_WAL' | 'FSYNC_WAL' = 'SYNC_WAL',
  family = 'f',
): Promise<string> {
  await connection.getTable(table).put(new Put(row).addColumn(family, 'q', value).setDurability(durability));
  const key = `${table}/${family}/${row}`;
  truth.set(key, value);
  return key;
}

/** Lets time pass, and the housekeeping that is due run. */
export async function pass(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 200; turn++) await null;
}

/** Opens a damaged database. */
export async function openDamaged(machine: SimMachine): Promise<Connection> {
  return (await openEngine(machine, { memory: MEMORY })).connection;
}

/** Reads every key of `truth` with a get, and every family with a scan. */
export async function readEverything(connection: Connection, truth: ReadonlyMap<string, string>): Promise<Reading> {
  const answers: Answers = new Map();
  const scanned: Answers = new Map();
  for (const key of truth.keys()) {
    const [table, family, row] = key.split('/') as [string, string, string];
    const read = async () =>
      (await connection.getTable(table).get(new Get(row).addFamily(family))).getText(family, 'q');
    answers.set(key, await valueOrError(read));
  }
  for (const [table, families] of Object.entries(FAMILIES)) {
    for (const family of families) {
      const read = async () => {
        const results = await connection.getTable(table).getScanner(new Scan().addFamily(family)).toArray();
        for (const result of results) {
          const row = new TextDecoder().decode(result.row as Uint8Array);
          scanned.set(`${table}/${family}/${row}`, result.getText(family, 'q') ?? '');
        }
        return '';
      };
      const outcome = await valueOrError(read);
      if (outcome !== '') scanned.set(`${table}/${family}`, outcome);
    }
  }
  return { answers, scanned, problems: (await connection.status()).lastRecovery.problems };
}

async function valueOrError(read: () => Promise<string | null>): Promise<string | BigtabError> {
  try {
    return (await read()) ?? '';
  } catch (error) {
    if (BigtabError.is(error)) return error;
    throw error;
  }
}
