import { expect, test } from '../fixtures.js';
import { checkLooks, openDemo } from './demo-page.js';

test('the menu leads to every part; a reload stays on it, and the back button returns to the one before', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin);
  const menu = page.getByRole('navigation', { name: 'Parts of this page' });
  const parts = ['Start', 'Tables', 'Weather', 'Import', 'Engine'];
  expect(await menu.getByRole('link').allTextContents()).toEqual(parts);
  for (const part of parts) {
    await menu.getByRole('link', { name: part }).click();
    await expect(menu.locator('[aria-current=page]')).toHaveText(part);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await page.reload();
  await expect(menu.locator('[aria-current=page]')).toHaveText('Engine');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a table is opened from the list, and a message names a table that does not exist', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin);
  await expect(page.getByRole('slider')).toBeVisible();
  await page.getByRole('link', { name: 'Tables' }).click();
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'webtable' }).click();
  await expect(page.getByRole('heading', { name: 'Table webtable' })).toBeVisible();
  await checkLooks(page, 'tables');
  await page.goto(`${site.origin}/#table=nowhere`);
  await expect(page.getByText('No table is called "nowhere".')).toBeVisible();
  expect(problems).toEqual([]);
});
