import type { Durability } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import type { Figure } from './figures.js';
import { ALL_PASSES, type Bench, checkStored, inFlight, medianOfPasses, perSecond, timed } from './workload.js';

/** W2: single puts into an empty table, relaxed and strict, and strict ones with 256 in flight. */
export async function singlePuts(bench: Bench): Promise<void> {
  await puts(bench, 'put-relaxed', 'relaxed', 1_000, 1);
  if (!bench.strict) return;
  await puts(bench, 'put-strict', 'strict', 500, 1);
  await puts(bench, 'put-strict-256', 'strict', 256 * 8, 256);
}

async function puts(bench: Bench, figure: Figure, durability: Durability, count: number, width: number): Promise<void> {
  const store = await bench.open(figure, durability);
  // Every pass writes rows of its own.
  const order = [...shuffled(count * ALL_PASSES, 4)];
  const rows = rowsAt(order, order.length);
  let from = 0;
  const ms = await medianOfPasses(async () => {
    const own = rows.slice(from, from + count);
    from += count;
    return await timed(() => inFlight(count, width, (index) => store.put(own[index] as (typeof own)[number])));
  });
  await checkStored(store, order, order.length);
  await store.close();
  bench.record(figure, perSecond(count, ms));
}
