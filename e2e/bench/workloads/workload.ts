import { median, quantile } from '../report/statistics.js';
import type { Durability, Rows, Store } from '../stores/store.js';
import { keyAt, rowsAt, shuffled, versionIn } from './data.js';
import { type CallName, FIGURES, type Figure, type TimedName } from './figures.js';

/**
 * How long calls are repeated without timing after the first ones were measured, and how long they are timed: the same
 * for every store.
 */
const WARM_UP_MS = 500;
const MEASURED_MS = 300;

/** Rows of one batch of a load. */
export const BATCH = 1_000;
/** The number of batches that are made ahead, while the clock is stopped. */
const AHEAD = 100;

/** The parameters of a workload that runs in the page. */
export interface Bench {
  /** The number of rows, or cells, of the tables. */
  readonly cells: number;
  readonly strict: boolean;
  /** Whether `compact` is called while gets are measured. */
  readonly compacts: boolean;
  /** Opens the database `name` of the measured store. */
  open(name: string, durability?: Durability): Promise<Store>;
  record(figure: Figure, value: number): void;
}

/**
 * Measures on a separate page, which has run nothing before. Before a time is recorded, every answer is checked, while
 * the clock is stopped.
 */
export type Step = (bench: Bench) => Promise<void>;

/** The steps, in order. Later ones find the databases that earlier ones left. */
export type Workload = readonly Step[];

/** The time of a pass over some calls, in milliseconds. */
export interface Pass {
  readonly ms: number;
  /** The time of each call, if each waited for the one before. */
  readonly times?: readonly number[];
}

/** The milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A pass of one call that reads rows. They are checked while the clock is stopped. */
export async function readingPass(read: () => Promise<Rows>, check: (rows: Rows) => void): Promise<Pass> {
  let rows: Rows | undefined;
  const ms = await timed(async () => {
    rows = await read();
  });
  check(rows as Rows);
  return { ms };
}

/** A pass of calls, with at most `width` in flight. If `width` is one, each call is timed separately. */
export async function callsInFlight(
  count: number,
  width: number,
  operation: (index: number) => Promise<unknown>,
): Promise<Pass> {
  if (width > 1) return { ms: await timed(() => inFlight(count, width, operation)) };
  const times: number[] = [];
  const start = performance.now();
  let last = start;
  for (let index = 0; index < count; index++) {
    await operation(index);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return { ms: last - start, times };
}

/**
 * Records how many of the `count` calls of a pass are answered per second: in the very first pass, which is cold, and,
 * as a median, in passes after a warm-up. If single calls were timed, their times are recorded too.
 */
export async function measureCalls(
  bench: Bench,
  name: CallName,
  count: number,
  pass: () => Promise<Pass>,
): Promise<void> {
  const cold = await pass();
  for (let spent = cold.ms; spent < WARM_UP_MS; ) spent += (await pass()).ms;
  const warm: Pass[] = [];
  for (let spent = 0; spent < MEASURED_MS; ) {
    const one = await pass();
    warm.push(one);
    spent += one.ms;
  }
  bench.record(`${name}-cold`, perSecond(count, cold.ms));
  bench.record(name, perSecond(count, median(warm.map(({ ms }) => ms))));
  const times = warm.flatMap(({ times }) => times ?? []);
  if (times.length === 0 || !isTimed(name)) return;
  bench.record(`${name}-p50`, quantile(times, 0.5) * 1_000);
  bench.record(`${name}-p99`, quantile(times, 0.99) * 1_000);
}

function isTimed(name: CallName): name is TimedName {
  return `${name}-p50` in FIGURES;
}

export function perSecond(count: number, ms: number): number {
  return (count / ms) * 1_000;
}

/** Loads rows in batches in this order, durable at the end, and returns the measured milliseconds. */
export async function loadRows(store: Store, order: ArrayLike<number>, count: number): Promise<number> {
  return loadBatches(order.length, (from, to) => rowsAt(Array.prototype.slice.call(order, from, to), count), {
    write: (batch) => store.load(batch),
    flush: () => store.flush(),
  });
}

let written = 0;

/**
 * The number of rows, or versions, that `loadBatches` has written in this page. It shows the code that controls the
 * page that the page does not hang.
 */
export function loadedRows(): number {
  return written;
}

/**
 * Writes elements 0 … count-1 in batches. The first hundred are made before the clock starts. The others are made while
 * it runs, a hundred at a time, because a store could use a pause of the clock to finish work that it has put off.
 */
export async function loadBatches<T>(
  count: number,
  make: (from: number, to: number) => T[],
  to: { write(batch: readonly T[]): Promise<void>; flush(): Promise<void> },
): Promise<number> {
  let start = 0;
  for (let from = 0; from < count; from += BATCH * AHEAD) {
    const batches: T[][] = [];
    for (let at = from; at < Math.min(count, from + BATCH * AHEAD); at += BATCH) {
      batches.push(make(at, Math.min(count, at + BATCH)));
    }
    if (from === 0) start = performance.now();
    for (const batch of batches) {
      await to.write(batch);
      written += batch.length;
    }
  }
  await to.flush();
  return performance.now() - start;
}

export const LOADED = 'loaded';

/** A step that makes the table with all rows, if no earlier step has. */
export async function provideLoaded({ cells, open }: Pick<Bench, 'cells' | 'open'>): Promise<void> {
  const store = await open(LOADED);
  if ((await store.get(keyAt(cells - 1, cells))) === null) await loadRows(store, shuffled(cells, 3), cells);
  await store.close();
}

/**
 * The table with all rows that `provideLoaded` or the first load left. So every store reads data that it has stored,
 * not data that it has just written.
 */
export function openLoaded(bench: Bench): Promise<Store> {
  return bench.open(LOADED);
}

/** Starts `operation(0)` … `operation(count - 1)`, at most `inFlight` at a time. */
async function inFlight(count: number, width: number, operation: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await operation(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Throws unless these are the values of these rows. */
export function checkValues(values: readonly (Uint8Array | null | undefined)[], indexes: ArrayLike<number>): void {
  if (values.length !== indexes.length) throw new Error(`${values.length} values instead of ${indexes.length}`);
  for (const [at, value] of values.entries()) versionIn(value, indexes[at] as number);
}

/** Throws unless the rows `indexes` of `count` exist, with the newest value written by `version`. */
export async function checkStored(
  store: Store,
  indexes: readonly number[],
  count: number,
  version: number = 0,
): Promise<void> {
  for (let from = 0; from < indexes.length; from += BATCH) {
    const some = indexes.slice(from, from + BATCH);
    const values = await store.getMany(some.map((index) => keyAt(index, count)));
    for (const [at, index] of some.entries()) {
      const found = versionIn(values[at], index);
      if (found !== version) throw new Error(`row ${index} has version ${found} instead of ${version}`);
    }
  }
}
