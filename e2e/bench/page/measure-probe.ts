import { AdapterProbe } from '../probes/adapter-probe.js';
import { makeProbe } from '../probes/make-probe.js';
import type { Probe } from '../probes/probe.js';
import { type ProbeFigure, type ProbeRun, SIDES, type Side } from '../probes/probe-figures.js';
import type { ProbedName } from '../probes/probe-names.js';
import { median } from '../report/statistics.js';
import { keyAt, rowsAt, shuffled, valueAt } from '../workloads/data.js';
import { BATCH, timed } from '../workloads/workload.js';
import { makeStore } from './make-store.js';

/** The share of a load that is off the clock: it compiles what the rest runs. */
const WARM_UP_SHARE = 0.2;
const WARM_UP_MS = 400;
const MEASURED_MS = 1_000;
const LEAST_PASSES = 5;

const LIST = 100;
const LISTS = 20;
const GETS = 500;
const PUTS = 100;
/**
 * In a table with a different number of rows, all rows except the first one have different keys, so the puts begin with
 * the second one.
 */
const PUT_ROWS = 2_000_000;

/** A pass of one figure, and how many rows or calls it counts. */
interface Pass {
  readonly count: number;
  run(): Promise<void>;
}
type PassName = Exclude<ProbeFigure, 'load'>;

/**
 * Measures both sides of a store, `first` first, each on a new database. Their passes alternate on one page, so that
 * both run while the machine and the browser are equally fast. Every answer is counted.
 */
export async function measureProbe(
  first: Side,
  store: ProbedName,
  cells: number,
): Promise<readonly Pick<ProbeRun, 'side' | 'figures'>[]> {
  const order: readonly Side[] = [first, ...SIDES.filter((side) => side !== first)];
  const probes = order.map((side) => (side === 'probe' ? makeProbe(store) : new AdapterProbe(makeStore(store))));
  for (const [at, probe] of probes.entries()) await probe.open(`${order[at]}-of-${store}`);
  const loads = await loadAll(probes, cells);
  const passes = probes.map((probe) => passesOf(probe, cells));
  const rates = async (name: PassName) => ratesOf(passes.map((each) => each[name]));
  const [scanAll, getMany, get, put] = [
    await rates('scanAll'),
    await rates('getMany'),
    await rates('get'),
    await rates('put'),
  ];
  for (const probe of probes) await probe.close();
  return order.map((side, at) => ({
    side,
    figures: {
      load: loads[at] as number,
      scanAll: scanAll[at] as number,
      getMany: getMany[at] as number,
      get: get[at] as number,
      put: put[at] as number,
    },
  }));
}

function passesOf(probe: Probe, cells: number): Readonly<Record<PassName, Pass>> {
  const order = shuffled(cells, 3);
  let next = 0;
  let puts = 1;
  const someKeys = (count: number) =>
    Array.from({ length: count }, () => keyAt(order[next++ % cells] as number, cells));
  return {
    scanAll: { count: cells, run: async () => expectAll(await probe.scanAll(), cells) },
    getMany: {
      count: LIST * LISTS,
      run: async () => {
        for (let list = 0; list < LISTS; list++) expectAll(await probe.getMany(someKeys(LIST)), LIST);
      },
    },
    get: {
      count: GETS,
      run: async () => {
        for (let count = 0; count < GETS; count++) {
          if ((await probe.get(someKeys(1)[0] as string)) === 0) throw new Error('a row is missing');
        }
      },
    },
    put: {
      count: PUTS,
      run: async () => {
        for (let count = 0; count < PUTS; count++, puts++) {
          await probe.put({ key: keyAt(puts, PUT_ROWS), value: valueAt(puts) });
        }
      },
    },
  };
}

/** Loads all rows into each probe, a batch at a time in turn. Returns the rows per second of each. */
async function loadAll(probes: readonly Probe[], cells: number): Promise<number[]> {
  const batches = Math.ceil(cells / BATCH);
  const warmUp = Math.floor(batches * WARM_UP_SHARE);
  const times = probes.map(() => 0);
  for (let batch = 0; batch < batches; batch++) {
    const from = batch * BATCH;
    const rows = rowsAt(
      Array.from({ length: Math.min(BATCH, cells - from) }, (_, at) => from + at),
      cells,
    );
    for (const [at, probe] of probes.entries()) {
      const ms = await timed(() => probe.load(rows));
      if (batch >= warmUp) times[at] = (times[at] as number) + ms;
    }
  }
  return times.map((ms) => ((cells - warmUp * BATCH) / ms) * 1_000);
}

/** The rows or calls per second of each pass once it is warm: the median of its runs, which alternate. */
async function ratesOf(passes: readonly Pass[]): Promise<number[]> {
  const runAll = async () => {
    const times: number[] = [];
    for (const pass of passes) times.push(await timed(() => pass.run()));
    return times;
  };
  await runUntil(WARM_UP_MS, 1, runAll);
  const rounds = await runUntil(MEASURED_MS, LEAST_PASSES, runAll);
  return passes.map(({ count }, at) => (count / median(rounds.map((times) => times[at] as number))) * 1_000);
}

/** Repeats `run` until every time that it returns has reached `ms` in total, at least `least` times. */
async function runUntil(ms: number, least: number, run: () => Promise<number[]>): Promise<number[][]> {
  const rounds: number[][] = [];
  const totals: number[] = [];
  while (rounds.length < least || Math.min(...totals) < ms) {
    const times = await run();
    rounds.push(times);
    for (const [at, time] of times.entries()) totals[at] = (totals[at] ?? 0) + time;
  }
  return rounds;
}

function expectAll(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} rows instead of ${expected}`);
}
