import type { Store } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import type { Figure } from './figures.js';
import { ALL_PASSES, type Bench, checkStored, inFlight, medianOfPasses, perSecond, timed } from './workload.js';

/** W2: single puts into an empty table, relaxed and strict, and strict ones with 256 in flight. */
export async function singlePuts(bench: Bench): Promise<void> {
  await puts(bench, 'put-relaxed', await bench.open('put-relaxed', 'relaxed'), 1_000, 1);
  if (!bench.strict) return;
  await puts(bench, 'put-strict', await bench.open('put-strict', 'strict'), 500, 1);
  await puts(bench, 'put-strict-256', await bench.open('put-strict-256', 'strict'), 256 * 8, 256);
}

/** Records the puts a second into `store`, which is empty, with `width` of them in flight; checks what is stored, and closes it. */
export async function puts(bench: Bench, figure: Figure, store: Store, count: number, width: number): Promise<void> {
  // Every pass writes its own rows.
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
