import type { Figure } from '../workloads/figures.js';
import { BATCH, LOADED } from '../workloads/workload.js';
import type { DrivenWorkload } from './driven-workload.js';

/** The number of rows that the killed load acknowledges first. */
const KILLED_ROWS = 50_000;

/**
 * W7: the time from `open` in a newly started browser to the value of one get, after a normal close and after a kill
 * during a load. Must run before workloads that delete rows of the loaded table.
 */
export const coldOpen: DrivenWorkload = async (session, store, cells) => {
  const figures: Partial<Record<Figure, number>> = {};
  const filling = await session.page();
  await filling.evaluate(([store, cells]) => globalThis.bench.provide(store, cells), [store, cells] as const);
  await session.quit();
  const after = await session.page();
  figures['open-first-get'] = await after.evaluate(
    ([store, name, cells]) => globalThis.bench.firstGet(store, name, cells, cells),
    [store, LOADED, cells] as const,
  );

  const acknowledged = Math.min(KILLED_ROWS, Math.floor(cells / 2 / BATCH) * BATCH);
  const loading = await session.page();
  await loading.evaluate(
    ([store, cells, acknowledged]) => globalThis.bench.fillPart(store, 'killed', cells, acknowledged),
    [store, cells, acknowledged] as const,
  );
  await session.kill();
  const recovered = await session.page();
  figures['open-after-kill'] = await recovered.evaluate(
    ([store, cells, acknowledged]) => globalThis.bench.firstGet(store, 'killed', cells, acknowledged),
    [store, cells, acknowledged] as const,
  );
  return figures;
};
