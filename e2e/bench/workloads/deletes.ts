import type { Rows } from '../stores/store.js';
import { keyAt } from './data.js';
import { checkRows, rowsExpected } from './scans.js';
import {
  BATCH,
  type Bench,
  measureCalls,
  openLoaded,
  perSecond,
  provideLoaded,
  readingPass,
  timed,
  type Workload,
} from './workload.js';

/**
 * W9: deletes every other row in batches, then reads the whole table. Afterwards, the loaded table lacks these rows.
 */
export const deletes: Workload = [provideLoaded, deleteHalf, scanRest];

async function deleteHalf(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const half = Math.floor(cells / 2);
  const gone = Array.from({ length: half }, (_, index) => keyAt(2 * index + 1, cells));
  const ms = await timed(async () => {
    for (let at = 0; at < half; at += BATCH) await store.deleteMany(gone.slice(at, at + BATCH));
  });
  await store.close();
  bench.record('delete-half', perSecond(half, ms));
}

async function scanRest(bench: Bench): Promise<void> {
  const { cells } = bench;
  const store = await openLoaded(bench);
  const left = cells - Math.floor(cells / 2);
  const expected = rowsExpected(
    Array.from({ length: left }, (_, row) => 2 * row),
    cells,
  );
  const check = (rows: Rows) => checkRows(rows, expected);
  await measureCalls(bench, 'scan-rest', left, () => readingPass(() => store.scanAll(), check));
  await store.close();
}
