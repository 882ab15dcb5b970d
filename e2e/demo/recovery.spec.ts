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

test('a tab reports why the database is not open, and opens it after the tab that does not answer has gone', async ({
  context,
  site,
}) => {
  const silent = await context.newPage();
  await silent.goto(`${site.origin}/guide/`);
  // Holds the lock of the tab that runs the engine, and never answers, as a stopped tab does.
  await silent.evaluate(async () => {
    await new Promise<void>((held) => {
      void navigator.locks.request('bigtab:demo:leader', () => {
        held();
        return new Promise(() => undefined);
      });
    });
  });
  const page = await context.newPage();
  await page.goto(`${site.origin}/`);
  await expect(page.getByRole('alert').filter({ hasText: 'DATABASE_BUSY' })).toContainText('Another tab', {
    timeout: 20_000,
  });
  await checkLooks(page, 'busy');
  await silent.close();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => shownRows(page)).toEqual(CRAWLED);
});
