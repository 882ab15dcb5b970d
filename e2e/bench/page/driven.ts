import type { Store } from '../stores/store.js';
import type { StoreName } from '../stores/store-names.js';
import { keyAt, rowsAt, shuffled, valueAt, versionIn } from '../workloads/data.js';
import { BATCH, loadRows, provideLoaded } from '../workloads/workload.js';
import { makeStore } from './make-store.js';

/* The page's part of the workloads that are controlled from outside. Only one store is open at a time. */

/** More rows than a page can put in one second. */
const PUT_ROWS = 2_000_000;
const PUT_MS = 1_000;
const FIRST_PUTS = 200;
/** Longer than killing the page takes. */
const STUCK_MS = 20_000;

let current: Store | null = null;

/** Opens a database, loads a table into it, and leaves it open. */
export async function fill(store: StoreName, name: string, cells: number): Promise<void> {
  const opened = await openStore(store, name);
  await loadRows(opened, shuffled(cells, 3), cells);
}

/**
 * Provides the closed database that workloads of the page also read. Loads it only if an earlier workload has not done
 * so.
 */
export function provide(store: StoreName, cells: number): Promise<void> {
  return provideLoaded({ cells, open: (name) => openStore(store, name) });
}

/** Loads a table in key order, resolves when `count` rows are acknowledged, and continues to load. */
export async function fillPart(store: StoreName, name: string, cells: number, count: number): Promise<void> {
  const opened = await openStore(store, name);
  const load = (from: number) =>
    opened.load(
      rowsAt(
        Array.from({ length: Math.min(BATCH, cells - from) }, (_, at) => from + at),
        cells,
      ),
    );
  for (let from = 0; from < count; from += BATCH) await load(from);
  void (async () => {
    for (let from = count; from < cells; from += BATCH) await load(from);
  })().catch((error) => {
    // The kill may come first. The acknowledged rows are checked afterwards in any case.
    console.error(error);
  });
}

/** The milliseconds from `open` to the first value. Then checks some of the first `present` rows. */
export async function firstGet(store: StoreName, name: string, cells: number, present: number): Promise<number> {
  const wanted = present >> 1;
  const start = performance.now();
  const opened = await openStore(store, name);
  const value = await opened.get(keyAt(wanted, cells));
  const ms = performance.now() - start;
  versionIn(value, wanted);
  // Any version is correct, because an earlier workload may have written newer ones.
  const others = shuffled(present, 21).subarray(0, 500);
  const values = await opened.getMany(Array.from(others, (index) => keyAt(index, cells)));
  for (const [at, index] of others.entries()) versionIn(values[at], index);
  await close();
  return ms;
}

/** Opens a database, reads one row of a table that `fill` loaded, and leaves the database open. */
export async function reopen(store: StoreName, name: string, cells: number): Promise<void> {
  const opened = await openStore(store, name);
  versionIn(await opened.get(keyAt(cells >> 1, cells)), cells >> 1);
}

/**
 * Puts single rows for one second, calls the global function `report` with the number of acknowledged puts, and never
 * ends: the page has to be killed. After the last acknowledgement, the page gets no further turn.
 */
export async function putForOneSecond(store: StoreName, name: string, report: string): Promise<never> {
  const opened = await openStore(store, name);
  const put = (index: number) => opened.put({ key: keyAt(index, PUT_ROWS), value: valueAt(index) });
  for (let count = 0; count < FIRST_PUTS; count++) await put(PUT_ROWS - 1 - count);
  let acknowledged = 0;
  for (const end = performance.now() + PUT_MS; performance.now() < end; acknowledged++) await put(acknowledged);
  (globalThis as unknown as Record<string, (count: string) => void>)[report]?.(String(acknowledged));
  const end = performance.now() + STUCK_MS;
  while (performance.now() < end);
  throw new Error('the page was not killed');
}

/** The number of the first `acknowledged` rows that are missing or wrong. */
export async function countLost(store: StoreName, name: string, acknowledged: number): Promise<number> {
  const opened = await openStore(store, name);
  let lost = 0;
  for (let from = 0; from < acknowledged; from += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, acknowledged - from) }, (_, at) => from + at);
    const values = await opened.getMany(indexes.map((index) => keyAt(index, PUT_ROWS)));
    lost += indexes.filter((index, at) => !isValueOf(values[at], index)).length;
  }
  await close();
  return lost;
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
  current = opened;
  return opened;
}

function isValueOf(value: Uint8Array | null | undefined, index: number): boolean {
  try {
    return versionIn(value, index) === 0;
  } catch {
    return false;
  }
}
