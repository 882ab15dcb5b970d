import { shuffled } from './data.js';
import { type Bench, checkStored, LOADED, loadRows, perSecond, type Step, type Workload } from './workload.js';

/**
 * W1: loads all rows in batches of 1,000 into a new database, durable at the end. They are checked after the database
 * was closed and opened again. A load happens once, so nothing is warm. The first load leaves the table that later
 * steps read.
 */
export const bulkLoad: Workload = [
  load('load-random', LOADED, ({ cells }) => shuffled(cells, 3)),
  load('load-ordered', 'ordered', ({ cells }) => Uint32Array.from({ length: cells }, (_, index) => index)),
];

function load(figure: 'load-random' | 'load-ordered', name: string, orderOf: (bench: Bench) => Uint32Array): Step {
  return async (bench) => {
    const { cells } = bench;
    const store = await bench.open(name);
    const ms = await loadRows(store, orderOf(bench), cells);
    await store.close();
    const again = await bench.open(name);
    await checkStored(again, [...shuffled(cells, 2).subarray(0, 1_000)], cells);
    await again.close();
    bench.record(figure, perSecond(cells, ms));
  };
}
