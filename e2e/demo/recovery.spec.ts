import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { CRAWLED, cell, shownRows, slider } from './webtable.js';

test('a killed worker is replaced, and the status line shows what was recovered and how long it took', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin);
  await cell(page, 'people:author', 'org.zoo.www').click();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Enter');
  const written = { ...CRAWLED, 'org.zoo.www': ['The zoo', '', '<html>Lions', 'Zoe'] };
  await expect.poll(() => shownRows(page)).toEqual(written);
  const status = page.getByRole('contentinfo').getByRole('status');
  for (let time = 0; time < 2; time++) {
    const before = await status.textContent();
    await page.getByRole('button', { name: 'Kill the worker' }).click();
    await expect.poll(() => status.textContent()).not.toBe(before);
    await expect(status).toContainText(
      /^Open Back after [\d.]+ m?s\. [1-9]\d* log records? recovered in [\d.]+ ms\. No confirmed change was lost\.$/,
    );
    await expect.poll(() => shownRows(page)).toEqual(written);
  }
  await checkLooks(page, 'recovered');

  // Data written after a recovery is stored, with its history.
  await page.getByRole('button', { name: 'Delete row org.zoo.www' }).click();
  await expect(slider(page)).toHaveValue('8');
  await slider(page).press('ArrowLeft');
  await expect.poll(() => shownRows(page)).toEqual(written);
  await page.getByRole('button', { name: 'Kill the worker' }).click();
  await expect(status).toContainText('Back after');
  // The slider does not move.
  await expect(slider(page)).toHaveValue('7');
  await expect.poll(() => shownRows(page)).toEqual(written);
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a second tab reports why the database is not open, and opens it after the first one is closed', async ({
  context,
  site,
}) => {
  const { page: first } = await openDemo(context, site.origin);
  const second = await context.newPage();
  await second.goto(`${site.origin}/`);
  await expect(second.getByRole('alert').filter({ hasText: 'DATABASE_BUSY' })).toContainText('another tab', {
    timeout: 8000,
  });
  await checkLooks(second, 'busy');
  await first.close();
  await second.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => shownRows(second)).toEqual(CRAWLED);
});
