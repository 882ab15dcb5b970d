import { quantile } from '../report/statistics.js';
import type { Row, Store } from '../stores/store.js';
import { keyAt, randomFrom, rowsAt, versionIn } from './data.js';
import { BATCH, type Bench, openLoaded } from './workload.js';

const GETS = 10_000;
const P99 = 0.99;
const TICK_MS = 4;

/** p99: gets one after the other, first alone, then while rows are written again and the table is flushed and compacted. */
export async function latency(bench: Bench): Promise<void> {
  const store = await openLoaded(bench);
  const idle = await getTimes(store, bench.cells);
  const batches = Array.from({ length: Math.floor(bench.cells / BATCH) }, (_, batch) =>
    rowsAt(
      Array.from({ length: BATCH }, (_, row) => batch * BATCH + row),
      bench.cells,
    ),
  );
  const ticks = watchTicks();
  const work = keepBusy(store, batches);
  const busy = await getTimes(store, bench.cells);
  await work.end();
  const blocked = ticks.end();
  await store.close();
  bench.record('p99-idle', quantile(idle, P99) * 1_000);
  bench.record('p99-busy', quantile(busy, P99) * 1_000);
  bench.record('page-blocked', blocked);
}

/** Milliseconds of each of 10,000 gets. */
async function getTimes(store: Store, cells: number): Promise<number[]> {
  const random = randomFrom(12);
  const times: number[] = [];
  for (let count = 0; count < GETS; count++) {
    const index = Math.floor(random() * cells);
    const key = keyAt(index, cells);
    const start = performance.now();
    const value = await store.get(key);
    times.push(performance.now() - start);
    versionIn(value, index);
  }
  return times;
}

/** Writes and compacts, over and over, until `end` is called. */
function keepBusy(store: Store, batches: readonly (readonly Row[])[]): { end(): Promise<void> } {
  let ended = false;
  const work = (async () => {
    while (!ended) {
      const compacted = store.compact?.();
      for (const batch of batches) if (!ended) await store.load(batch);
      await compacted;
    }
  })();
  return {
    end() {
      ended = true;
      return work;
    },
  };
}

/** `end` gives how many milliseconds a task of the page waited at most behind another one. */
function watchTicks(): { end(): number } {
  let most = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    most = Math.max(most, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}
