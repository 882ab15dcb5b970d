import type { Rows, Version } from '../stores/store.js';
import { keyAt, shuffled, valueAt, versionIn } from './data.js';
import { type Bench, loadBatches, medianOfPasses, perSecond, timed, timedRows } from './workload.js';

const VERSIONS = 10;
const NEWEST = 3;
/** Timestamps of the versions: 1,000, 2,000 … 10,000. */
const STEP = 1_000;

/** W5: a tenth as many rows with ten versions each: the latest of all, all as of a time in the middle, the three newest of 1,000 rows. */
export async function versions(bench: Bench): Promise<void> {
  const rows = Math.floor(bench.cells / VERSIONS);
  const filled = await bench.open('versions');
  const order = shuffled(rows, 8);
  // Version by version, as they come in life.
  const make = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => versionAt(order, rows, from + at));
  await loadBatches(rows * VERSIONS, make, {
    write: (batch: readonly Version[]) => filled.loadVersions(batch),
    sync: () => filled.sync(),
  });
  await filled.close();

  const store = await bench.open('versions');
  const middle = VERSIONS / 2;
  const reads = [
    ['versions-latest', VERSIONS, () => store.latest()],
    ['versions-as-of', middle, () => store.asOf(middle * STEP + STEP / 2)],
  ] as const;
  for (const [figure, version, read] of reads) {
    const ms = await medianOfPasses(() => timedRows(read, (found) => checkAll(found, rows, version)));
    bench.record(figure, perSecond(rows, ms));
  }

  const wanted = shuffled(rows, 9).subarray(0, 1_000);
  const keys = Array.from(wanted, (index) => keyAt(index, rows));
  const ms = await medianOfPasses(async () => {
    let lists: readonly (readonly Uint8Array[])[] = [];
    const ms = await timed(async () => {
      lists = await store.newest(keys, NEWEST);
    });
    for (const [at, list] of lists.entries()) {
      const present = list.map((value) => versionIn(value, wanted[at] as number));
      if (present.join() !== '10,9,8') throw new Error(`row ${wanted[at]} has the newest versions ${present}`);
    }
    return ms;
  });
  bench.record('versions-newest', perSecond(keys.length, ms));
  await store.close();
}

function versionAt(order: Uint32Array, rows: number, at: number): Version {
  const index = order[at % rows] as number;
  const version = 1 + Math.floor(at / rows);
  return { key: keyAt(index, rows), timestamp: version * STEP, value: valueAt(index, version) };
}

function checkAll({ keys, values }: Rows, rows: number, version: number): void {
  if (keys.length !== rows) throw new Error(`${keys.length} rows instead of ${rows}`);
  for (const [at, key] of keys.entries()) {
    const found = versionIn(values[at], at);
    if (key !== keyAt(at, rows) || found !== version) throw new Error(`row ${at} is ${key}, version ${found}`);
  }
}
