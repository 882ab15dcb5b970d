import { median } from '../report/statistics.js';
import type { Durability, Rows, Store } from '../stores/store.js';
import { keyAt, rowsAt, shuffled, versionIn } from './data.js';
import type { Figure } from './figures.js';

/**
 * So many times calls are made off the clock, by every store alike, before they are made on it: what is measured is a page that has been in use for a
 * second, not how soon a JavaScript engine compiles what runs often.
 */
const WARM_UPS = 4;
export const PASSES = 3;
/** How often `medianOfPasses` runs what it is given. */
export const ALL_PASSES: number = WARM_UPS + PASSES;

/** Rows of one batch of a load. */
export const BATCH = 1_000;
/** Batches that are made ahead, off the clock. */
const AHEAD = 100;

/** What a workload that runs in the page is given. */
export interface Bench {
  /** Rows, or cells, of the tables. */
  readonly cells: number;
  readonly strict: boolean;
  /** Opens the database `name` of the store that is measured. */
  open(name: string, durability?: Durability): Promise<Store>;
  record(figure: Figure, value: number): void;
}

/** Measures in the page. Every answer is checked, off the clock, before a time is recorded. */
export type Workload = (bench: Bench) => Promise<void>;

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds that `read` takes; its rows are checked off the clock. */
export async function timedRows(read: () => Promise<Rows>, check: (rows: Rows) => void): Promise<number> {
  let rows: Rows | undefined;
  const ms = await timed(async () => {
    rows = await read();
  });
  check(rows as Rows);
  return ms;
}

/** The median of the milliseconds that `pass` gives of itself, once all that it runs is warm. */
export async function medianOfPasses(pass: () => Promise<number>): Promise<number> {
  for (let count = 0; count < WARM_UPS; count++) await pass();
  const times: number[] = [];
  for (let count = 0; count < PASSES; count++) times.push(await pass());
  return median(times);
}

export function perSecond(count: number, ms: number): number {
  return (count / ms) * 1_000;
}

/** Loads rows in batches in this order, durable at the end, and gives the milliseconds on the clock. */
export async function loadRows(store: Store, order: ArrayLike<number>, count: number): Promise<number> {
  return loadBatches(order.length, (from, to) => rowsAt(Array.prototype.slice.call(order, from, to), count), {
    write: (batch) => store.load(batch),
    sync: () => store.sync(),
  });
}

/** Writes elements 0 … count-1 in batches. What is written is made a hundred batches ahead, off the clock. */
export async function loadBatches<T>(
  count: number,
  make: (from: number, to: number) => T[],
  to: { write(batch: readonly T[]): Promise<void>; sync(): Promise<void> },
): Promise<number> {
  let ms = 0;
  for (let from = 0; from < count; from += BATCH * AHEAD) {
    const batches: T[][] = [];
    for (let at = from; at < Math.min(count, from + BATCH * AHEAD); at += BATCH) {
      batches.push(make(at, Math.min(count, at + BATCH)));
    }
    ms += await timed(async () => {
      for (const batch of batches) await to.write(batch);
    });
  }
  return ms + (await timed(() => to.sync()));
}

/**
 * A table with all rows, closed and opened again, so that every store reads what it has stored and not what it has just
 * written. The first gets are off the clock.
 */
export async function openLoaded(bench: Bench): Promise<Store> {
  const { cells } = bench;
  const name = 'loaded';
  const filled = await bench.open(name);
  if ((await filled.get(keyAt(cells - 1, cells))) === null) {
    await loadRows(filled, shuffled(cells, 3), cells);
  }
  await filled.close();
  const store = await bench.open(name);
  for (let index = 0; index < 1_000; index++) {
    const at = (index * 7_919) % cells;
    versionIn(await store.get(keyAt(at, cells)), at);
  }
  return store;
}

/** Starts `operation(0)` … `operation(count - 1)`, never more than `inFlight` at once. */
export async function inFlight(
  count: number,
  width: number,
  operation: (index: number) => Promise<unknown>,
): Promise<void> {
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
  const values = await store.getMany(indexes.map((index) => keyAt(index, count)));
  for (const [at, index] of indexes.entries()) {
    const found = versionIn(values[at], index);
    if (found !== version) throw new Error(`row ${index} has version ${found} instead of ${version}`);
  }
}
