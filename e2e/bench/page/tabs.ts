import { BigtabStore } from '../stores/bigtab.js';
import type { TabCall, TabRole } from '../tabs/tab-figures.js';
import { keyAt, randomFrom, rowsAt, shuffled, VALUE_BYTES, valueAt, versionIn } from '../workloads/data.js';
import { checkScans } from '../workloads/scans.js';
import { BATCH, callsInFlight, checkValues } from '../workloads/workload.js';

/* The part of a tab that shares its database with other tabs. Each page has one store open. */

const SINGLE = 200;
const LISTS = 20;
const LIST = 100;
const BURSTS = 8;
const IN_FLIGHT = 256;
/** More rows than both tabs put. The follower puts the second half. */
const PUT_ROWS = 2_000_000;
const ROW_BYTES = keyAt(0, PUT_ROWS).length + VALUE_BYTES;
/** The number of rows that are read to check that none was lost. */
const CHECKED = 500;
/** After this number of answers, the calls of a page no longer run for the first time. */
const FIRST_GETS = 200;

const MUCH = 48 * 1024 * 1024;

let store = new BigtabStore();
let nextPut = 0;
const random = randomFrom(5);

/**
 * Opens the database in this tab and returns the tab's role. `flushes`: whether the engine flushes as usual, or
 * not until it has far more data than the benchmark writes.
 */
export async function joinTab(name: string, flushes: boolean): Promise<TabRole> {
  store = new BigtabStore(flushes ? {} : { flushSize: MUCH, idleFlushSize: MUCH });
  await store.open(name, 'relaxed');
  const { role } = await store.status();
  nextPut = role === 'leader' ? 0 : PUT_ROWS / 2;
  return role;
}

/** Makes some calls one after the other, checks the answers, and returns the milliseconds of each call. */
export function tabPass(call: TabCall, cells: number): Promise<readonly number[]> {
  return PASSES[call](cells);
}

const PASSES: Readonly<Record<TabCall, (cells: number) => Promise<readonly number[]>>> = {
  get: (cells) => getting(cells, SINGLE, 1, async ([key]) => [await store.get(key as string)]),
  list: (cells) => getting(cells, LISTS, LIST, (keys) => store.getMany(keys)),
  'get-256': (cells) =>
    getting(cells, BURSTS, IN_FLIGHT, (keys) => Promise.all(Array.from(keys, (key) => store.get(key)))),
  scan: (cells) => scanning(cells),
  put: () => putting(SINGLE, 1),
  'put-256': () => putting(BURSTS, IN_FLIGHT),
};

async function getting(
  cells: number,
  count: number,
  rows: number,
  read: (keys: readonly string[]) => Promise<readonly (Uint8Array | null)[]>,
): Promise<readonly number[]> {
  const indexes = Array.from({ length: count * rows }, () => Math.floor(random() * cells));
  const keys = indexes.map((index) => keyAt(index, cells));
  const values: (Uint8Array | null)[][] = [];
  const times = await timesOf(count, async (at) => {
    values.push([...(await read(keys.slice(at * rows, (at + 1) * rows)))]);
  });
  checkValues(values.flat(), indexes);
  return times;
}

async function scanning(cells: number): Promise<readonly number[]> {
  const starts = Array.from({ length: LISTS }, () => Math.floor(random() * (cells - LIST)));
  const keys = starts.map((start) => keyAt(start, cells));
  const found: Awaited<ReturnType<BigtabStore['scan']>>[] = [];
  const times = await timesOf(LISTS, async (at) => {
    found.push(await store.scan(keys[at] as string, LIST));
  });
  checkScans(found, starts, LIST, cells);
  return times;
}

async function putting(count: number, width: number): Promise<readonly number[]> {
  const rows = Array.from({ length: count * width }, () => ({
    key: keyAt(nextPut, PUT_ROWS),
    value: valueAt(nextPut++),
  }));
  return timesOf(count, async (at) => {
    await Promise.all(rows.slice(at * width, (at + 1) * width).map((row) => store.put(row)));
  });
}

async function timesOf(count: number, call: (at: number) => Promise<void>): Promise<readonly number[]> {
  return (await callsInFlight(count, 1, call)).times ?? [];
}

/** Writes rows of this size in total, at least one. */
export async function writeRows(bytes: number): Promise<void> {
  const count = rowsIn(bytes);
  for (let from = 0; from < count; from += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at);
    await store.load(rowsAt(indexes, PUT_ROWS));
  }
}

/** The bytes of memory in which the engine keeps what it has not flushed. */
export async function unflushedBytes(): Promise<number> {
  return (await store.status()).memory.memstore.used;
}

/** A get of the tab that follows, with the times of the system's clock, which all processes share. */
interface AnsweredGet {
  readonly sent: number;
  readonly answered: number;
}

const answers: AnsweredGet[] = [];
let hasTakenOver = false;
let gets: Promise<void> = Promise.resolve();

/** Gets the first row again and again, until this tab leads. Resolves when many gets are answered. */
export async function beginGets(): Promise<void> {
  answers.length = 0;
  hasTakenOver = false;
  await new Promise<void>((resolve, reject) => {
    const getAll = async () => {
      while (!hasTakenOver) {
        const sent = Date.now();
        versionIn(await store.get(keyAt(0, PUT_ROWS)), 0);
        answers.push({ sent, answered: Date.now() });
        if (answers.length === FIRST_GETS) resolve();
      }
    };
    gets = getAll();
    gets.catch(reject);
  });
}

/**
 * Waits until this tab leads. Returns the milliseconds from `endedAt`, the end of the leader, to the first answer
 * afterwards: the one for which the page waited longest. Until the leader's process is gone, it may still answer some
 * calls. Then checks some of the rows that the leader wrote.
 */
export async function firstAnswerAfter(endedAt: number, bytes: number): Promise<number> {
  while ((await store.status()).role !== 'leader');
  hasTakenOver = true;
  await gets;
  const later = answers.filter(({ answered }) => answered >= endedAt);
  const [longest] = later.sort((a, b) => b.answered - b.sent - (a.answered - a.sent));
  if (longest === undefined) throw new Error('no get was answered');
  const indexes = shuffled(rowsIn(bytes), 21).subarray(0, CHECKED);
  checkValues(await store.getMany(Array.from(indexes, (index) => keyAt(index, PUT_ROWS))), indexes);
  return longest.answered - endedAt;
}

function rowsIn(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / ROW_BYTES));
}
