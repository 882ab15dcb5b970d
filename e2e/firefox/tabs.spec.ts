import type { Page } from 'playwright/test';
import { Random } from '../../lib/simulation/random.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import { readTabs, startTab } from '../connection/in-page-tab.js';
import { type Connected, connectOn, movesToPort } from '../connection/port-page.js';
import { ENDS as KINDS, WritingTabs } from '../connection/writing-tabs.js';
import { type Profile, prepare } from '../in-page.js';
import { expect, FirefoxPages, test } from './firefox.js';

/* Several tabs share a database in Firefox: they see each other's writes, and no end of a tab or of the browser loses one. */

const SEED = testSeed(1);
const ENDS = testRuns(8);
const TABS = 3;

async function start(profile: Profile): Promise<FirefoxPages> {
  return new FirefoxPages(profile, await prepare(await profile.launch()));
}

function put(page: Page, row: string): Promise<void> {
  return page.evaluate(async (row) => {
    await (globalThis as unknown as Connected).connection.getTable('t').put({ row, cells: { f: { q: row } } });
  }, row);
}

function read(page: Page, row: string): Promise<string | null> {
  return page.evaluate(async (row) => {
    const result = await (globalThis as unknown as Connected).connection.getTable('t').get(row);
    return result.getText('f', 'q');
  }, row);
}

function status(page: Page): Promise<readonly [role: string, tabs: number]> {
  return page.evaluate(async () => {
    const { role, tabs } = await (globalThis as unknown as Connected).connection.status();
    return [role, tabs] as const;
  });
}

test.describe('Firefox', () => {
  // A second try would hide a lost write.
  test.describe.configure({ mode: 'parallel', retries: 0 });

  test('shares a database between two tabs; when the leading one is closed, the other one leads', async ({
    profile,
    site,
  }) => {
    const pages = await start(profile);
    const leader = await pages.open(`${site.origin}/blank`);
    await connectOn(leader);
    const follower = await pages.open(`${site.origin}/blank`);
    await connectOn(follower);
    expect([await status(leader), await status(follower)]).toEqual([
      ['leader', 2],
      ['follower', 2],
    ]);
    expect(await movesToPort(follower)).toBe(true);
    await put(leader, 'of the leader');
    await put(follower, 'of the follower');
    expect([await read(follower, 'of the leader'), await read(leader, 'of the follower')]).toEqual([
      'of the leader',
      'of the follower',
    ]);
    await leader.close();
    await put(follower, 'afterwards');
    expect(await status(follower)).toEqual(['leader', 1]);
    expect(await read(follower, 'of the leader')).toBe('of the leader');
    await follower.reload();
    await connectOn(follower);
    for (const row of ['of the leader', 'of the follower', 'afterwards']) expect(await read(follower, row)).toBe(row);
  });

  test(`loses nothing and does nothing twice when the leader ends ${ENDS} times while all tabs write`, async ({
    profile,
    site,
  }) => {
    test.setTimeout(60_000 + ENDS * 5_000);
    const path = 'firefox/tabs';
    console.log(
      `again: BIGTAB_SEED=${SEED} BIGTAB_RUNS=${ENDS} npx playwright test -c e2e/playwright.config.ts ${path}`,
    );
    const random = new Random(SEED);
    const pages = await start(profile);
    const tabs = new WritingTabs(
      () => pages.open(`${site.origin}/blank`),
      Number.POSITIVE_INFINITY,
      (page) => pages.kill(page),
    );
    for (let left = TABS; left > 0; left--) await tabs.begin();
    for (let end = 0; end < ENDS; end++) {
      await new Promise((resolve) => setTimeout(resolve, random.below(120)));
      // Each kind first, because a short run might not draw it.
      const kind = KINDS[end] ?? random.pick(KINDS);
      await tabs.end(kind);
      expect(tabs.record.complaints, `end ${end}: ${kind}`).toEqual([]);
    }
    expect(await tabs.check()).toEqual([]);
    console.log(`${tabs.record.acknowledged} calls acknowledged`);
  });

  test('keeps every acknowledged write when it is killed and started again', async ({ profile, site }) => {
    // Starting Firefox twice takes some seconds, or more on a busy machine.
    test.setTimeout(90_000);
    const pages = await start(profile);
    const tabs = new WritingTabs(
      () => pages.open(`${site.origin}/blank`),
      Number.POSITIVE_INFINITY,
      (page) => pages.kill(page),
    );
    await tabs.begin();
    await tabs.begin();
    const { record } = tabs;
    await expect.poll(() => record.acknowledged).toBeGreaterThan(200);
    for (const { name } of tabs.all) record.end(name);
    await profile.kill();
    const page = await (await start(profile)).open(`${site.origin}/blank`);
    await record.listen(page);
    record.begin('afterwards');
    await startTab(page, 'afterwards', 1);
    await page.evaluate(() => (globalThis as unknown as { stop(): Promise<void> }).stop());
    const { counts, rows } = await readTabs(page);
    expect(record.compare(counts, rows)).toEqual([]);
  });
});
