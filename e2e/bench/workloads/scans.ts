import type { Rows } from '../stores/store.js';
import { keyAt, randomFrom, versionIn } from './data.js';
import {
  type Bench,
  callsInFlight,
  measureCalls,
  openLoaded,
  provideLoaded,
  readingPass,
  type Workload,
} from './workload.js';

const SCANS = 100;
const ROWS = 100;

/** W4: scans of 100 rows from random keys on, and the whole table. */
export const scans: Workload = [provideLoaded, shortScans, fullScan];

async function shortScans(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const random = randomFrom(6);
  await measureCalls(bench, 'scan-100', SCANS, async () => {
    const starts = Array.from({ length: SCANS }, () => Math.floor(random() * (cells - ROWS)));
    const keys = starts.map((start) => keyAt(start, cells));
    const found: Rows[] = [];
    const pass = await callsInFlight(SCANS, 1, async (at) => {
      found.push(await store.scan(keys[at] as string, ROWS));
    });
    for (const [at, rows] of found.entries()) checkRows(rows, ROWS, (row) => (starts[at] as number) + row, cells);
    return pass;
  });
  await store.close();
}

async function fullScan(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const check = (rows: Rows) => checkRows(rows, cells, (row) => row, cells);
  await measureCalls(bench, 'scan-all', cells, () => readingPass(() => store.scanAll(), check));
  await store.close();
}

/** Throws unless there are `length` rows, the n-th of them that of `indexAt(n)`. */
export function checkRows(
  { keys, values }: Rows,
  length: number,
  indexAt: (row: number) => number,
  cells: number,
): void {
  if (keys.length !== length || values.length !== length) throw new Error(`${keys.length} rows instead of ${length}`);
  for (const [at, key] of keys.entries()) {
    const index = indexAt(at);
    if (key !== keyAt(index, cells)) throw new Error(`row ${index} has the key ${key}`);
    versionIn(values[at], index);
  }
}
