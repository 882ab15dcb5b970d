import type { Page } from 'playwright/test';
import { FOLLOWERS } from '../tabs/tab-figures.js';
import { LOADED } from '../workloads/workload.js';
import type { Clock } from './clock.js';
import { memoryReleaser } from './release-memory.js';
import type { Session } from './session.js';
import { settled } from './settled.js';
import { join } from './tab-pair.js';

/** The MB that some followers add to the browser. */
export interface FollowerMemory {
  readonly followers: number;
  readonly megabytes: number;
}

/**
 * Measures the browser's memory while more and more of its pages open the loaded database. All pages exist from the
 * beginning. A reading that does not settle is left out.
 */
export async function tabMemory(session: Session, clock: Clock): Promise<readonly FollowerMemory[]> {
  const leader = await session.page();
  await join(leader, LOADED, 'leader');
  const pages: Page[] = [];
  for (let number = 1; number <= Math.max(...FOLLOWERS); number++) {
    pages.push(await session.anotherPage(`follower-${number}`));
  }
  const release = await memoryReleaser(leader);
  const read = async () => {
    await release();
    for (const page of pages) await page.requestGC();
    return session.memoryMegabytes();
  };
  const memory = async () => (await settled(read, clock)) ?? (await settled(read, clock));
  const before = await memory();
  const found: FollowerMemory[] = [];
  let joined = 0;
  for (const followers of FOLLOWERS) {
    for (; joined < followers; joined++) {
      const page = pages[joined];
      if (page !== undefined) await join(page, LOADED, 'follower');
    }
    const after = await memory();
    if (before !== null && after !== null) found.push({ followers, megabytes: after - before });
  }
  return found;
}
