import { median } from '../report/statistics.js';
import type { Figure } from '../workloads/figures.js';
import { LOADED } from '../workloads/workload.js';
import type { DrivenWorkload } from './driven-workload.js';
import type { Session } from './session.js';
import { tabFailover } from './tab-failover.js';
import { join } from './tab-pair.js';

/** A figure is the median of this number of pages. */
const PAGES = 5;

/**
 * opens: the times of `connect` on new pages. A build that does not share a database between tabs has no figures of a
 * second tab.
 */
export const openings: DrivenWorkload = async (session, _, cells) => {
  const figures: Partial<Record<Figure, number>> = { 'connect-profile': await connectNew(session, 'cold') };
  figures['connect-new'] = median(await repeated((at) => connectNew(session, `new-${at}`)));

  const filling = await session.page();
  await filling.evaluate((cells) => globalThis.bench.provide('bigtab', cells), cells);
  const connects = await repeated(async () => {
    const page = await session.page();
    return page.evaluate(([name, cells]) => globalThis.bench.connectOften(name, cells), [LOADED, cells] as const);
  });
  figures['connect-first'] = median(connects.map(({ first }) => first.connect));
  figures['connect-first-get'] = median(connects.map(({ first }) => first.get));
  figures['connect-second'] = median(connects.map(({ second }) => second.connect));
  figures['connect-second-get'] = median(connects.map(({ second }) => second.get));
  figures['connect-again'] = median(connects.map(({ again }) => again.connect));
  figures['connect-again-get'] = median(connects.map(({ again }) => again.get));
  if (connects.every(({ isShared }) => !isShared)) return figures;

  await join(await session.page(), LOADED, 'leader');
  const follows = await repeated(async (at) => {
    const page = await session.anotherPage(`follower-${at}`);
    const times = await page.evaluate(([name, cells]) => globalThis.bench.connectAsFollower(name, cells), [
      LOADED,
      cells,
    ] as const);
    await page.close();
    return times;
  });
  figures['connect-follower'] = median(follows.map(({ connect }) => connect));
  figures['connect-follower-get'] = median(follows.map(({ get }) => get));
  figures.takeover = median(await repeated((at) => tabFailover(session, 'close', 0, `take-over-${at}`)));
  return figures;
};

async function connectNew(session: Session, name: string): Promise<number> {
  const page = await session.page();
  return page.evaluate((name) => globalThis.bench.connectNew(name), name);
}

async function repeated<T>(run: (at: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let at = 0; at < PAGES; at++) results.push(await run(at));
  return results;
}
