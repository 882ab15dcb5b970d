import type { Durability, Store } from '../stores/store.js';
import { rowsAt, shuffled } from './data.js';
import type { CallName } from './figures.js';
import { type Bench, callsInFlight, checkStored, measureCalls, type Step, type Workload } from './workload.js';

const PUTS = 1_000;
/** Fewer calls, because each waits for the device. */
const STRICT_PUTS = 500;
const IN_FLIGHT = 256;
/** More rows than any durable store writes in this time. After the last one, the first is written again. */
const ROWS = 200_000;

/** W2: single puts into an empty table, relaxed and strict, and strict ones with 256 in flight. */
export const singlePuts: Workload = [
  intoNew('put-relaxed', 'relaxed', PUTS, 1),
  intoNew('put-strict', 'strict', STRICT_PUTS, 1),
  intoNew('put-strict-256', 'strict', IN_FLIGHT * 8, IN_FLIGHT),
];

function intoNew(
  figure: 'put-relaxed' | 'put-strict' | 'put-strict-256',
  durability: Durability,
  count: number,
  width: number,
): Step {
  return async (bench) => {
    if (durability === 'strict' && !bench.strict) return;
    await puts(bench, figure, await bench.open(figure, durability), count, width);
  };
}

/**
 * Measures passes of `count` puts into the empty `store`, with `width` of them in flight. Then checks the stored rows
 * and closes the store.
 */
export async function puts(bench: Bench, figure: CallName, store: Store, count: number, width: number): Promise<void> {
  // Every pass writes its own rows.
  const order = [...shuffled(ROWS, 4)];
  let written = 0;
  await measureCalls(bench, figure, count, async () => {
    const own = rowsAt(
      Array.from({ length: count }, (_, at) => order[(written + at) % ROWS] as number),
      ROWS,
    );
    written += count;
    const put = (at: number) => store.put(own[at] as (typeof own)[number]);
    return callsInFlight(count, width, put);
  });
  await checkStored(store, order.slice(0, written), ROWS);
  await store.close();
}
