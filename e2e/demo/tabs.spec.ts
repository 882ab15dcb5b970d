import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { CRAWLED, cell, shownRows } from './webtable.js';

const ROWS = 60_000;

function role(page: Page) {
  return page.getByRole('contentinfo').locator('.role');
}

test('two tabs show where the engine runs, and each shows the edits of the other without a click', async ({
  context,
  site,
}) => {
  const { page: leader, problems } = await openDemo(context, site.origin);
  await expect(role(leader)).toHaveText(/^This tab runs the engine 1 tab · epoch \d+$/);
  const { page: follower, problems: others } = await openDemo(context, site.origin);
  await expect(role(follower)).toHaveText(/^Uses the engine of another tab 2 tabs · epoch \d+$/);
  await expect(follower.getByRole('button', { name: 'Kill the worker' })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => shownRows(follower)).toEqual(CRAWLED);

  await cell(follower, 'people:author', 'org.zoo.www').click();
  await follower.keyboard.type('Zoe');
  await follower.keyboard.press('Enter');
  const written = { ...CRAWLED, 'org.zoo.www': ['The zoo', '', '<html>Lions', 'Zoe'] };
  await expect.poll(() => shownRows(follower)).toEqual(written);
  await expect.poll(() => shownRows(leader)).toEqual(written);
  await checkLooks(follower, 'tabs-follower');

  await leader.bringToFront();
  await expect(role(leader)).toContainText(' 2 tabs · ');
  await checkLooks(leader, 'tabs-leader');
  // In the leader, an edit of the other tab moves the times of the history.
  expect(await layoutShifts(follower)).toEqual([]);
  expect([...problems, ...others]).toEqual([]);
});

test('an import continues in its tab after the tab that runs the engine is closed', async ({ context, site }) => {
  const { page: leader } = await openDemo(context, site.origin);
  const { page: follower, problems } = await openDemo(context, site.origin, '#view=import');
  await expect(role(follower)).toHaveText(/^Uses the engine of another tab/);
  const lines = Array.from({ length: ROWS }, (_, id) => JSON.stringify({ id, name: `name ${id}` }));
  await follower
    .getByLabel('CSV, NDJSON or JSON file')
    .setInputFiles({ name: 'names.ndjson', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
  await expect(follower.getByRole('combobox', { name: 'Row key' })).toHaveValue('id');
  const started = follower.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
  await follower.getByRole('button', { name: 'Import', exact: true }).click();
  await started;
  await leader.close();
  await expect(follower.getByText(/^60,000 rows written to names in/)).toBeVisible({ timeout: 30_000 });
  await expect(role(follower)).toHaveText(/^This tab runs the engine 1 tab · epoch \d+$/);
  expect(problems).toEqual([]);
});
