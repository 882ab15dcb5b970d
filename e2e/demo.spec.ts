import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, ROOT, test } from './fixtures.js';

const SCREENSHOTS = join(ROOT, '.out/screenshots');

/** Opens the built demo and fails the test for every error that its console or its worker shows. */
async function openDemo(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && !request.url().startsWith(origin)) problems.push(`stranger: ${request.url()}`);
  });
  await page.goto(`${origin}/`);
  await expect(page.getByText('open', { exact: true })).toBeVisible();
  return page;
}

/** Pictures of what there is to see: wide and narrow, light and dark. */
async function keepScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await smallTargets(page)).toEqual([]);
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), animations: 'disabled' });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
}

/** Controls that a finger would miss: less than 24 px in one direction. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page
    .locator('button, input:not([type=radio]), select, textarea, label:has([type=radio])')
    .evaluateAll((found) =>
      found
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return Math.min(width, height) < 24;
        })
        .map((control) => control.outerHTML),
    );
}

/** The rows as they are shown: key, then `family:qualifier=value`. */
function shownRows(page: Page): Promise<readonly (readonly string[])[]> {
  return page
    .locator('.row')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('h3')?.textContent ?? '',
        ...[...row.querySelectorAll('.cell')].map(
          (cell) => `${cell.querySelector('dt')?.textContent}=${cell.querySelector('.value')?.textContent}`,
        ),
      ]),
    );
}

/** The number in front of `words` in the text. */
function numberBefore(text: string | null, words: string): number {
  return Number(new RegExp(`([\\d,]+) ${words}`).exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

let problems: string[] = [];
test.beforeEach(() => {
  problems = [];
});
test.afterEach(() => {
  expect(problems).toEqual([]);
});

const GUIDE = [
  ['com.cnn.www', 'anchor:cnnsi.com=CNN', 'anchor:my.look.ca=CNN.com', 'contents:html=<html>...'],
  ['com.example.www', 'people:author=John Doe'],
];
const EDITED = [['com.example.www', 'people:author=Jane Doe', 'people:editor=Max']];

test('webtable is made at one click, edited, reloaded, and there after the worker was killed', async ({
  context,
  site,
}) => {
  const page = await openDemo(context, site.origin);
  await keepScreenshots(page, 'welcome');
  await page.getByText('webtable').click();
  await expect.poll(() => shownRows(page)).toEqual(GUIDE);
  await keepScreenshots(page, 'webtable');

  await page.getByRole('button', { name: 'John Doe' }).click();
  await page.getByRole('textbox', { name: 'Value of people:author of com.example.www' }).fill('Jane Doe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Jane Doe' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a cell to com.example.www' }).click();
  await page.getByRole('combobox', { name: 'Family' }).selectOption('people');
  await page.getByRole('textbox', { name: 'Column' }).fill('editor');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('Max');
  await keepScreenshots(page, 'editing');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete row com.cnn.www' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Deleted the row com.cnn.www.' })).toBeVisible();
  await expect.poll(() => shownRows(page)).toEqual(EDITED);

  await page.reload();
  await expect.poll(() => shownRows(page)).toEqual(EDITED);
  await page.getByRole('button', { name: 'webtable' }).click();
  await expect.poll(() => shownRows(page)).toEqual(EDITED);

  await page.getByRole('button', { name: 'Kill the worker' }).click();
  const report = page.getByRole('status').filter({ hasText: 'Recovered' });
  await expect(report).toContainText(/replayed \(.*recovery took/);
  await expect.poll(() => shownRows(page)).toEqual(EDITED);
  await expect(page.getByText(/^\d+(\.\d)? m?s, \d+ log records?$/)).toBeVisible();
  await keepScreenshots(page, 'recovered');

  // What is written after a recovery is there after the next.
  await page.getByRole('button', { name: 'Jane Doe' }).click();
  await page.keyboard.type('Joan Doe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Joan Doe' })).toBeVisible();
  await page.getByRole('button', { name: 'Kill the worker' }).click();
  await expect.poll(async () => numberBefore(await report.textContent(), 'log record')).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Joan Doe' })).toBeVisible();
});

test('a deleted row comes back by undo, and an added row stays', async ({ context, site }) => {
  const page = await openDemo(context, site.origin);
  await page.getByText('webtable').click();
  await page.getByRole('button', { name: 'Delete row com.cnn.www' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shownRows(page)).toEqual(GUIDE);
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.keyboard.type('net.wide');
  await page.getByRole('textbox', { name: 'Column' }).fill('a:b');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('x');
  await page.keyboard.press('Enter');
  await expect.poll(() => shownRows(page)).toEqual([...GUIDE, ['net.wide', 'anchor:a:b=x']]);
});

test('an error is a sentence in a live region', async ({ context, site }) => {
  const page = await openDemo(context, site.origin);
  await page.getByText('webtable').click();
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByRole('textbox', { name: 'Row key' }).fill('x'.repeat(40_000));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'INVALID_ARGUMENT' })).toContainText('32767');
  await expect(page.getByRole('textbox', { name: 'Row key' })).toBeVisible();
  await keepScreenshots(page, 'error');
});

test('the weather is loaded with progress, cancelled, loaded to the end, and there after a reload', async ({
  context,
  site,
}) => {
  const page = await openDemo(context, site.origin);
  await page.getByText('weather_days').click();
  await expect(page.getByText('2,922 days of measured weather are ready to be loaded')).toBeVisible();
  // Cancelled by the page itself, at the first progress: a test is too far away to be in time.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const progress = document.querySelector('progress');
      if (progress === null || progress.value < 100) return;
      observer.disconnect();
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel')?.click();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Load the weather' }).click();
  const cancelled = page.getByText(/Cancelled\. [\d,]+ of 2,922 days are here\./);
  await expect(cancelled).toBeVisible();
  const here = numberBefore(await cancelled.textContent(), 'of');
  expect(here).toBeGreaterThanOrEqual(100);
  expect(here).toBeLessThan(2922);

  await page.getByRole('button', { name: 'Load the rest' }).click();
  await expect(page.getByText(`All 2,922 days are loaded: ${(2922 - here).toLocaleString('en')} rows`)).toBeVisible();
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByText('All 2,922 days were here already; nothing had to be loaded.')).toBeVisible();
  await keepScreenshots(page, 'weather');

  await page.reload();
  await expect(page.getByText('All 2,922 days are loaded.')).toBeVisible();
  await page.getByLabel('Rows that begin with').fill('Seattle/2012-02-29');
  await expect(page.getByRole('row', { name: 'Seattle/2012-02-29' })).toContainText('snow');
  await page.getByRole('button', { name: 'Seattle/', exact: true }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Seattle/2012-01-01');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Seattle/2012-01-26');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Seattle/2012-01-01');
});

test('a worker killed in the middle of the load leaves every counted day, and the load goes on', async ({
  context,
  site,
}) => {
  const page = await openDemo(context, site.origin);
  await page.getByText('weather_days').click();
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if ((document.querySelector('progress')?.value ?? 0) < 700) return;
      observer.disconnect();
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Kill the worker')?.click();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Load the weather' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'WORKER_LOST' })).toBeVisible();
  const here = page.getByText(/^[\d,]+ of 2,922 days are here\./);
  await expect(here).toBeVisible();
  expect(numberBefore(await here.textContent(), 'of')).toBeGreaterThanOrEqual(700);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  await expect(page.getByText(/^All 2,922 days are loaded/)).toBeVisible();
});

test('a second tab says why it has no database, and gets it when the first is closed', async ({ context, site }) => {
  const first = await openDemo(context, site.origin);
  const second = await context.newPage();
  second.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await second.goto(`${site.origin}/`);
  await expect(second.getByRole('alert').filter({ hasText: 'DATABASE_BUSY' })).toContainText('another tab', {
    timeout: 8000,
  });
  await first.close();
  await second.getByRole('button', { name: 'Try again' }).click();
  await second.getByText('webtable').click();
  await expect.poll(() => shownRows(second)).toEqual(GUIDE);
});
