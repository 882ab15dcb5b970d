import { shuffled } from './data.js';
import { type Bench, checkStored, loadRows, perSecond } from './workload.js';

/** W1: all rows in batches of 1,000, durable at the end; checked after the database was closed and opened again. */
export async function bulkLoad(bench: Bench): Promise<void> {
  const { cells } = bench;
  const orders = {
    'load-random': shuffled(cells, 1),
    'load-ordered': Uint32Array.from({ length: cells }, (_, i) => i),
  };
  for (const [figure, order] of Object.entries(orders) as [keyof typeof orders, Uint32Array][]) {
    const store = await bench.open(figure);
    const ms = await loadRows(store, order, cells);
    await store.close();
    const again = await bench.open(figure);
    await checkStored(again, [...shuffled(cells, 2).subarray(0, 1_000)], cells);
    await again.close();
    bench.record(figure, perSecond(cells, ms));
  }
}
