import type { Page } from 'playwright/test';
import { STORES, type StoreName } from '../stores/store-names.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import type { DrivenWorkload } from './driven-workload.js';
import { OPEN_GATE } from './gate.js';
import { limited } from './limited.js';
import { memoryReleaser } from './release-memory.js';
import type { Session } from './session.js';
import { type WeighedStore, weigh } from './weigh.js';

const DATABASE = 'footprint';

/** W8: what a loaded table takes on disk and in memory. It waits two minutes; `run-weighing` has several stores wait at the same time. */
export const footprint: DrivenWorkload = async (session, store, cells) =>
  weigh(await weighedStore(session, store, cells, SYSTEM_CLOCK), {
    clock: SYSTEM_CLOCK,
    busy: OPEN_GATE,
    reading: OPEN_GATE,
  });

/** A store in the browser of `session`, which starts with this. REQUIRES a fresh profile. */
export async function weighedStore(
  session: Session,
  store: StoreName,
  cells: number,
  clock: Clock,
): Promise<WeighedStore> {
  let page = await session.page();
  const release = await memoryReleaser(page);
  const call = (work: (page: Page) => Promise<void>) => limited(work(page), clock);
  return {
    async memory() {
      await release();
      return session.memoryMegabytes();
    },
    disk: () => session.diskMegabytes(),
    load() {
      const { fill, loadedRows } = pageCalls(page, store, cells);
      return limited(fill(), clock, loadedRows);
    },
    close: () => call((page) => page.evaluate(() => globalThis.bench.close())),
    async restart() {
      await session.quit();
      page = await session.page();
      await call((page) => pageCalls(page, store, cells).reopen());
    },
    compact: STORES[store].compacts ? () => call((page) => page.evaluate(() => globalThis.bench.compact())) : null,
  };
}

function pageCalls(page: Page, store: StoreName, cells: number) {
  const words = [store, DATABASE, cells] as const;
  return {
    fill: () => page.evaluate(([store, name, cells]) => globalThis.bench.fill(store, name, cells), words),
    loadedRows: () => page.evaluate(() => globalThis.bench.loadedRows()),
    reopen: () => page.evaluate(([store, name, cells]) => globalThis.bench.reopen(store, name, cells), words),
  };
}
