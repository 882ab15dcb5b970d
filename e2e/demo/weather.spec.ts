import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo, workSeenInMenu } from './demo-page.js';

const WEATHER = '#view=weather';

function loadOf(page: Page, table: string) {
  return page.getByRole('region', { name: `Load ${table}`, exact: true });
}

function slider(page: Page) {
  return page.getByRole('slider', { name: 'As of' });
}

function cell(page: Page, station: string, measure: string) {
  return page.getByRole('group', { name: station }).getByRole('button', { name: measure });
}

/**
 * Clicks a button or a link of the page when a load has reached this point, and `times - 1` times again when it has gone
 * on. The page itself clicks, because a test would be too slow.
 */
function clickAt(page: Page, value: number, button: string, times = 1): Promise<void> {
  return page.evaluate(
    ([least, name, times]) => {
      let [left, next] = [times, least];
      const observer = new MutationObserver(() => {
        const reached = document.querySelector('progress')?.value ?? 0;
        if (reached < next) return;
        next = reached + 1;
        if (--left === 0) observer.disconnect();
        [...document.querySelectorAll<HTMLElement>('button, a')]
          .find(({ textContent }) => textContent === name)
          ?.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    },
    [value, button, times] as const,
  );
}

function numberBefore(text: string | null, words: string): number {
  return Number(new RegExp(`([\\d,]+) ${words}`).exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

test('the weather is loaded with progress, cancelled, loaded completely, and still there after a reload', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, WEATHER);
  const load = loadOf(page, 'weather');
  await expect(load).toContainText('2,922 days are ready to load.');
  await checkLooks(page, 'weather-before');
  await clickAt(page, 100, 'Cancel');
  await load.getByRole('button', { name: 'Load the weather' }).click();
  const cancelled = load.getByText(/Cancelled\. [\d,]+ of 2,922 days are loaded\./);
  await expect(cancelled).toBeVisible();
  const here = numberBefore(await cancelled.textContent(), 'of');
  expect(here).toBeGreaterThanOrEqual(100);
  expect(here).toBeLessThan(2922);

  await load.getByRole('button', { name: 'Load the rest' }).click();
  await expect(load).toContainText(`All 2,922 days are loaded: ${(2922 - here).toLocaleString('en')} written in`);
  await load.getByRole('button', { name: 'Load again' }).click();
  await expect(load).toContainText('All 2,922 days were already loaded.');
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('5.6');

  await page.reload();
  await expect(load).toContainText('All 2,922 days are loaded.');
  await expect(cell(page, 'New York', 'wind')).toBeVisible();
  expect(await layoutShifts(page)).toEqual([]);

  const days = loadOf(page, 'weather_days');
  await days.getByRole('button', { name: 'Load the weather' }).click();
  await expect(days).toContainText('All 2,922 days are loaded: 2,922 written in');
  expect(problems).toEqual([]);
});

test('a load continues while another part is shown, appears in the menu, and is reported when it ends', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, WEATHER);
  await clickAt(page, 100, 'Engine');
  const seen = workSeenInMenu(page, 'Weather', 'Engine');
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the weather' }).click();
  await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
  await seen;
  const told = page.getByRole('status').filter({ hasText: /^Table weather\. All 2,922 days are loaded/ });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(loadOf(page, 'weather')).toContainText('All 2,922 days are loaded');
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('5.6');

  // A user who comes back in time sees the progress, and can still cancel the load.
  const days = loadOf(page, 'weather_days');
  await clickAt(page, 100, 'Engine');
  await days.getByRole('button', { name: 'Load the weather' }).click();
  await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(days).toContainText(/Loading …|All 2,922 days are loaded/);
  await expect(days).toContainText('All 2,922 days are loaded', { timeout: 30_000 });
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the slider shows the table as of any day, by keyboard, date and pointer, and marks it in the line', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, WEATHER);
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the weather' }).click();
  await expect(loadOf(page, 'weather')).toContainText('All 2,922 days are loaded');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'December 31, 2015');
  await slider(page).press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'January 1, 2012');
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('12.8');
  await slider(page).press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'January 2, 2012');
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('10.6');
  await page.getByLabel('Day', { exact: true }).fill('2012-02-29');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'February 29, 2012');
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('5.0');
  await expect(page.getByText("asOf: new Date('2012-02-29')")).toBeVisible();

  await expect(page.getByRole('img', { name: /^temp_max of Seattle from January 1, 2012/ })).toBeVisible();
  await cell(page, 'New York', 'wind').press('Enter');
  await expect(cell(page, 'New York', 'wind')).toHaveAttribute('aria-pressed', 'true');
  const line = page.getByRole('img', { name: /^wind of New York from January 1, 2012 to December 31, 2015/ });
  await expect(line).toBeVisible();
  const plot = line.locator('.u-over');
  await plot.click({ position: { x: 1, y: 50 } });
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /January \d, 2012/);
  const cursor = line.locator('.chart-cursor');
  const left = (await cursor.boundingBox())?.x ?? 0;
  await slider(page).press('End');
  await expect.poll(async () => (await cursor.boundingBox())?.x ?? 0).toBeGreaterThan(left + 500);
  await checkLooks(page, 'weather');
  expect(problems).toEqual([]);
});

test('the table shows the newest days of both stations on its first page, and older ones on request', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, WEATHER);
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the weather' }).click();
  await expect(loadOf(page, 'weather')).toContainText('All 2,922 days are loaded');
  await loadOf(page, 'weather').getByRole('button', { name: 'Open the table' }).click();
  const table = page.getByRole('region', { name: 'Rows by timestamp' });
  const rowKeys = table.locator('tbody th[scope=row]');
  await expect(rowKeys).toHaveText([...Array(5).fill('New York'), ...Array(5).fill('Seattle')]);
  await expect(table.locator('tbody .time').first()).toHaveText('2015-12-31 UTC');
  await checkLooks(page, 'weather-table');
  await page.getByRole('button', { name: 'Show older versions of New York' }).click();
  await expect(rowKeys).toHaveText([...Array(25).fill('New York'), ...Array(5).fill('Seattle')]);
  expect(problems).toEqual([]);
});

test('a load continues in the worker that replaces a killed one', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, WEATHER);
  await clickAt(page, 700, 'Kill the worker');
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the weather' }).click();
  await expect(loadOf(page, 'weather')).toContainText('All 2,922 days are loaded: 2,922 written in', {
    timeout: 30_000,
  });
  await expect(page.getByRole('contentinfo').getByRole('status')).toContainText('No confirmed change was lost.');
  expect(problems).toEqual([]);
});

test('killing two workers during a load keeps every counted day, and the load can be continued', async ({
  context,
  site,
}) => {
  const { page } = await openDemo(context, site.origin, WEATHER);
  const load = loadOf(page, 'weather');
  await clickAt(page, 700, 'Kill the worker', 2);
  await load.getByRole('button', { name: 'Load the weather' }).click();
  const here = load.getByText(/^The worker ended during the load\. [\d,]+ of 2,922 days are loaded\./);
  await expect(here).toBeVisible();
  expect(numberBefore(await here.textContent(), 'of')).toBeGreaterThanOrEqual(700);
  // There is one message, and no other message reports a failure.
  await expect(page.locator('.phase.open')).toBeVisible();
  await expect(page.getByText(/WORKER_LOST|before this change was confirmed/)).toHaveCount(0);
  await load.getByRole('button', { name: 'Load the rest' }).click();
  await expect(load).toContainText(/All 2,922 days are loaded/);
  await expect(cell(page, 'Seattle', 'temp_max')).toContainText('5.6');
});

test('a load that is lost while another part is shown is reported there', async ({ context, site }) => {
  const { page } = await openDemo(context, site.origin, WEATHER);
  await clickAt(page, 100, 'Engine');
  await clickAt(page, 700, 'Kill the worker', 2);
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the weather' }).click();
  await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
  const lost = /^Table weather\. The worker ended during the load\. [\d,]+ of 2,922 days are loaded\./;
  await expect(page.locator('.notices').getByText(lost)).toBeVisible();
  await page.getByRole('link', { name: 'Weather' }).click();
  await loadOf(page, 'weather').getByRole('button', { name: 'Load the rest' }).click();
  await expect(loadOf(page, 'weather')).toContainText(/All 2,922 days are loaded/);
});
