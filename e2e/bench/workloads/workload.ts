import { median, quantile } from '../report/statistics.js';
import type { Durability, Rows, Store } from '../stores/store.js';
import { keyAt, rowsAt, shuffled, versionIn } from './data.js';
import { type CallName, FIGURES, type Figure, type TimedName } from './figures.js';

/**
 * How long calls are repeated off the clock once the first ones were measured, and how long on it: by every store
 * alike.
 */
const WARM_UP_MS = 500;
const MEASURED_MS = 300;

/** Rows of one batch of a load. */
export const BATCH = 1_000;
/** Batches that are made ahead, off the clock. */
const AHEAD = 100;

/** What a workload that runs in the page is given. */
export interface Bench {
  /** Rows, or cells, of the tables. */
  readonly cells: number;
  readonly strict: boolean;
  /** Whether `compact` is called while gets are measured. */
  readonly compacts: boolean;
  /** Opens the database `name` of the store that is measured. */
  open(name: string, durability?: Durability): Promise<Store>;
  record(figure: Figure, value: number): void;
}

/**
 * Measures in a page of its own, which has run nothing before. Every answer is checked, off the clock, before a time is
 * recorded.
 */
export type Step = (bench: Bench) => Promise<void>;

/** Steps in their order; later ones find the databases that earlier ones left. */
export type Workload = readonly Step[];

/** What a pass over some calls took, in milliseconds. */
export interface Pass {
  readonly ms: number;
  /** Of each call by itself, where each waited for the one before. */
  readonly times?: readonly number[];
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A pass of one call that reads rows; they are checked off the clock. */
export async function readingPass(read: () => Promise<Rows>, check: (rows: Rows) => void): Promise<Pass> {
  let rows: Rows | undefined;
  const ms = await timed(async () => {
    rows = await read();
  });
  check(rows as Rows);
  return { ms };
}

/** A pass of calls, `width` of them under way at a time; where it is one, each call is timed by itself. */
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
 * Records how many of the `count` calls of a pass are answered a second: in the first pass of all, which is cold, and,
 * as a median, in passes after a warm-up. Where single calls were timed, their times too.
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

/** Loads rows in batches in this order, durable at the end, and gives the milliseconds on the clock. */
export async function loadRows(store: Store, order: ArrayLike<number>, count: number): Promise<number> {
  return loadBatches(order.length, (from, to) => rowsAt(Array.prototype.slice.call(order, from, to), count), {
    write: (batch) => store.load(batch),
    flush: () => store.flush(),
  });
}

let written = 0;

/**
 * How many rows, or versions, `loadBatches` has written in this page: what drives the page sees that it does not hang.
 */
export function loadedRows(): number {
  return written;
}

/**
 * Writes elements 0 … count-1 in batches. The first hundred are made before the clock starts, and the others on it, a
 * hundred at a time: in a pause off the clock, a store could go on with what it has put off.
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

/** A step that makes the table with all rows, where no earlier one did. */
export async function provideLoaded({ cells, open }: Pick<Bench, 'cells' | 'open'>): Promise<void> {
  const store = await open(LOADED);
  if ((await store.get(keyAt(cells - 1, cells))) === null) await loadRows(store, shuffled(cells, 3), cells);
  await store.close();
}

/**
 * The table with all rows, as `provideLoaded` or the first load has left it: every store reads what it has stored, not
 * what it has just written.
 */
export function openLoaded(bench: Bench): Promise<Store> {
  return bench.open(LOADED);
}

/** Starts `operation(0)` … `operation(count - 1)`, never more than `inFlight` at once. */
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

/** Throws unless the rows `indexes` of `count` are there, the newest value written by `version`. */
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
