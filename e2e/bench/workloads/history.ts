import type { Store } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import { puts } from './single-puts.js';
import {
  type Bench,
  callsInFlight,
  checkStored,
  loadRows,
  measureCalls,
  perSecond,
  type Workload,
} from './workload.js';

const PUTS = 1_000;
const PUTS_IN_FLIGHT = 256 * 8;
/**
 * The number of rows that are written repeatedly, so that each version follows the one before within about a
 * millisecond.
 */
const HOT_ROWS = 10;

/**
 * history: writes without timestamps to a family that keeps every version: a load, a second load of the same rows,
 * single puts, and puts to a few rows.
 */
export const history: Workload = [
  loads,
  async (bench) => puts(bench, 'history-put', await openHistory(bench, 'history-put'), PUTS, 1),
  async (bench) => puts(bench, 'history-put-256', await openHistory(bench, 'history-put-256'), PUTS_IN_FLIGHT, 256),
  hotPuts,
];

async function loads(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openHistory(bench, 'history-load');
  const order = shuffled(cells, 15);
  const first = await loadRows(store, order, cells);
  const again = await loadRows(store, order, cells);
  await checkStored(store, [...shuffled(cells, 16).subarray(0, PUTS)], cells);
  await store.close();
  bench.record('history-load', perSecond(cells, first));
  bench.record('history-load-again', perSecond(cells, again));
}

async function hotPuts(bench: Bench): Promise<void> {
  const store = await openHistory(bench, 'history-put-hot');
  const order = Array.from({ length: HOT_ROWS }, (_, index) => index);
  const version = (number: number) => rowsAt(order, HOT_ROWS, number);
  let written = 0;
  await measureCalls(bench, 'history-put-hot', PUTS, () => {
    const own = Array.from({ length: PUTS / HOT_ROWS }, () => version(++written)).flat();
    return callsInFlight(PUTS, 1, (at) => store.put(own[at] as (typeof own)[number]));
  });
  await checkStored(store, order, HOT_ROWS, written);
  await store.close();
}

/** REQUIRES a store that can keep its history. */
async function openHistory(bench: Bench, name: string): Promise<Store> {
  const store = await bench.open(name);
  await store.keepHistory?.();
  return store;
}
