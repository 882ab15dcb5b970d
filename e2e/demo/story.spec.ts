import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { CRAWLED, cell, shownRows, slider } from './webtable.js';

test('the first screen shows a table with a history, without a click', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin);
  await expect.poll(() => shownRows(page)).toEqual(CRAWLED);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Now');
  await expect(slider(page)).toHaveAttribute('max', '6');
  await expect(page.locator('.track .tick')).toHaveCount(7);
  await checkLooks(page, 'start');
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a cell is changed, a row deleted, and the slider shows both again; Restore writes them again', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin);
  await cell(page, 'people:author', 'com.example.www').click();
  await page.getByRole('textbox', { name: 'New value of people:author of com.example.www' }).fill('Jane Doe');
  await checkLooks(page, 'editing');
  await page.keyboard.press('Enter');
  await expect(page.locator('.track .tick')).toHaveCount(8);
  await page.getByRole('button', { name: 'Delete row com.cnn.www' }).click();
  await expect(page.locator('.track .tick')).toHaveCount(9);
  const { 'com.cnn.www': _, ...rest } = CRAWLED;
  const edited = { ...rest, 'com.example.www': ['', 'Example', '<html>Final', 'Jane Doe'] };
  await expect.poll(() => shownRows(page)).toEqual(edited);
  await expect(page.getByRole('status').filter({ hasText: 'Deleted com.cnn.www' })).toBeAttached();
  await checkLooks(page, 'deleted');

  // Dragged with the pointer from the right end to the fourth tick.
  const box = await slider(page).boundingBox();
  if (box === null) throw new Error('there is no slider');
  const at = (index: number) => [box.x + 12 + ((box.width - 24) * index) / 8, box.y + box.height - 14] as const;
  await page.mouse.move(...at(8));
  await page.mouse.down();
  await page.mouse.move(...at(5), { steps: 10 });
  await page.mouse.move(...at(3), { steps: 10 });
  await page.mouse.up();
  await expect(slider(page)).toHaveValue('3');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^\w+day \d+ \w+ at \d\d:\d\d:\d\d UTC\. /);
  const then = {
    'com.cnn.www': ['CNN', 'CNN.com', '<html>Elections', ''],
    'com.example.www': ['', '', '<html>Draft', 'John Doe'],
    'net.oldnews.www': ['', 'Old news', '<html>Hello', ''],
    'org.zoo.www': ['The zoo', '', '<html>Tigers', ''],
  };
  await expect.poll(() => shownRows(page)).toEqual(then);
  await expect(page.getByRole('status').filter({ hasText: 'At that time, 4 of 4 rows existed.' })).toBeAttached();
  await checkLooks(page, 'past');

  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Now');
  await expect(page.getByRole('status').filter({ hasText: 'Restored 4 rows' })).toBeVisible();
  await expect(page.locator('.track .tick')).toHaveCount(10);
  await expect.poll(() => shownRows(page)).toEqual(then);
  await checkLooks(page, 'restored');

  // The row is written again and nothing is erased: before that, the row is still deleted.
  await slider(page).press('ArrowLeft');
  await expect.poll(() => shownRows(page)).toEqual(edited);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect.poll(() => shownRows(page)).toEqual(then);

  await page.reload();
  await expect.poll(() => shownRows(page)).toEqual(then);
  await expect(page.locator('.track .tick')).toHaveCount(10);
  expect(await layoutShifts(page)).toEqual([]);
  await expect(page.getByRole('list', { name: 'Try it' })).toContainText("That's everything.");
  expect(problems).toEqual([]);
});

test('an emptied cell is deleted, an empty one can be written, and Escape discards a change', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin);
  await cell(page, 'contents:html', 'com.cnn.www').click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await shownRows(page))['com.cnn.www']).toEqual(['CNN', 'CNN.com', '', '']);
  await cell(page, 'people:author', 'com.cnn.www').click();
  await page.keyboard.type('Ed');
  // Moving the focus also saves.
  await page.getByRole('heading', { name: 'A table with a time machine' }).click();
  await expect.poll(async () => (await shownRows(page))['com.cnn.www']).toEqual(['CNN', 'CNN.com', '', 'Ed']);
  await cell(page, 'people:author', 'com.cnn.www').click();
  await page.keyboard.type('Nobody');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'people:author', 'com.cnn.www')).toBeFocused();
  // Enter also saves if nothing was typed.
  await cell(page, 'people:author', 'com.cnn.www').press('Enter');
  await expect(page.getByRole('textbox', { name: 'New value of people:author of com.cnn.www' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'people:author', 'com.cnn.www')).toBeFocused();
  await expect.poll(async () => (await shownRows(page))['com.cnn.www']).toEqual(['CNN', 'CNN.com', '', 'Ed']);
  await expect(page.locator('.track .tick')).toHaveCount(9);
  expect(problems).toEqual([]);
});

test('nothing moves unless the user moves it, even in a narrow window', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Delete row com.cnn.www' }).click();
  await expect(page.locator('.track .tick')).toHaveCount(8);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await slider(page).press(key);
  await expect.poll(async () => Object.keys(await shownRows(page))).toHaveLength(4);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.locator('.track .tick')).toHaveCount(9);
  await page.getByRole('button', { name: 'Kill the worker' }).click();
  await expect(page.getByText('No confirmed change was lost.')).toBeVisible();
  await expect.poll(async () => Object.keys(await shownRows(page))).toHaveLength(4);
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});
