/*
 * A quota sweep: the same workload runs under every quota from too small to ample, in small steps, until a put is
 * refused. Then:
 *  1. nothing that was acknowledged is lost, and reads work, in this process and in the next one, which opens the
 *     database under the same quota;
 *  2. a table can be dropped or truncated; two minutes later, rows can be written again, if that table was large;
 *  3. instead of this, deletes succeed for at least 1 MiB of markers, and are then refused with QUOTA_EXCEEDED.
 *
 * 2 and 3 need the reserve. A quota smaller than the reserve never held one, so there each of these calls may also be
 * refused with QUOTA_EXCEEDED, and the database may be read-only.
 */
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { endTask } from '../end-task.js';
import { openEngine } from '../samples/engine.js';
import { inTime } from './in-time.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const SEED = 5;
const ROWS = 240;
const VALUE = 'x'.repeat(32 * KIB);
const RESERVE = { reserveBytes: 4 * MIB };
const TABLES = ['a', 'b'] as const;
const MEMORY: MemoryOptions = { logSegment: 512 * KIB, log: 4 * MIB, flushSize: MIB };
/** The markers that a full database accepts, and the most that this test writes. */
const MARKERS = MIB;
const MOST_MARKERS = 8 * MIB;
/** A table with more data than this makes room for new rows when it is dropped. */
const LARGE_TABLE = 2 * MIB;

export interface QuotaSweepOptions {
  /** The first and the last quota, and the distance between two of them, in bytes. */
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/** What happens after a put was refused. */
const SEQUELS = ['drop', 'truncate', 'delete'] as const;
type Sequel = (typeof SEQUELS)[number];

/** The acknowledged rows of each table, with the lengths or counts that they must have. */
type Model = Map<string, Map<string, string>>;

interface Closed {
  readonly machine: SimMachine;
  readonly model: Model;
  /** Whether the quota is large enough for the reserve. */
  readonly hasReserve: boolean;
  /** Whether a write was refused for lack of space. */
  readonly isFull: boolean;
}

interface Filled extends Closed {
  readonly connection: Connection;
}

export async function quotaSweep({ first, last, step }: QuotaSweepOptions): Promise<SweepResult> {
  const result = sweepResult();
  for (let quota = first; quota <= last; quota += step) {
    const run = async (where: string, work: () => Promise<void>): Promise<void> => {
      result.faults++;
      await work().catch((error: unknown) => result.fail(where, error, `quota:${quota}`));
    };
    await run('filling', async () => {
      const filled = await fill(quota, result);
      if (filled === null) return;
      await readAll(filled);
      const left = SEQUELS.map((sequel) => ({ sequel, next: nextProcess(filled) }));
      // One of them in this process, and each of them in the next one.
      const own = SEQUELS[Math.floor(quota / (64 * KIB)) % SEQUELS.length] as Sequel;
      await run(`${own} in the same process`, () => continueWith(own, filled, result));
      for (const { sequel, next } of left) {
        await run(`${sequel} in the next process`, async () => continueWith(sequel, await open(next, result), result));
      }
    });
    await endTask();
  }
  return result;
}

async function continueWith(sequel: Sequel, filled: Filled, result: SweepResult): Promise<void> {
  await readAll(filled);
  if (sequel === 'delete') await deleteUntilFull(filled);
  else await makeRoom(filled, sequel);
  await readAll(filled);
  filled.machine.counter.stop();
  const again = await open(nextProcess(filled), result);
  await readAll(again);
  again.machine.counter.stop();
}

/** Creates a database and writes until it is full or all rows are written. Null if it cannot be created. */
async function fill(quota: number, result: SweepResult): Promise<Filled | null> {
  const machine = new SimMachine({ seed: SEED, clock: new ManualClock(1_000_000), quota });
  const model: Model = new Map();
  result.runs++;
  const opened = await unlessFull(machine.clock, openEngine(machine, { memory: MEMORY }, RESERVE));
  if (opened === null) {
    // What the attempt left does not prevent the next one.
    machine.files.setQuota(Number.POSITIVE_INFINITY);
    await openEngine(machine, { memory: MEMORY }, RESERVE);
    return null;
  }
  const { connection } = opened;
  const filled = { machine, connection, model, hasReserve: quota >= RESERVE.reserveBytes, isFull: true };
  for (const name of TABLES) {
    const table = await unlessFull(machine.clock, connection.ensureTable({ name, families: ['f'] }));
    if (table === null) return filled;
    model.set(name, new Map());
  }
  for (let row = 0; row < ROWS; row++) {
    if (!(await writeRow(machine.clock, connection, model, row))) return filled;
    if (row % 8 === 7) await pass(machine.clock, 5_000);
  }
  return { ...filled, isFull: false };
}

/** Writes the next row of one of the tables, and now and then a counter, a delete or a flush. False if it is full. */
async function writeRow(clock: ManualClock, connection: Connection, model: Model, row: number): Promise<boolean> {
  const name = TABLES[row % 2] as string;
  const table = connection.getTable(name);
  const rows = model.get(name) as Map<string, string>;
  const key = `r${String(row).padStart(4, '0')}`;
  if (
    (await unlessFull(
      clock,
      table.put(new Put(key).addColumn('f', 'q', VALUE)).then(() => true),
    )) === null
  )
    return false;
  rows.set(key, String(VALUE.length));
  if (row % 10 === 9) {
    const count = await unlessFull(
      clock,
      table.increment(new Increment('n').addColumn('f', 'q', 1)).then(() => true),
    );
    if (count === null) return false;
    rows.set('n', `count ${Number(rows.get('n')?.slice(6) ?? 0) + 1}`);
  }
  if (row % 14 >= 12) {
    const old = `r${String(row - 6).padStart(4, '0')}`;
    if (
      (await unlessFull(
        clock,
        table.delete(new Delete(old)).then(() => true),
      )) === null
    )
      return false;
    rows.delete(old);
  }
  if (row % 60 === 59) await unlessFull(clock, connection.getAdmin().majorCompact(name));
  else if (row % 16 === 15) await unlessFull(clock, connection.getAdmin().flush(name));
  return true;
}

/** What the next process finds if this one ends now. */
function nextProcess({ machine, model, hasReserve, isFull }: Filled): Closed {
  const rows = new Map([...model].map(([name, own]) => [name, new Map(own)]));
  return { machine: machine.image({ kind: 'process-death', seed: SEED }), model: rows, hasReserve, isFull };
}

async function open(closed: Closed, result: SweepResult): Promise<Filled> {
  result.runs++;
  return { ...closed, connection: (await openEngine(closed.machine, { memory: MEMORY }, RESERVE)).connection };
}

/** Throws unless every table has exactly the rows of the model. */
async function readAll({ connection, model }: Filled): Promise<void> {
  const names = await connection.getAdmin().listTableNames();
  for (const name of model.keys()) if (!names.includes(name)) throw new LossError(`table ${name} is lost`);
  for (const [name, rows] of model) {
    const found = new Map<string, string>();
    for (const result of await connection.getTable(name).getScanner({}).toArray()) {
      const value = result.getValue('f', 'q') as Uint8Array;
      const text = value.length === 8 ? `count ${new DataView(value.buffer).getBigInt64(0)}` : String(value.length);
      found.set(new TextDecoder().decode(result.row as Uint8Array), text);
    }
    const wrong = [...new Set([...rows.keys(), ...found.keys()])].filter((row) => rows.get(row) !== found.get(row));
    if (wrong.length > 0) throw new LossError(`table ${name} has wrong rows: ${wrong.slice(0, 5)}`);
  }
}

/** Drops or truncates a table. Two minutes later, rows can be written if it was large. */
async function makeRoom(filled: Filled, sequel: 'drop' | 'truncate'): Promise<void> {
  const { connection, model, machine } = filled;
  const rows = model.get('b');
  if (rows === undefined) return;
  const admin = connection.getAdmin();
  if (!(await withReserve(filled, admin.disableTable('b')))) return;
  if (sequel === 'drop') await inTime(machine.clock, admin.deleteTable('b'));
  else await inTime(machine.clock, admin.truncateTable('b'));
  if (sequel === 'drop') model.delete('b');
  else model.set('b', new Map());
  for (let seconds = 0; seconds < 125; seconds += 5) await pass(machine.clock, 5_000);
  if (rows.size * VALUE.length < LARGE_TABLE) return;
  for (let row = 0; row < 8; row++) {
    await inTime(machine.clock, connection.getTable('a').put(new Put(`after${row}`).addColumn('f', 'q', VALUE)));
    model.get('a')?.set(`after${row}`, String(VALUE.length));
  }
}

/** Deletes rows until a delete is refused, and throws if that is too early. */
async function deleteUntilFull(filled: Filled): Promise<void> {
  const { connection, model, machine, hasReserve, isFull } = filled;
  const table = connection.getTable('a');
  const rows = model.get('a');
  if (rows === undefined) return;
  for (const row of [...rows.keys()].slice(0, 10)) {
    if (!(await withReserve(filled, table.delete(new Delete(row))))) return;
    rows.delete(row);
  }
  // Each row is a different one that does not exist, with a long key.
  for (let markers = 0; markers < MOST_MARKERS; markers += 16 * KIB) {
    const key = `s${markers}`.padEnd(16 * KIB, '-');
    if (
      (await unlessFull(
        machine.clock,
        table.delete(new Delete(key)).then(() => true),
      )) !== null
    )
      continue;
    if (hasReserve && markers < MARKERS) throw new Error(`only ${markers} bytes of markers were accepted`);
    return;
  }
  if (isFull) throw new Error(`a full database accepted ${MOST_MARKERS} bytes of markers`);
}

async function pass(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 50; turn++) await null;
}

/** Waits for a call that must succeed if there was a reserve. False if there was none and the call was refused. */
async function withReserve({ machine: { clock }, hasReserve }: Closed, call: Promise<void>): Promise<boolean> {
  const done = call.then(() => true);
  return hasReserve ? inTime(clock, done) : (await unlessFull(clock, done)) !== null;
}

/** Null if the call was refused for lack of space. Every other error is a failure. */
async function unlessFull<T>(clock: ManualClock, call: Promise<T>): Promise<T | null> {
  try {
    return await inTime(clock, call);
  } catch (error) {
    if (BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED') return null;
    throw error;
  }
}
