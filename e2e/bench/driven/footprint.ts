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

/**
 * W8: what a loaded table takes on disk and in memory. It waits two minutes; `run-weighing` lets several stores wait at
 * the same time.
 */
export const footprint: DrivenWorkload = async (session, store, cells) =>
  weigh(await weighedStore(session, store, cells, SYSTEM_CLOCK), {
    clock: SYSTEM_CLOCK,
    busy: OPEN_GATE,
    reading: OPEN_GATE,
  });

/**
 * A store in the browser of `session`, which starts on first use. Every call has a time limit. REQUIRES a new profile.
 */
export async function weighedStore(
  session: Session,
  store: StoreName,
  cells: number,
  clock: Clock,
): Promise<WeighedStore> {
  const limit = <T>(work: () => Promise<T>) => limited(work(), clock, () => session.progress());
  let page = await limit(() => session.page());
  const release = await limit(() => memoryReleaser(page));
  return {
    async memory() {
      await limit(release);
      return session.memoryMegabytes();
    },
    disk: () => session.diskMegabytes(),
    load: () => limit(() => pageCalls(page, store, cells).fill()),
    close: () => limit(() => page.evaluate(() => globalThis.bench.close())),
    restart: () =>
      limit(async () => {
        await session.quit();
        page = await session.page();
        await pageCalls(page, store, cells).reopen();
      }),
    compact: STORES[store].compacts ? () => limit(() => page.evaluate(() => globalThis.bench.compact())) : null,
  };
}

function pageCalls(page: Page, store: StoreName, cells: number) {
  const words = [store, DATABASE, cells] as const;
  return {
    fill: () => page.evaluate(([store, name, cells]) => globalThis.bench.fill(store, name, cells), words),
    reopen: () => page.evaluate(([store, name, cells]) => globalThis.bench.reopen(store, name, cells), words),
  };
}
