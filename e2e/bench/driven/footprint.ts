import { STORES } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import type { DrivenWorkload } from './driven-workload.js';
import { memoryReleaser } from './release-memory.js';
import type { Session } from './session.js';
import { settled } from './settled.js';

/** W8: what a loaded table takes on disk and in memory. */
export const footprint: DrivenWorkload = async (session, store, cells) => {
  const figures: Partial<Record<Figure, number>> = {};
  const page = await session.page();
  const release = await memoryReleaser(page);
  const before = await restingMemory(session, release);
  const diskBefore = await session.diskMegabytes();
  await page.evaluate(([store, cells]) => globalThis.bench.fill(store, 'footprint', cells), [store, cells] as const);
  figures['disk-loaded'] = (await session.diskMegabytes()) - diskBefore;
  const after = await restingMemory(session, release);
  if (before !== null && after !== null) figures['memory-loaded'] = after - before;
  if (STORES[store].compacts) {
    await page.evaluate(() => globalThis.bench.compact());
    figures['disk-compacted'] = (await session.diskMegabytes()) - diskBefore;
  }
  await page.evaluate(() => globalThis.bench.close());
  figures['disk-closed'] = (await session.diskMegabytes()) - diskBefore;
  return figures;
};

/** Memory at rest, without rubbish: it is collected before each reading, as processes begin to rest at moments of their own. */
async function restingMemory(session: Session, release: () => Promise<void>): Promise<number | null> {
  const read = async () => {
    await release();
    return session.memoryMegabytes();
  };
  return settled(read, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
}
