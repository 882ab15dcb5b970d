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

/** W4: scans of 100 rows, starting at random keys, and of the whole table. */
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
    checkScans(found, starts, ROWS, cells);
    return pass;
  });
  await store.close();
}

async function fullScan(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const expected = rowsExpected(
    Array.from({ length: cells }, (_, row) => row),
    cells,
  );
  const check = (rows: Rows) => checkRows(rows, expected);
  await measureCalls(bench, 'scan-all', cells, () => readingPass(() => store.scanAll(), check));
  await store.close();
}

/** The rows that a scan must return, in order. */
export interface Expected {
  readonly indexes: readonly number[];
  readonly keys: readonly string[];
}

export function rowsExpected(indexes: readonly number[], cells: number): Expected {
  return { indexes, keys: indexes.map((index) => keyAt(index, cells)) };
}

/** Throws unless each scan found `length` rows, beginning with its start. */
export function checkScans(found: readonly Rows[], starts: readonly number[], length: number, cells: number): void {
  for (const [at, rows] of found.entries()) {
    const indexes = Array.from({ length }, (_, row) => (starts[at] as number) + row);
    checkRows(rows, rowsExpected(indexes, cells));
  }
}

/** Throws unless these are the rows. */
export function checkRows({ keys, values }: Rows, expected: Expected): void {
  const { length } = expected.keys;
  if (keys.length !== length || values.length !== length) throw new Error(`${keys.length} rows instead of ${length}`);
  for (const [at, key] of keys.entries()) {
    const index = expected.indexes[at] as number;
    if (key !== expected.keys[at]) throw new Error(`row ${index} has the key ${key}`);
    versionIn(values[at], index);
  }
}
