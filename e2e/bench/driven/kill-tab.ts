import type { Page } from 'playwright/test';
import { endProcess } from '../../process-tree.js';
import { processOf } from '../../tab-process.js';
import type { StoreName } from '../stores/store-names.js';
import type { DrivenWorkload } from './driven-workload.js';

const DATABASE = 'killed-tab';
/** The page's function that reports how many puts were acknowledged. */
const REPORT = 'reportAcknowledged';

/**
 * Measures whether acknowledged puts survive: a page puts single rows for one second, then its process is killed while
 * the browser keeps running. A new tab counts the acknowledged rows that are missing or wrong.
 */
export const killTab: DrivenWorkload = async (session, store) => {
  const page = await session.page();
  const acknowledged = await putUntilKilled(page, await processOf(page), store);
  const after = await session.page();
  const lost = await after.evaluate(
    ([store, name, acknowledged]) => globalThis.bench.countLost(store, name, acknowledged),
    [store, DATABASE, acknowledged] as const,
  );
  return { acknowledged, lost };
};

/** The number of puts that were acknowledged when the page's process, `id`, was killed. */
async function putUntilKilled(page: Page, id: number, store: StoreName): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: REPORT });
  const reported = new Promise<number>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== REPORT) return;
      // This comes first, so that the store gets no more time.
      endProcess(id);
      resolve(Number(payload));
    });
  });
  const putting = page.evaluate(([store, name, report]) => globalThis.bench.putForOneSecond(store, name, report), [
    store,
    DATABASE,
    REPORT,
  ] as const);
  // Rejects at once if a put fails, and after a time limit if another process was killed.
  const acknowledged = await Promise.race([reported, putting]);
  await putting.catch(onlyTheKill);
  return acknowledged;
}

/** A call of a page rejects when its process ends. */
function onlyTheKill(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes('Target crashed')) throw error;
}
