import type { Figure } from '../workloads/figures.js';
import type { DrivenWorkload } from './driven-workload.js';

/** W7: from `open` in a browser that was just started to the value of one get, after a proper end and after a kill in mid-load. */
export const coldOpen: DrivenWorkload = async (session, store, cells) => {
  const figures: Partial<Record<Figure, number>> = {};
  const filling = await session.page();
  await filling.evaluate(([store, cells]) => globalThis.bench.fill(store, 'cold', cells, true), [
    store,
    cells,
  ] as const);
  await session.quit();
  const after = await session.page();
  figures['open-first-get'] = await after.evaluate(
    ([store, cells]) => globalThis.bench.firstGet(store, 'cold', cells, cells),
    [store, cells] as const,
  );

  const loading = await session.page();
  const acknowledged = await loading.evaluate(([store, cells]) => globalThis.bench.fillHalf(store, 'killed', cells), [
    store,
    cells,
  ] as const);
  await session.kill();
  const recovered = await session.page();
  figures['open-after-kill'] = await recovered.evaluate(
    ([store, cells, acknowledged]) => globalThis.bench.firstGet(store, 'killed', cells, acknowledged),
    [store, cells, acknowledged] as const,
  );
  return figures;
};
