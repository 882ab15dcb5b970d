import { median } from '../report/statistics.js';
import type { Store } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import { puts } from './single-puts.js';
import { type Bench, checkStored, loadRows, medianOfPasses, PASSES, perSecond, timed } from './workload.js';

const PUTS = 1_000;
const PUTS_IN_FLIGHT = 256 * 8;
/** Rows that are written over and over: so that each version follows the one before within a millisecond, or nearly. */
const HOT_ROWS = 10;

/** history: writes without timestamps into a family that keeps every version: a load, a second one of the same rows, single puts, and puts to few rows. */
export async function history(bench: Bench): Promise<void> {
  await loads(bench);
  await puts(bench, 'history-put', await openHistory(bench, 'history-put'), PUTS, 1);
  await puts(bench, 'history-put-256', await openHistory(bench, 'history-put-256'), PUTS_IN_FLIGHT, 256);
  await hotPuts(bench);
}

async function loads(bench: Bench): Promise<void> {
  const { cells } = bench;
  const times: { readonly first: number; readonly again: number }[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const store = await openHistory(bench, `history-load-${pass}`);
    const order = shuffled(cells, 15);
    times.push({ first: await loadRows(store, order, cells), again: await loadRows(store, order, cells) });
    await checkStored(store, [...shuffled(cells, 16).subarray(0, PUTS)], cells);
    await store.close();
  }
  bench.record('history-load', perSecond(cells, median(times.map(({ first }) => first))));
  bench.record('history-load-again', perSecond(cells, median(times.map(({ again }) => again))));
}

async function hotPuts(bench: Bench): Promise<void> {
  const store = await openHistory(bench, 'history-put-hot');
  const order = Array.from({ length: HOT_ROWS }, (_, index) => index);
  const version = (number: number) => rowsAt(order, HOT_ROWS, number);
  let written = 0;
  const ms = await medianOfPasses(async () => {
    const own = Array.from({ length: PUTS / HOT_ROWS }, () => version(++written)).flat();
    return await timed(async () => {
      for (const row of own) await store.put(row);
    });
  });
  await checkStored(store, order, HOT_ROWS, written);
  await store.close();
  bench.record('history-put-hot', perSecond(PUTS, ms));
}

/** REQUIRES a store that can keep its history. */
async function openHistory(bench: Bench, name: string): Promise<Store> {
  const store = await bench.open(name);
  await store.keepHistory?.();
  return store;
}
