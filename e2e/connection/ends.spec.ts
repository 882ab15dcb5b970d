import type { Page } from 'playwright/test';
import { Random } from '../../lib/simulation/random.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import { processesOf } from '../fixtures.js';
import { expect, openPage, type Profile, prepare, test } from '../in-page.js';
import { withDescendants } from '../process-tree.js';
import { processOf } from '../tab-process.js';
import { BURST, type InPageTab } from './in-page-tab.js';
import { ENDS, WritingTabs } from './writing-tabs.js';

/*
 * Several tabs write to one database. At random times, the one that leads is ended, enters the back/forward cache and
 * returns, or the system stops the process of a tab for a while. Every acknowledged call must have happened once, and the
 * calls of the tabs that live must all be acknowledged.
 *
 * BIGTAB_SEED and BIGTAB_RUNS set the seed and the number of ends, and so does `npm run soak -- tabs --browser`.
 */

const KINDS = [...ENDS, 'cache', 'stop the leader', 'stop a follower'] as const;
const SEED = testSeed(1);
const RUNS = testRuns(30);
const TABS = 3;
const WRITERS = 5;
/** More in a soak. */
const WRITES = RUNS > 30 ? 10_000 : 1_000;
const LONGEST_PAUSE_MS = 120;
const LONGEST_CACHED_MS = 600;
/** Calls of the others fail only after ten seconds. */
const LONGEST_STOP_MS = 3_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** The system stops the process of a page and its worker for `ms`. */
async function stop(page: Page, profile: Profile, ms: number): Promise<void> {
  const process = await processOf(page);
  expect(withDescendants(processesOf(profile.folder))).toContain(process);
  globalThis.process.kill(process, 'SIGSTOP');
  await wait(ms);
  globalThis.process.kill(process, 'SIGCONT');
}

/** Opens tabs in a browser with a back/forward cache. Each has its own address, by which its process is found. */
async function opener(profile: Profile, origin: string): Promise<() => Promise<Page>> {
  const context = await prepare(await profile.launch({ backForwardCache: true }));
  let opened = 0;
  return () => openPage(context, `${origin}/blank?${++opened}`);
}

test.describe('Several tabs that write', () => {
  test(`lose nothing and do nothing twice when tabs end or stop ${RUNS} times`, async ({ profile, site }) => {
    test.setTimeout(60_000 + RUNS * 6_000);
    console.log(
      `again: BIGTAB_SEED=${SEED} BIGTAB_RUNS=${RUNS} npx playwright test -c e2e/playwright.config.ts connection/ends`,
    );
    const random = new Random(SEED);
    const tabs = new WritingTabs(await opener(profile, site.origin), Number.POSITIVE_INFINITY, crash);
    for (let left = TABS; left > 0; left--) await tabs.begin();
    const seen = new Map<string, number>();
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    for (let end = 0; end < RUNS; end++) {
      await wait(random.below(LONGEST_PAUSE_MS));
      // Each kind first, because a short run might not draw it.
      const kind = KINDS[end] ?? random.pick(KINDS);
      note(kind);
      if (kind === 'cache') note((await tabs.cache(random.below(LONGEST_CACHED_MS))) ? 'restored' : 'dropped');
      else if (kind === 'stop the leader')
        await stop((await tabs.leading()).page, profile, random.below(LONGEST_STOP_MS));
      else if (kind === 'stop a follower')
        await stop((await tabs.following()).page, profile, random.below(LONGEST_STOP_MS));
      else await tabs.end(kind);
      expect(tabs.record.complaints, `end ${end}: ${kind}`).toEqual([]);
    }
    expect(await tabs.check()).toEqual([]);
    console.log(`${tabs.record.acknowledged} calls acknowledged; ${[...seen].map((one) => one.join(': ')).join(', ')}`);
    expect(tabs.record.acknowledged).toBeGreaterThan(RUNS);
  });

  test(`${WRITERS} times ${WRITES} calls at once run once each`, async ({ context, site }) => {
    test.setTimeout(110_000 + WRITERS * WRITES * 10);
    const tabs = new WritingTabs(() => openPage(context, `${site.origin}/blank`), Math.ceil(WRITES / BURST), crash);
    for (let left = WRITERS; left > 0; left--) await tabs.begin();
    await Promise.all(
      tabs.all.map(({ page }) => page.evaluate(() => (globalThis as unknown as InPageTab).finished.then(() => {}))),
    );
    expect(await tabs.check()).toEqual([]);
    expect(tabs.record.acknowledged).toBeGreaterThanOrEqual(WRITERS * WRITES);
  });
});
