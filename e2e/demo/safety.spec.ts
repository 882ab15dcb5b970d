import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { changeFiles, flipped } from '../storage/stored-files.js';
import { hurry, withWorkerPrelude } from '../worker-prelude.js';
import { checkLooks, fillDiary, layoutShifts, openDemo } from './demo-page.js';

/** The section that shows how safe the data is. */
function safety(page: Page): Locator {
  return page.getByRole('region', { name: 'Your data', exact: true });
}

/** The value and the explanation of a fact, as one text. */
function fact(page: Page, name: string): Locator {
  return safety(page).locator('.engine-facts > div', { hasText: name }).locator('dd');
}

test('the browser is asked to keep the data, and a no may become a yes', async ({ profile, site }) => {
  // A separate browser, because Chromium grants persistence to a host that was used a lot.
  const context = await profile.launch();
  const { page, problems } = await openDemo(context, site.origin, '#view=engine');
  const ask = safety(page).getByRole('button', { name: 'Ask the browser to keep this data' });
  await expect(fact(page, 'Origin')).toHaveText(/^New/);
  await expect(fact(page, 'Persistence')).toHaveText(/^Not promised/);
  await ask.click();
  await expect(page.getByText('The browser has not promised to keep this data.')).toBeVisible();
  await expect(ask).toHaveAttribute('aria-disabled', 'false');

  const session = await context.newCDPSession(page);
  await page.exposeFunction('grantStorage', () =>
    session.send('Browser.grantPermissions', { permissions: ['durableStorage'], origin: site.origin }),
  );
  // Granted only when the page asks, because the explorer reads the state once a second and then has nothing to ask.
  await page.evaluate(() => {
    const persist = navigator.storage.persist.bind(navigator.storage);
    navigator.storage.persist = async () => {
      await (globalThis as unknown as { grantStorage(): Promise<void> }).grantStorage();
      return persist();
    };
  });
  await ask.click();
  await expect(page.getByText('The browser keeps this data.')).toBeVisible();
  await expect(fact(page, 'Persistence')).toHaveText(/^Kept/);
  await expect(ask).toHaveAttribute('aria-disabled', 'true');
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('deleted data is erased with progress, and an erasure can be cancelled', async ({ context, site }) => {
  await withWorkerPrelude(context, hurry);
  const { page, problems } = await openDemo(context, site.origin);
  await page.getByRole('link', { name: 'Engine' }).click();
  const bar = page.getByRole('group', { name: 'Store files' });
  const erase = bar.locator('button.erase');
  await erase.click();
  await expect(erase).toHaveText(/^Erasing: \d+ s left$/);
  await expect(erase).toHaveAttribute('aria-disabled', 'true');
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(erase).toHaveText('Erase deleted data');
  await expect(bar.getByRole('button', { name: 'Cancel' })).toBeHidden();

  await erase.click();
  await expect(erase).toHaveText(/^Erasing/);
  await expect(page.getByText(/^Erased in .* are no longer stored on this device\.$/)).toBeVisible({ timeout: 20_000 });
  await expect(erase).toHaveText('Erase deleted data');
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

/** Resolves when the page has had no such element. The page itself watches, because a test may be too late. */
function goneOnce(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(name) !== null) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    selector,
  );
}

test('a damaged store file is named, with what is wrong and what to do', async ({ page, context, site }) => {
  await fillDiary(page, { rows: ['monday', 'tuesday'], value: 'v', isFlushed: true });
  // The trailer.
  await changeFiles(page, 'demo', /^data\//, (bytes) => flipped(bytes, bytes.length - 20));
  const { page: demo, problems } = await openDemo(context, site.origin, '#view=engine');
  const found = safety(demo).getByRole('region', { name: 'Found when the database was opened' });
  await expect(found.getByRole('listitem')).toHaveText([
    /^Table 'diary' was restored .*data\/\d+-\d+ at \d+: .*checksum/,
  ]);
  await expect(found.getByRole('link', { name: 'what else you can do' })).toBeVisible();
  await expect(fact(demo, 'Origin')).toHaveText(/^Recovered/);
  await checkLooks(demo, 'damaged');
  expect(problems).toEqual([]);
});

test('what is stored is checked, and damage that no read has met is found', async ({ page, context, site }) => {
  const { page: demo, problems } = await openDemo(context, site.origin, '#view=engine');
  const button = safety(demo).getByRole('button', { name: /^Check/ });
  await button.click();
  await expect(demo.getByText(/^Checked \d+ files in .*: no problems\.$/)).toBeVisible();
  expect(await layoutShifts(demo)).toEqual([]);
  await demo.goto('about:blank');
  await fillDiary(page, { rows: ['monday'], value: 'v', isFlushed: true });
  // A data block.
  await changeFiles(page, 'demo', /^data\//, (bytes) => flipped(bytes, 60));
  const { page: again } = await openDemo(context, site.origin, '#view=engine');
  await safety(again)
    .getByRole('button', { name: /^Check/ })
    .click();
  await expect(again.getByText(/^Checked \d+ files in .*: problems in \d+ files?\.$/)).toBeVisible();
  const found = safety(again).getByRole('region', { name: 'Found by the check' });
  await expect(found.getByRole('listitem').first()).toHaveText(/data\/\d+-\d+ at \d+/);
  await expect(found.getByRole('link', { name: 'what else you can do' })).toBeVisible();
  await checkLooks(again, 'checked');

  await safety(again).getByRole('button', { name: 'Repair' }).click();
  await expect(again.getByText(/^Repaired \d+ files?; \d+ files? (is|are) set aside\.$/)).toBeVisible();
  await expect(found).toBeHidden();
  const lost = safety(again).getByRole('region', { name: 'Lost' });
  await expect(lost.getByRole('listitem')).toHaveText([/^data\/\d+-\d+: cells of row ‘monday’ in .*‘diary’/]);
  await expect(safety(again).getByText(/files? (is|are) set aside, .* No table needs/)).toBeVisible();
  await checkLooks(again, 'repaired');
  const forgotten = goneOnce(again, '#engine-lost');
  await safety(again).getByRole('button', { name: 'Release' }).click();
  await safety(again).getByRole('button', { name: 'Remove these files' }).click();
  await expect(again.getByText(/the files that were set aside are removed in a minute\.$/)).toBeVisible();
  await expect(safety(again).getByText(/No table needs/)).toBeHidden();
  // The next repair begins without the losses of the last one, and then lists them again.
  await forgotten;
  await expect(lost).toBeVisible();
  expect(problems).toEqual([]);
});
