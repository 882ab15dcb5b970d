import { median } from '../report/statistics.js';
import { shuffled } from './data.js';
import { type Bench, checkStored, loadRows, PASSES, perSecond } from './workload.js';

/** A table this large is loaded once: it takes long enough to be typical of itself. */
const LARGE = 1_000_000;

/**
 * W1: all rows in batches of 1,000, durable at the end; checked after the database was closed and opened again. Each order is loaded three times,
 * into new databases, whose workers are as cold as those of a first visit; the median counts.
 */
export async function bulkLoad(bench: Bench): Promise<void> {
  const { cells } = bench;
  const orders = {
    'load-random': shuffled(cells, 1),
    'load-ordered': Uint32Array.from({ length: cells }, (_, i) => i),
  };
  for (const [figure, order] of Object.entries(orders) as [keyof typeof orders, Uint32Array][]) {
    const times: number[] = [];
    for (let pass = 0; pass < (cells < LARGE ? PASSES : 1); pass++) {
      const name = `${figure}-${pass}`;
      const store = await bench.open(name);
      times.push(await loadRows(store, order, cells));
      await store.close();
      const again = await bench.open(name);
      await checkStored(again, [...shuffled(cells, 2).subarray(0, 1_000)], cells);
      await again.close();
    }
    bench.record(figure, perSecond(cells, median(times)));
  }
}
