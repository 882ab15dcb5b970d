import type { Page } from 'playwright/test';
import { Random } from '../../lib/testing/random.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import { expect, openPage, test } from '../in-page.js';
import { BURST, type InPageTab } from './in-page-tab.js';
import { ENDS as KINDS, WritingTabs } from './writing-tabs.js';

/*
 * Several tabs write to one database, and the one that leads is ended at a random time. Every acknowledged call must
 * have happened once, and the calls of the tabs that live must all be acknowledged.
 *
 * BIGTAB_SEED and BIGTAB_RUNS set the seed and the number of ends, and so does `npm run soak -- tabs --browser`.
 */

const SEED = testSeed(1);
const ENDS = testRuns(30);
const TABS = 3;
const WRITERS = 5;
/** More in a soak. */
const WRITES = ENDS > 30 ? 10_000 : 1_000;
const LONGEST_PAUSE_MS = 120;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

test.describe('Several tabs that write', () => {
  test(`lose nothing and do nothing twice when the leader ends ${ENDS} times`, async ({ context, site }) => {
    test.setTimeout(60_000 + ENDS * 5_000);
    console.log(
      `again: BIGTAB_SEED=${SEED} BIGTAB_RUNS=${ENDS} npx playwright test -c e2e/playwright.config.ts connection/ends`,
    );
    const random = new Random(SEED);
    const tabs = new WritingTabs(() => openPage(context, `${site.origin}/blank`), Number.POSITIVE_INFINITY, crash);
    for (let left = TABS; left > 0; left--) await tabs.begin();
    for (let end = 0; end < ENDS; end++) {
      await wait(random.below(LONGEST_PAUSE_MS));
      const kind = random.pick(KINDS);
      await tabs.end(kind);
      expect(tabs.record.complaints, `end ${end}: ${kind}`).toEqual([]);
    }
    expect(await tabs.check()).toEqual([]);
    console.log(`${tabs.record.acknowledged} calls acknowledged`);
    expect(tabs.record.acknowledged).toBeGreaterThan(ENDS);
  });

  test(`${WRITERS} times ${WRITES} calls at once run once each`, async ({ context, site }) => {
    test.setTimeout(120_000);
    const tabs = new WritingTabs(() => openPage(context, `${site.origin}/blank`), Math.ceil(WRITES / BURST), crash);
    for (let left = WRITERS; left > 0; left--) await tabs.begin();
    await Promise.all(
      tabs.all.map(({ page }) => page.evaluate(() => (globalThis as unknown as InPageTab).finished.then(() => {}))),
    );
    expect(await tabs.check()).toEqual([]);
    expect(tabs.record.acknowledged).toBeGreaterThanOrEqual(WRITERS * WRITES);
  });
});
