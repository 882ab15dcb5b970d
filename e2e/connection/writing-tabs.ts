import type { Page } from 'playwright/test';
import { type InPageTab, readTabs, startTab } from './in-page-tab.js';
import { TabRecord } from './tab-record.js';

/** The ways in which a tab that leads can end. */
export const ENDS = ['close', 'crash', 'navigate', 'reload', 'terminate'] as const;
export type End = (typeof ENDS)[number];

/** A tab that writes. */
export interface Tab {
  readonly page: Page;
  readonly name: string;
  /** A second worker that ends within a minute is not replaced. */
  hasLostWorker: boolean;
}

/** The tabs of one test, which write all the time, and what was acknowledged to them. */
export class WritingTabs {
  readonly record = new TabRecord();
  readonly all: Tab[] = [];
  private readonly open: () => Promise<Page>;
  private readonly bursts: number;
  private readonly crash: (page: Page) => Promise<void>;
  private begun = 0;

  /** A tab writes at most `bursts` bursts. `crash` ends the process of a page. */
  constructor(open: () => Promise<Page>, bursts: number, crash: (page: Page) => Promise<void>) {
    this.open = open;
    this.bursts = bursts;
    this.crash = crash;
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
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Ends the leading tab, or only its worker, and begins another one in its place. */
  async end(kind: End): Promise<void> {
    const tab = await this.leading();
    const { page, name } = tab;
    if (kind === 'terminate' && !tab.hasLostWorker) {
      tab.hasLostWorker = true;
      await page.evaluate(() => (globalThis as unknown as InPageTab).endWorker());
      return;
    }
    this.record.end(name);
    this.all.splice(this.all.indexOf(tab), 1);
    if (kind === 'navigate' || kind === 'reload') {
      if (kind === 'reload') await page.reload();
      else await page.goto(`${page.url().split('?')[0]}?${name}`);
      return this.begin(page);
    }
    if (kind === 'crash') await this.crash(page);
    await page.close();
    return this.begin();
  }

  /** Another tab than the leading one. */
  async following(): Promise<Tab> {
    const leading = await this.leading();
    return this.all.find((tab) => tab !== leading) as Tab;
  }

  /**
   * The leading tab enters the back/forward cache, and goes back after `ms`. Resolves to whether it goes on. Otherwise the
   * browser has dropped it, because its worker still held a lock when the next leader requested that; then the page
   * begins again.
   */
  async cache(ms: number): Promise<boolean> {
    const tab = await this.leading();
    const { page, name } = tab;
    const address = page.url();
    await page.goto(`${address.split('?')[0]}?after-${name}`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    // Later, so that the call has returned before the page is left.
    await page.evaluate(() => void setTimeout(() => history.back()));
    // A page that returns from the cache does not load.
    await page.waitForURL(address, { waitUntil: 'commit' });
    const goesOn = await page.evaluate(() => 'connection' in globalThis);
    if (goesOn) return true;
    this.record.end(name);
    this.all.splice(this.all.indexOf(tab), 1);
    await this.begin(page);
    return false;
  }

  /** What differs between what the tabs know and what is stored. */
  async check(): Promise<readonly string[]> {
    await Promise.all(this.all.map(({ page }) => page.evaluate(() => (globalThis as unknown as InPageTab).stop())));
    const { counts, rows } = await readTabs((this.all[0] as Tab).page);
    return this.record.compare(counts, rows);
  }
}
