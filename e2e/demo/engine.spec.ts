import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';

test('the engine page shows a flush, a major compaction, and what a get touched', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=weather');
  const load = page.getByRole('region', { name: 'Load weather', exact: true });
  await load.getByRole('button', { name: 'Load the weather' }).click();
  await expect(load).toContainText('All 2,922 days are loaded');

  await page.getByRole('link', { name: 'Engine' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('weather');
  await expect(page.getByRole('heading', { name: 'Store files of weather' })).toBeVisible();
  const bars = page.getByRole('region', { name: 'Family daily', exact: true }).locator('.engine-bar');
  await expect(bars).toHaveCount(1);
  await expect(bars.first()).toContainText('11,688 cells');
  await page.getByRole('button', { name: 'Flush' }).click();
  await expect(bars).toHaveCount(2);
  await expect(bars.first()).toContainText('empty');
  await expect(bars.nth(1)).toContainText('flush');
  await expect(bars.nth(1)).toContainText('rows New York … Seattle');

  await page.getByRole('textbox', { name: 'Row key' }).fill('Seattle');
  await page.getByRole('textbox', { name: 'Row key' }).press('Enter');
  await expect(page.getByText(/^4 cells found in .*: 1 of 1 file read\.$/)).toBeVisible();
  const verdicts = page.getByRole('region', { name: 'Family daily of the get' }).getByRole('listitem');
  await expect(verdicts.last()).toContainText(/File \d+\s*read\s*[\d,]+ cells? read/);
  await expect(bars.nth(1)).toContainText(/[1-9]\d* of \d+ blocks in the cache/);
  await page.getByRole('textbox', { name: 'As of' }).fill('2011-06-01');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(verdicts.last()).toContainText('skipped: time');
  await page.getByRole('textbox', { name: 'Row key' }).fill('Zurich');
  await page.getByRole('textbox', { name: 'As of' }).fill('');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(verdicts.last()).toContainText('skipped: key');
  await checkLooks(page, 'engine');

  await page.getByRole('button', { name: 'Major compact' }).click();
  await expect(bars.nth(1)).toContainText('major compaction');
  await expect(page.getByText(/^[1-9]\d* done$/)).toBeVisible();
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the engine page is live during and after a recovery', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin);
  await page.getByRole('link', { name: 'Engine' }).click();
  await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
  await page.getByRole('button', { name: 'Kill the worker' }).click();
  await expect(page.locator('.phase.open')).toBeVisible();
  await page.getByRole('button', { name: 'Flush' }).click();
  await expect(page.getByText('nothing to flush').first()).toBeVisible();
  expect(problems).toEqual([]);
});
