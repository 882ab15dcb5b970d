import type { Page } from 'playwright/test';
import { median } from '../report/statistics.js';
import { FOLLOWERS } from '../tabs/tab-figures.js';
import { LOADED } from '../workloads/workload.js';
import type { Clock } from './clock.js';
import { memoryReleaser } from './release-memory.js';
import type { Session } from './session.js';
import { join } from './tab-pair.js';

/**
 * About ten seconds after a page has loaded code, it frees the memory that this needed. Until then, the readings are too
 * large, although they may be steady for seconds. So the last readings of a longer time count.
 */
const REST_MS = 14_000;
const STEP_MS = 500;
const LAST = 3;

/** The MB that some followers add to the browser. */
export interface FollowerMemory {
  readonly followers: number;
  readonly megabytes: number;
}

/**
 * Measures the browser's memory while more and more of its pages open the loaded database. All pages exist from the
 * beginning. Without readings if the system does not report memory.
 */
export async function tabMemory(session: Session, clock: Clock): Promise<readonly FollowerMemory[]> {
  const leader = await session.page();
  await join(leader, LOADED, 'leader');
  const pages: Page[] = [];
  for (let number = 1; number <= Math.max(...FOLLOWERS); number++) {
    const page = await session.anotherPage(`follower-${number}`);
    // Playwright adds its own code to a page with the first call.
    await page.evaluate(([name]) => `${name}: ${globalThis.bench.loadedRows()}`, [LOADED] as const);
    pages.push(page);
  }
  const release = await memoryReleaser(leader);
  const read = async () => {
    await release();
    for (const page of pages) await page.requestGC();
    return session.memoryMegabytes();
  };
  const memory = async () => {
    const readings: number[] = [];
    for (const start = clock.now(); clock.now() - start < REST_MS; await clock.sleep(STEP_MS)) {
      const reading = await read();
      if (reading === null) return null;
      readings.push(reading);
    }
    return median(readings.slice(-LAST));
  };
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
