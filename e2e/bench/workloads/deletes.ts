import type { Rows } from '../stores/store.js';
import { keyAt, shuffled, versionIn } from './data.js';
import { BATCH, type Bench, loadRows, medianOfPasses, perSecond, timed, timedRows } from './workload.js';

/** W9: deletes every other row in batches, then reads the whole table. */
export async function deletes(bench: Bench): Promise<void> {
  const { cells } = bench;
  const filled = await bench.open('deletes');
  await loadRows(filled, shuffled(cells, 11), cells);
  await filled.close();
  const store = await bench.open('deletes');
  const half = Math.floor(cells / 2);
  const gone = Array.from({ length: half }, (_, index) => keyAt(2 * index + 1, cells));
  const deleteMs = await timed(async () => {
    for (let at = 0; at < half; at += BATCH) await store.deleteMany(gone.slice(at, at + BATCH));
  });
  const left = cells - half;
  const check = ({ keys, values }: Rows) => {
    if (keys.length !== left) throw new Error(`${keys.length} rows are left instead of ${left}`);
    for (const [at, key] of keys.entries()) {
      if (key !== keyAt(2 * at, cells)) throw new Error(`row ${2 * at} has the key ${key}`);
      versionIn(values[at], 2 * at);
    }
  };
  const scanMs = await medianOfPasses(() => timedRows(() => store.scanAll(), check));
  await store.close();
  bench.record('delete-half', perSecond(half, deleteMs));
  bench.record('scan-rest', perSecond(left, scanMs));
}
