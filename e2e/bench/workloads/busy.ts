import { quantile } from '../report/statistics.js';
import type { Row, Store } from '../stores/store.js';
import { keyAt, randomFrom, rowsAt, shuffled, versionIn } from './data.js';
import { watchTicks } from './page-ticks.js';
import { type Bench, openLoaded, provideLoaded, type Workload } from './workload.js';

/** How long gets run before the measurement, and how long they are measured. */
const WARM_UP_MS = 300;
const MEASURED_MS = 1_500;
/**
 * The longest time without a pause for other tasks. Otherwise, with a store that answers within the task, the writer's
 * timer would never run.
 */
const TASK_MS = 4;
/** With fewer batches, hardly any get would run during a write, so the run fails. */
const LEAST_BATCHES = 10;
/**
 * The rows of a batch, and the time from one batch to the next. If a store needs longer for a batch, the next one
 * starts at once.
 */
const WRITTEN = 100;
const WRITE_EVERY_MS = 10;
/**
 * The pause between two compactions: far shorter than in practice, but long enough that the figure is not the time a
 * device takes to force a file.
 */
const COMPACT_PAUSE_MS = 100;
/** The batches are made once and written repeatedly, so the page allocates little during the measurement. */
const BATCHES = 20;

/**
 * busy: gets one after the other, while rows are written at the same steady rate for every store. Bigtab is also
 * flushed and compacted repeatedly, far more often than it would do so automatically.
 */
export const busy: Workload = [provideLoaded, getsWhileWriting];

async function getsWhileWriting(bench: Bench): Promise<void> {
  const store = await openLoaded(bench);
  const order = shuffled(bench.cells, 14);
  const batches = Array.from({ length: BATCHES }, (_, batch) =>
    rowsAt([...order.subarray(batch * WRITTEN, (batch + 1) * WRITTEN)], bench.cells),
  );
  const ticks = watchTicks();
  const work = keepBusy(store, batches, bench.compacts);
  await getTimes(store, bench.cells, WARM_UP_MS);
  const times = await getTimes(store, bench.cells, MEASURED_MS);
  const written = await work.end();
  const blocked = ticks.end();
  await store.close();
  if (written < LEAST_BATCHES) throw new Error(`only ${written} batches were written while gets were measured`);
  bench.record('busy-p50', quantile(times, 0.5) * 1_000);
  bench.record('busy-p99', quantile(times, 0.99) * 1_000);
  bench.record('page-blocked', blocked);
}

/** The milliseconds of each get, one after the other for `duration` milliseconds. */
async function getTimes(store: Store, cells: number, duration: number): Promise<number[]> {
  const random = randomFrom(12);
  const times: number[] = [];
  const end = performance.now() + duration;
  let task = performance.now();
  while (performance.now() < end) {
    if (performance.now() - task >= TASK_MS) {
      await pause(0);
      task = performance.now();
    }
    const index = Math.floor(random() * cells);
    const key = keyAt(index, cells);
    const start = performance.now();
    const value = await store.get(key);
    times.push(performance.now() - start);
    versionIn(value, index);
  }
  return times;
}

/** Writes and compacts repeatedly until `end` is called, which returns the number of batches. */
function keepBusy(store: Store, batches: readonly (readonly Row[])[], compacts: boolean): { end(): Promise<number> } {
  let ended = false;
  let written = 0;
  const write = async () => {
    for (let due = performance.now(); !ended; due = Math.max(due + WRITE_EVERY_MS, performance.now())) {
      await pause(due - performance.now());
      await store.load(batches[written % batches.length] as readonly Row[]);
      written++;
    }
  };
  const compact = async () => {
    while (!ended && compacts) {
      await store.compact?.();
      await pause(COMPACT_PAUSE_MS);
    }
  };
  const work = Promise.all([write(), compact()]);
  return {
    async end() {
      ended = true;
      await work;
      return written;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
