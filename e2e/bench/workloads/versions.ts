import type { Rows, Store, Version } from '../stores/store.js';
import { keyAt, shuffled, valueAt, versionIn } from './data.js';
import { type Bench, loadBatches, measureCalls, readingPass, type Step, timed, type Workload } from './workload.js';

const VERSIONS = 10;
const NEWEST = 3;
/** Timestamps of the versions: 1,000, 2,000 … 10,000. */
const STEP = 1_000;

const NAME = 'versions';
const NEWEST_ROWS = 1_000;

/**
 * W5: a tenth as many rows, with ten versions each. Reads the latest version of all, all versions as of a time in the
 * middle, and the three newest versions of 1,000 rows.
 */
export const versions: Workload = [
  provideVersions,
  readAll('versions-latest', VERSIONS, (store) => store.latest()),
  readAll('versions-as-of', VERSIONS / 2, (store) => store.asOf((VERSIONS / 2) * STEP + STEP / 2)),
  readNewest,
];

async function provideVersions(bench: Bench): Promise<void> {
  const rows = rowsOf(bench);
  const store = await bench.open(NAME);
  const order = shuffled(rows, 8);
  // Version by version, as in practice.
  const make = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => versionAt(order, rows, from + at));
  await loadBatches(rows * VERSIONS, make, {
    write: (batch: readonly Version[]) => store.loadVersions(batch),
    flush: () => store.flush(),
  });
  await store.close();
}

function readAll(
  figure: 'versions-latest' | 'versions-as-of',
  version: number,
  read: (store: Store) => Promise<Rows>,
): Step {
  return async (bench) => {
    const rows = rowsOf(bench);
    const store = await bench.open(NAME);
    const check = (found: Rows) => checkAll(found, rows, version);
    await measureCalls(bench, figure, rows, () => readingPass(() => read(store), check));
    await store.close();
  };
}

async function readNewest(bench: Bench): Promise<void> {
  const rows = rowsOf(bench);
  const store = await bench.open(NAME);
  const wanted = shuffled(rows, 9).subarray(0, NEWEST_ROWS);
  const keys = Array.from(wanted, (index) => keyAt(index, rows));
  await measureCalls(bench, 'versions-newest', keys.length, async () => {
    let lists: readonly (readonly Uint8Array[])[] = [];
    const ms = await timed(async () => {
      lists = await store.newest(keys, NEWEST);
    });
    if (lists.length !== keys.length) throw new Error(`${lists.length} lists of versions instead of ${keys.length}`);
    for (const [at, list] of lists.entries()) {
      const present = list.map((value) => versionIn(value, wanted[at] as number));
      if (present.join() !== '10,9,8') throw new Error(`row ${wanted[at]} has the newest versions ${present}`);
    }
    return { ms };
  });
  await store.close();
}

function rowsOf({ cells }: Bench): number {
  return Math.floor(cells / VERSIONS);
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
