import type { Rows } from '../stores/store.js';
import { keyAt, randomFrom, versionIn } from './data.js';
import { type Bench, medianOfPasses, openLoaded, perSecond, timed, timedRows } from './workload.js';

const SCANS = 100;
const ROWS = 100;

/** W4: scans of 100 rows from random keys on, and the whole table. */
export async function scans(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const random = randomFrom(6);
  const ms = await medianOfPasses(async () => {
    const starts = Array.from({ length: SCANS }, () => Math.floor(random() * (cells - ROWS)));
    const keys = starts.map((start) => keyAt(start, cells));
    const found: Rows[] = [];
    const ms = await timed(async () => {
      for (const key of keys) found.push(await store.scan(key, ROWS));
    });
    for (const [at, rows] of found.entries()) checkRange(rows, starts[at] as number, ROWS, cells);
    return ms;
  });
  bench.record('scan-100', perSecond(SCANS, ms));

  const allMs = await medianOfPasses(() =>
    timedRows(
      () => store.scanAll(),
      (rows) => checkRange(rows, 0, cells, cells),
    ),
  );
  bench.record('scan-all', perSecond(cells, allMs));
  await store.close();
}

function checkRange({ keys, values }: Rows, start: number, length: number, cells: number): void {
  if (keys.length !== length || values.length !== length) throw new Error(`${keys.length} rows instead of ${length}`);
  for (const [at, key] of keys.entries()) {
    if (key !== keyAt(start + at, cells)) throw new Error(`row ${start + at} has the key ${key}`);
    versionIn(values[at], start + at);
  }
}
