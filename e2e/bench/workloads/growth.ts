import type { Rows } from '../stores/store.js';
import { keyAt, randomFrom, rowsAt, versionIn } from './data.js';
import { checkScans } from './scans.js';
import { type Bench, openLoaded, provideLoaded, timed, type Workload } from './workload.js';

const GETS = 4_000;
const PUTS = 2_000;
const SCANS = 200;
const ROWS = 100;

/** The times of one get, one put, one scan and one open with tables of this size. */
export const growth: Workload = [provideLoaded, costs];

async function costs(bench: Bench): Promise<void> {
  const { cells } = bench;
  const random = randomFrom(13);
  const draw = (count: number) => Array.from({ length: count }, () => Math.floor(random() * (cells - ROWS)));

  const [first = 0] = draw(1);
  const start = performance.now();
  const store = await openLoaded(bench);
  const value = await store.get(keyAt(first, cells));
  bench.record('grow-open', performance.now() - start);
  versionIn(value, first);

  const wanted = draw(GETS);
  const values: (Uint8Array | null)[] = [];
  const getMs = await timed(async () => {
    for (const index of wanted) values.push(await store.get(keyAt(index, cells)));
  });
  for (const [at, index] of wanted.entries()) versionIn(values[at], index);
  bench.record('grow-get', (getMs / GETS) * 1_000);

  const starts = draw(SCANS);
  const found: Rows[] = [];
  const scanMs = await timed(async () => {
    for (const from of starts) {
      found.push(await store.scan(keyAt(from, cells), ROWS));
    }
  });
  checkScans(found, starts, ROWS, cells);
  bench.record('grow-scan', (scanMs / SCANS) * 1_000);

  const rows = rowsAt(draw(PUTS), cells);
  const putMs = await timed(async () => {
    for (const row of rows) await store.put(row);
  });
  bench.record('grow-put', (putMs / PUTS) * 1_000);
  await store.close();
}
