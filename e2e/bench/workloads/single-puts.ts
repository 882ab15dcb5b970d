import type { Durability } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import type { Figure } from './figures.js';
import { type Bench, checkStored, inFlight, perSecond, timed } from './workload.js';

const WARM_UP = 200;

/** W2: single puts into an empty table, relaxed and strict, and strict ones with 256 in flight. */
export async function singlePuts(bench: Bench): Promise<void> {
  await puts(bench, 'put-relaxed', 'relaxed', 3_000, 1);
  if (!bench.strict) return;
  await puts(bench, 'put-strict', 'strict', 1_000, 1);
  await puts(bench, 'put-strict-256', 'strict', 256 * 16, 256);
}

async function puts(bench: Bench, figure: Figure, durability: Durability, count: number, width: number): Promise<void> {
  const store = await bench.open(figure, durability);
  const order = [...shuffled(count + WARM_UP, 4)];
  const rows = rowsAt(order, order.length);
  for (const row of rows.splice(0, WARM_UP)) await store.put(row);
  const ms = await timed(() => inFlight(count, width, (index) => store.put(rows[index] as (typeof rows)[number])));
  await checkStored(store, order, order.length);
  await store.close();
  bench.record(figure, perSecond(count, ms));
}
