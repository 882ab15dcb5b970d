import type { Page } from 'playwright/test';
import { quantile } from '../report/statistics.js';
import { TAB_ROLES, type TabCall, type TabReading, type TabRole } from '../tabs/tab-figures.js';
import { LOADED } from '../workloads/workload.js';
import type { Session } from './session.js';
import { tabPair } from './tab-pair.js';

/** As in the workloads of a single page. */
const WARM_UP_MS = 500;
const MEASURED_MS = 300;

type Readings = Readonly<Record<TabReading, number>>;

/**
 * Measures a call in both tabs, in microseconds. `first` has its cold calls first, and the other tab has its own in a
 * new pair of tabs, so that the worker, too, runs each for the first time. Warm passes alternate.
 */
export async function tabCalls(
  session: Session,
  call: TabCall,
  first: TabRole,
  cells: number,
): Promise<Readonly<Record<TabRole, Readings>>> {
  const order = [first, ...TAB_ROLES.filter((role) => role !== first)];
  const pass = async (page: Page) =>
    page.evaluate(([call, cells]) => globalThis.bench.tabPass(call, cells), [call, cells] as const);
  const cold: Partial<Record<TabRole, number>> = {};
  let pages: Readonly<Record<TabRole, Page>> | null = null;
  for (const role of order) {
    // Puts begin with an empty table.
    pages = await tabPair(session, call.startsWith('put') ? `${call}-${role}` : LOADED);
    const times = await pass(pages[role]);
    cold[role] = sum(times) / times.length;
  }
  const both = pages as Readonly<Record<TabRole, Page>>;
  const passes = order.map((role) => () => pass(both[role]));
  await alternate(passes, WARM_UP_MS);
  const warm = await alternate(passes, MEASURED_MS);
  const readings = order.map((role, at) => {
    const micros = (warm[at] as readonly number[]).map((ms) => ms * 1_000);
    return [
      role,
      { cold: (cold[role] as number) * 1_000, p50: quantile(micros, 0.5), p99: quantile(micros, 0.99) },
    ] as const;
  });
  return Object.fromEntries(readings) as Record<TabRole, Readings>;
}

/** Runs the passes in turn until each has taken `ms` in total. Returns the times of each one's calls. */
async function alternate(
  passes: readonly (() => Promise<readonly number[]>)[],
  ms: number,
): Promise<readonly (readonly number[])[]> {
  const times: number[][] = passes.map(() => []);
  while (times.some((ofOne) => sum(ofOne) < ms)) {
    for (const [at, pass] of passes.entries()) times[at]?.push(...(await pass()));
  }
  return times;
}

function sum(times: readonly number[]): number {
  return times.reduce((all, time) => all + time, 0);
}
