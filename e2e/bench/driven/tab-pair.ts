import type { Page } from 'playwright/test';
import type { TabRole } from '../tabs/tab-figures.js';
import type { Session } from './session.js';

/** Two new tabs with the same database open: the first one leads. `flushes`: as for `joinTab`. */
export async function tabPair(
  session: Session,
  name: string,
  flushes: boolean = true,
): Promise<Readonly<Record<TabRole, Page>>> {
  const leader = await session.page();
  await join(leader, name, 'leader', flushes);
  const follower = await session.anotherPage('follower');
  await join(follower, name, 'follower', flushes);
  return { leader, follower };
}

/** Opens the database on the page. Throws if the page gets another role. */
export async function join(page: Page, name: string, expected: TabRole, flushes: boolean = true): Promise<void> {
  const role = await page.evaluate(([name, flushes]) => globalThis.bench.joinTab(name, flushes), [
    name,
    flushes,
  ] as const);
  if (role !== expected) throw new Error(`a tab is the ${role}, not the ${expected}`);
}
