import type { Row, Store } from '../stores/store.js';
import { rowsAt, shuffled, versionIn } from './data.js';
import { callsInFlight, checkStored, loadRows, measureCalls, type Step, type Workload } from './workload.js';

const CALLS = 1_000;

/** transactions: puts of stored rows, and transactions that read such a row and write it. */
export const transactions: Workload = [
  changing('update', (store, row) => store.put(row)),
  changing('transaction', async (store, row, read) => read((await store.exchange?.(row)) ?? null)),
];

/** Measures passes of calls that write rows of a loaded table. `read` is called with the value that one has read. */
function changing(
  figure: 'update' | 'transaction',
  write: (store: Store, row: Row, read: (value: Uint8Array | null) => void) => Promise<void>,
): Step {
  return async (bench) => {
    const { cells } = bench;
    const store = await bench.open(figure);
    await loadRows(store, shuffled(cells, 17), cells);
    const order = shuffled(cells, 18).subarray(0, CALLS);
    let version = 0;
    await measureCalls(bench, figure, order.length, async () => {
      const rows = rowsAt(order, cells, version + 1);
      const values: (Uint8Array | null)[] = [];
      const pass = await callsInFlight(order.length, 1, (at) =>
        write(store, rows[at] as Row, (value) => values.push(value)),
      );
      // Each transaction has read what the pass before has written.
      for (const [at, value] of values.entries()) {
        const found = versionIn(value, order[at] as number);
        if (found !== version) throw new Error(`row ${order[at]} had version ${found} instead of ${version}`);
      }
      version++;
      return pass;
    });
    await checkStored(store, [...order], cells, version);
    await store.close();
  };
}
