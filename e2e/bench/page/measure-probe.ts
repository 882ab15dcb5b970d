import { AdapterProbe } from '../probes/adapter-probe.js';
import { makeProbe } from '../probes/make-probe.js';
import type { Probe } from '../probes/probe.js';
import type { ProbeRun, Side } from '../probes/probe-figures.js';
import type { ProbedName } from '../probes/probe-names.js';
import { median } from '../report/statistics.js';
import { keyAt, rowsAt, shuffled, valueAt } from '../workloads/data.js';
import { BATCH, timed } from '../workloads/workload.js';
import { makeStore } from './make-store.js';

/** The share of a load that is off the clock: it compiles what the rest runs. */
const WARM_UP_SHARE = 0.2;
const WARM_UP_MS = 400;
const MEASURED_MS = 600;
const LEAST_PASSES = 5;

const LIST = 100;
const LISTS = 20;
const GETS = 500;
const PUTS = 100;
/**
 * In a table with another number of rows all rows but the first one have other keys: the puts begin with the second
 * one.
 */
const PUT_ROWS = 2_000_000;

/** Measures one side of a store on a new database. Every answer is counted. */
export async function measureProbe(
  side: Side,
  store: ProbedName,
  cells: number,
  name: string,
): Promise<ProbeRun['figures']> {
  const probe = side === 'probe' ? makeProbe(store) : new AdapterProbe(makeStore(store));
  await probe.open(name);
  const load = await loadAll(probe, cells);
  const order = shuffled(cells, 3);
  let next = 0;
  let puts = 1;
  const someKeys = (count: number) =>
    Array.from({ length: count }, () => keyAt(order[next++ % cells] as number, cells));
  const figures = {
    load,
    scanAll: await rate(cells, async () => expectAll(await probe.scanAll(), cells)),
    getMany: await rate(LIST * LISTS, async () => {
      for (let list = 0; list < LISTS; list++) expectAll(await probe.getMany(someKeys(LIST)), LIST);
    }),
    get: await rate(GETS, async () => {
      for (let count = 0; count < GETS; count++) {
        if ((await probe.get(someKeys(1)[0] as string)) === 0) throw new Error('a row is missing');
      }
    }),
    put: await rate(PUTS, async () => {
      for (let count = 0; count < PUTS; count++, puts++) {
        await probe.put({ key: keyAt(puts, PUT_ROWS), value: valueAt(puts) });
      }
    }),
  };
  await probe.close();
  return figures;
}

/** Rows a second. */
async function loadAll(probe: Probe, cells: number): Promise<number> {
  const batches = Array.from({ length: Math.ceil(cells / BATCH) }, (_, batch) => {
    const from = batch * BATCH;
    return rowsAt(
      Array.from({ length: Math.min(BATCH, cells - from) }, (_, at) => from + at),
      cells,
    );
  });
  const warmUp = Math.floor(batches.length * WARM_UP_SHARE);
  for (const batch of batches.slice(0, warmUp)) await probe.load(batch);
  const ms = await timed(async () => {
    for (const batch of batches.slice(warmUp)) await probe.load(batch);
  });
  return ((cells - warmUp * BATCH) / ms) * 1_000;
}

/** How many of `count` a second `pass` takes, once it is warm: the median of its passes. */
async function rate(count: number, pass: () => Promise<void>): Promise<number> {
  for (let ms = 0; ms < WARM_UP_MS; ) ms += await timed(pass);
  const times: number[] = [];
  for (let ms = 0; ms < MEASURED_MS || times.length < LEAST_PASSES; ) {
    const time = await timed(pass);
    times.push(time);
    ms += time;
  }
  return (count / median(times)) * 1_000;
}

function expectAll(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} rows instead of ${expected}`);
}
