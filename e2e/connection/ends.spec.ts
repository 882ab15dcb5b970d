import type { Page } from 'playwright/test';
import { Random } from '../../lib/testing/random.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import { expect, openPage, test } from '../in-page.js';
import { BURST, type InPageTab, readTabs, startTab } from './in-page-tab.js';
import { TabRecord } from './tab-record.js';

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
const KINDS = ['close', 'crash', 'navigate', 'reload', 'terminate'] as const;

interface Tab {
  readonly page: Page;
  readonly name: string;
  /** A second worker that ends within a minute is not replaced. */
  hasLostWorker: boolean;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The tabs of one test. */
class Tabs {
  readonly record = new TabRecord();
  readonly all: Tab[] = [];
  private readonly open: () => Promise<Page>;
  private readonly bursts: number;
  private begun = 0;

  constructor(open: () => Promise<Page>, bursts: number) {
    this.open = open;
    this.bursts = bursts;
  }

  /** Begins to write on a page, or on a new one. */
  async begin(page?: Page): Promise<void> {
    const used = page ?? (await this.open());
    if (page === undefined) await this.record.listen(used);
    const name = `tab-${++this.begun}`;
    this.record.begin(name);
    this.all.push({ page: used, name, hasLostWorker: false });
    await startTab(used, name, this.bursts);
  }

  async leading(): Promise<Tab> {
    for (;;) {
      const found = this.all.find(({ page }) => page.workers().length > 0);
      if (found !== undefined) return found;
      await wait(5);
    }
  }

  /** Ends the leading tab, or only its worker, and begins another one in its place. */
  async end(kind: (typeof KINDS)[number]): Promise<void> {
    const tab = await this.leading();
    const { page, name } = tab;
    if (kind === 'terminate' && !tab.hasLostWorker) {
      tab.hasLostWorker = true;
      await page.evaluate(() => (globalThis as unknown as InPageTab).workers.at(-1)?.terminate());
      return;
    }
    this.record.end(name);
    this.all.splice(this.all.indexOf(tab), 1);
    if (kind === 'navigate' || kind === 'reload') {
      if (kind === 'reload') await page.reload();
      else await page.goto(`${page.url().split('?')[0]}?${name}`);
      return this.begin(page);
    }
    if (kind === 'crash') {
      const session = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => undefined);
      await crashed;
    }
    await page.close();
    return this.begin();
  }

  /** What differs between what the tabs know and what is stored. */
  async check(): Promise<readonly string[]> {
    await Promise.all(this.all.map(({ page }) => page.evaluate(() => (globalThis as unknown as InPageTab).stop())));
    const { counts, rows } = await readTabs((this.all[0] as Tab).page);
    return this.record.compare(counts, rows);
  }
}

test.describe('Several tabs that write', () => {
  test(`lose nothing and do nothing twice when the leader ends ${ENDS} times`, async ({ context, site }) => {
    test.setTimeout(60_000 + ENDS * 5_000);
    console.log(
      `again: BIGTAB_SEED=${SEED} BIGTAB_RUNS=${ENDS} npx playwright test -c e2e/playwright.config.ts connection/ends`,
    );
    const random = new Random(SEED);
    const tabs = new Tabs(() => openPage(context, `${site.origin}/blank`), Number.POSITIVE_INFINITY);
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
    const tabs = new Tabs(() => openPage(context, `${site.origin}/blank`), Math.ceil(WRITES / BURST));
    for (let left = WRITERS; left > 0; left--) await tabs.begin();
    await Promise.all(
      tabs.all.map(({ page }) => page.evaluate(() => (globalThis as unknown as InPageTab).finished.then(() => {}))),
    );
    expect(await tabs.check()).toEqual([]);
    expect(tabs.record.acknowledged).toBeGreaterThanOrEqual(WRITERS * WRITES);
  });
});
