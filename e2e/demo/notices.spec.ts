import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { create } from './table-page.js';

const MESSAGE = 'Created the table messages.';

/** The headings that a message covers. */
function coveredHeadings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const message = document.querySelector('.notice')?.getBoundingClientRect();
    if (message === undefined) return ['no message'];
    const headings = [...document.querySelectorAll('h1, h2, h3')];
    const covered = headings.filter((heading) => {
      const { top, bottom, left, right } = heading.getBoundingClientRect();
      const isBeside = bottom <= message.top || top >= message.bottom || right <= message.left || left >= message.right;
      return heading.checkVisibility() && !isBeside;
    });
    return covered.map(({ textContent }) => textContent ?? '');
  });
}

for (const width of [1280, 390]) {
  test(`a message is shown in the status line, covers no heading, and stays in its place (${width} px)`, async ({
    context,
    site,
  }) => {
    const { page, problems } = await openDemo(context, site.origin, '#view=tables', { width, height: 844 });
    await create(page, 'messages', 'f');
    const message = page.getByRole('status').filter({ hasText: MESSAGE });
    await expect(message).toBeVisible();
    const [box, status] = [await message.boundingBox(), await page.getByRole('contentinfo').boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual(status?.y ?? Number.NaN);
    const kill = await page.getByRole('button', { name: 'Kill the worker' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(kill?.x ?? Number.NaN);
    expect(await coveredHeadings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Engine' }).click();
    await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
    await expect(page.getByText(MESSAGE)).toHaveCount(0);
    expect(await layoutShifts(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test('an invalid table name is reported at its field', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await page.getByText('New table').click();
  const form = page.getByRole('form', { name: 'New table' });
  const name = form.getByRole('textbox', { name: 'Table name' });
  await name.fill('my table');
  await expect(name).toHaveAccessibleDescription('A table name cannot contain a space.');
  await checkLooks(page, 'table-name');
  await name.fill('my_table');
  await expect(form.getByText('cannot contain')).toHaveCount(0);
  expect(problems).toEqual([]);
});

for (const width of [1280, 390]) {
  test(`after a link to one of several tables is opened, nothing moves when the list arrives (${width} px)`, async ({
    context,
    site,
  }) => {
    const size = { width, height: 844 };
    const { page: first } = await openDemo(context, site.origin, '#view=tables', size);
    for (const table of ['one', 'two', 'three', 'four', 'five']) await create(first, table, 'f');
    await first.close();
    const { page, problems } = await openDemo(context, site.origin, '#table=three', size);
    await expect(page.getByRole('heading', { name: 'Table three' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Tables' }).getByRole('link')).toHaveCount(5);
    await expect(page.getByText('This table is empty.')).toBeVisible();
    expect(await layoutShifts(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test('while the database opens, the page has its colors and shows that it is opening', async ({ context, site }) => {
  const page = await context.newPage();
  const held: (() => void)[] = [];
  await page.route(/\/worker[^/]*\.js$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  for (const [colorScheme, ground] of [
    ['light', 'rgb(244, 247, 247)'],
    ['dark', 'rgb(12, 20, 22)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${site.origin}/`);
    const opening = page.getByRole('status').filter({ hasText: 'Opening the database …' });
    await expect(opening).toHaveCSS('background-color', ground);
    await expect(opening.getByText('Opening the database …')).toBeVisible();
    // In the middle of the window.
    expect(Math.abs(((await opening.getByRole('paragraph').boundingBox())?.y ?? 0) - 420)).toBeLessThan(60);
    for (const release of held.splice(0)) release();
  }
  await expect(page.locator('.phase.open')).toBeVisible();
  await expect(page.getByText('Opening the database …')).toHaveCount(0);
});
