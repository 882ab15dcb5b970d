import type { Page } from 'playwright/test';

/* What a tab of the tests with several tabs does, and what it reports. These functions run in the page. */

/** The number of calls that a tab begins at once. */
export const BURST = 24;
/** The number of bursts that a tab keeps open. */
const OPEN_BURSTS = 2;

/** The row that all tabs count in. */
export const SHARED = 'shared';

/** An acknowledged call: of the tab's own counter, of the shared one with its value, or a put with its row. */
export type Acknowledged =
  | { readonly kind: 'own' }
  | { readonly kind: 'shared'; readonly value: number }
  | { readonly kind: 'put'; readonly row: string };

export interface InPageTab {
  connection: import('bigtab').Connection;
  workers: Worker[];
  /** Ends the worker of this tab, which leads, when it has started. */
  endWorker(): Promise<void>;
  /** Begins no further burst. Resolves when every call has settled and was reported. */
  stop(): Promise<void>;
  /** The same for a tab that has written as much as it should. */
  finished: Promise<unknown>;
  /** The test's functions, which may be called again. A burst of the tab begins when the first one has resolved. */
  announce(tab: string, first: number): Promise<void>;
  acknowledge(tab: string, first: number, done: readonly Acknowledged[]): Promise<void>;
  complain(what: string): Promise<void>;
}

/** Connects, and writes until it is stopped, or at most `most` bursts. */
export async function startTab(page: Page, tab: string, most: number): Promise<void> {
  await page.evaluate(
    async ([tab, most, burst, openBursts, shared]) => {
      const page = globalThis as unknown as InPageTab;
      const { connect } = await import('bigtab');
      const { workers, worker: startWorker } = recordedWorkers();
      const started = new Map<Worker, Promise<unknown>>();
      const worker = () => {
        const one = startWorker();
        started.set(one, new Promise((resolve) => one.addEventListener('message', resolve, { once: true })));
        return one;
      };
      // Nothing but the page itself ends a worker that starts, so nothing notices that for ten seconds.
      const endWorker = async () => {
        const one = workers.at(-1) as Worker;
        await started.get(one);
        one.terminate();
      };
      // So that the table is flushed during the test too, and a takeover never reads more of the log.
      const connection = await connect('tabs', { worker, memory: { flushSize: 1 << 20 } });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      // A page that enters the back/forward cache never receives the answer of the test.
      const report = async (call: () => Promise<void>) => {
        const isLate = () => new Promise<true>((resolve) => setTimeout(resolve, 2_000, true));
        while (await Promise.race([call().then(() => false), isLate()]));
      };
      let begun = 0;
      let stopped = false;
      const one = async (number: number): Promise<Acknowledged> => {
        if (number % 3 === 0) {
          await table.incrementColumnValue(tab, 'f', 'n', 1);
          return { kind: 'own' };
        }
        if (number % 3 === 1)
          return { kind: 'shared', value: Number(await table.incrementColumnValue(shared, 'f', 'n', 1)) };
        const row = `${tab}/${number}`;
        await table.put({ row, cells: { f: { q: `${number}` } } });
        return { kind: 'put', row };
      };
      const write = async () => {
        while (!stopped && begun < most) {
          const first = begun++ * burst;
          await report(() => page.announce(tab, first));
          const calls = Array.from({ length: burst }, (_, at) => one(first + at));
          const settled = await Promise.allSettled(calls);
          for (const call of settled)
            if (call.status === 'rejected') void page.complain(`${tab}: ${call.reason?.stack}`);
          const done = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
          await report(() => page.acknowledge(tab, first, done));
        }
      };
      const finished = Promise.all(Array.from({ length: openBursts }, write));
      const stop = async () => {
        stopped = true;
        await finished;
      };
      Object.assign(page, { connection, workers, endWorker, stop, finished });
    },
    [tab, most, BURST, OPEN_BURSTS, SHARED] as const,
  );
}

/** Reads every counter and every row that was put. */
export function readTabs(page: Page): Promise<{ counts: Readonly<Record<string, number>>; rows: readonly string[] }> {
  return page.evaluate(async () => {
    const table = (globalThis as unknown as InPageTab).connection.getTable('t');
    const counts: Record<string, number> = {};
    const rows: string[] = [];
    for (const result of await table.getScanner().toArray()) {
      const row = new TextDecoder().decode(result.row as Uint8Array);
      const count = result.getValue('f', 'n');
      if (count === null) rows.push(row);
      else counts[row] = Number(new DataView(count.buffer, count.byteOffset).getBigInt64(0));
    }
    return { counts, rows };
  });
}
