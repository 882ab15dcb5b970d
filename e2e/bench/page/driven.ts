import type { Store } from '../stores/store.js';
import type { StoreName } from '../stores/store-names.js';
import { keyAt, rowsAt, shuffled, versionIn } from '../workloads/data.js';
import { BATCH, checkStored, loadRows } from '../workloads/workload.js';
import { makeStore } from './make-store.js';

/*
 * The page's part of the workloads that are driven from outside. One store is open at a time.
 */

let current: Store | null = null;

/** Loads a table, and closes it if asked to. */
export async function fill(store: StoreName, name: string, cells: number, andClose: boolean): Promise<void> {
  current = await openStore(store, name);
  await loadRows(current, shuffled(cells, 20), cells);
  if (andClose) await close();
}

/** Loads the first half of a table and goes on loading the rest when it answers how many rows are acknowledged. */
export async function fillHalf(store: StoreName, name: string, cells: number): Promise<number> {
  const opened = await openStore(store, name);
  const load = (from: number) =>
    opened.load(
      rowsAt(
        Array.from({ length: Math.min(BATCH, cells - from) }, (_, at) => from + at),
        cells,
      ),
    );
  const half = Math.floor(cells / 2 / BATCH) * BATCH;
  for (let from = 0; from < half; from += BATCH) await load(from);
  void (async () => {
    for (let from = half; from < cells; from += BATCH) await load(from);
  })();
  return half;
}

/** Milliseconds from `open` to the first value; then checks rows out of the first `present`. */
export async function firstGet(store: StoreName, name: string, cells: number, present: number): Promise<number> {
  const wanted = present >> 1;
  const start = performance.now();
  current = await openStore(store, name);
  const value = await current.get(keyAt(wanted, cells));
  const ms = performance.now() - start;
  versionIn(value, wanted);
  await checkStored(current, [...shuffled(present, 21).subarray(0, 500)], cells);
  await close();
  return ms;
}

export async function compact(): Promise<void> {
  await current?.compact?.();
}

export async function close(): Promise<void> {
  await current?.close();
  current = null;
}

async function openStore(store: StoreName, name: string): Promise<Store> {
  const opened = makeStore(store);
  await opened.open(name, 'relaxed');
  return opened;
}
