import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { layoutShifts, openDemo } from './demo-page.js';
import { CRAWLED, cell, shownRows, slider } from './webtable.js';

test('the whole story works with the keyboard alone', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin);
  await expect.poll(() => shownRows(page)).toEqual(CRAWLED);
  await tabTo(page, 'change contents:html of com.example.www');
  await page.keyboard.press('Enter');
  await page.keyboard.type('<html>Mine');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'contents:html', 'com.example.www')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Saved contents:html of com.example.www.' })).toBeAttached();

  // Arrow keys move from cell to cell.
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 'anchor:my.look.ca', 'com.example.www')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'anchor:my.look.ca', 'org.zoo.www')).toBeFocused();
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Delete row org.zoo.www' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slider(page)).toBeFocused();
  await expect.poll(async () => Object.keys(await shownRows(page))).toEqual(['com.cnn.www', 'com.example.www']);

  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await shownRows(page))['org.zoo.www']).toEqual(CRAWLED['org.zoo.www']);
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    /contents:html of com\.example\.www is now “<html>Mine”$/,
  );
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /4 values of 2 rows written$/);
  await expect.poll(async () => Object.keys(await shownRows(page))).toEqual(['com.cnn.www', 'net.oldnews.www']);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => Object.keys(await shownRows(page))).toEqual(Object.keys(CRAWLED));

  await tabTo(page, 'Kill the worker');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Back after' })).toContainText('recovered in');
  await expect(page.getByRole('button', { name: 'Kill the worker' })).toBeFocused();
  await expect.poll(async () => Object.keys(await shownRows(page))).toEqual(Object.keys(CRAWLED));
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the focused control is always visible, even next to the status line', async ({ context, site }) => {
  const { page } = await openDemo(context, site.origin);
  await expect.poll(() => shownRows(page)).toEqual(CRAWLED);
  for (const height of [800, 500]) {
    await page.setViewportSize({ width: 390, height });
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    for (let step = 0; step < 50; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(hiddenFocus), `${height}`).toBeNull();
    }
  }
});

/** The focused control if the status line hides it. */
function hiddenFocus(): string | null {
  const [focused, status] = [document.activeElement, document.querySelector('.status')];
  if (focused === null || status === null || !focused.matches('button, a, input, select')) return null;
  if (status.contains(focused)) return null;
  const isHidden = focused.getBoundingClientRect().bottom > status.getBoundingClientRect().top;
  return isHidden ? focused.outerHTML : null;
}

/** Presses Tab until the control whose name ends with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name });
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not come to ${name}`);
}
