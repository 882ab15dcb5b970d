import { quantile } from '../report/statistics.js';
import type { Row, Store } from '../stores/store.js';
import { keyAt, randomFrom, rowsAt, shuffled, versionIn } from './data.js';
import { type Bench, openLoaded, provideLoaded, type Workload } from './workload.js';

/** A store whose gets are slow makes fewer of them. */
const MOST_GETS = 10_000;
const MOST_MS = 2_000;
/** What is written meanwhile: so many rows at a time, so often. */
const WRITTEN = 100;
const WRITE_PAUSE_MS = 10;
/** Between two compactions: far less than in life, but not one upon the other, which would measure how long a device takes to force a file. */
const COMPACT_PAUSE_MS = 100;
/** They are written in turn: few, so that the page is not kept busy by its own memory. */
const BATCHES = 20;
const TICK_MS = 4;

/**
 * busy: gets one after the other while rows are written at a steady pace, by every store alike. Bigtab is flushed and compacted over and over
 * besides, which is far more often than it does so by itself.
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
  const times = await getTimes(store, bench.cells);
  await work.end();
  const blocked = ticks.end();
  await store.close();
  bench.record('busy-p50', quantile(times, 0.5) * 1_000);
  bench.record('busy-p99', quantile(times, 0.99) * 1_000);
  bench.record('page-blocked', blocked);
}

/** Milliseconds of each get. */
async function getTimes(store: Store, cells: number): Promise<number[]> {
  const random = randomFrom(12);
  const times: number[] = [];
  const end = performance.now() + MOST_MS;
  while (times.length < MOST_GETS && performance.now() < end) {
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
function keepBusy(store: Store, batches: readonly (readonly Row[])[], compacts: boolean): { end(): Promise<void> } {
  let ended = false;
  const write = async () => {
    for (let at = 0; !ended; at = (at + 1) % batches.length) {
      await store.load(batches[at] as readonly Row[]);
      await pause(WRITE_PAUSE_MS);
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
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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
