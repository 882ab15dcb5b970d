import type { Page } from 'playwright/test';
import { STORES } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import type { DrivenWorkload } from './driven-workload.js';
import type { Session } from './session.js';

const REST_MS = 2_000;

/** W8: what a loaded table takes on disk and in memory. */
export const footprint: DrivenWorkload = async (session, store, cells) => {
  const figures: Partial<Record<Figure, number>> = {};
  const page = await session.page();
  const before = await restingMemory(session, page);
  const diskBefore = await session.diskMegabytes();
  await page.evaluate(([store, cells]) => globalThis.bench.fill(store, 'footprint', cells, false), [
    store,
    cells,
  ] as const);
  const after = await restingMemory(session, page);
  if (before !== null && after !== null) figures['memory-loaded'] = after - before;
  figures['disk-loaded'] = (await session.diskMegabytes()) - diskBefore;
  if (STORES[store].compacts) {
    await page.evaluate(() => globalThis.bench.compact());
    figures['disk-compacted'] = (await session.diskMegabytes()) - diskBefore;
  }
  await page.evaluate(() => globalThis.bench.close());
  figures['disk-closed'] = (await session.diskMegabytes()) - diskBefore;
  return figures;
};

/** Memory once rubbish is collected and processes of earlier pages are gone. */
async function restingMemory(session: Session, page: Page): Promise<number | null> {
  await page.requestGC();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return session.memoryMegabytes();
}
