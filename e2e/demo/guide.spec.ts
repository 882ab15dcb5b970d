import { expect, test } from '../fixtures.js';
import { checkLooks } from './demo-page.js';

const PAGES = [
  'index',
  'model',
  'row-keys',
  'typed-tables',
  'search',
  'tables',
  'history',
  'deletes',
  'time-to-live',
  'atomic',
  'transactions',
  'joins',
  'live',
  'safety',
  'backup',
  'several-tabs',
  'frameworks',
  'offline-app',
  'from-indexeddb',
  'from-hbase',
  'cluster',
  'testing',
] as const;

/** Documents that the guide links to; the last four are the chapters with the widest words. */
const REFERENCE = ['rules', 'glossary', 'rules-names', 'rules-filters', 'rules-schema', 'rules-shell'] as const;

/** Together they contain every kind of block that a page can have. */
const LOOKED_AT = ['index', 'frameworks', 'from-hbase'] as const;

test('the guide is readable in wide and narrow windows, in light and dark mode', async ({ page, site }) => {
  for (const name of LOOKED_AT) {
    await page.goto(`${site.origin}/guide/${name}.html`);
    await checkLooks(page, `guide-${name}`);
  }
});

test('no page of the guide is wider than a narrow window, or logs a problem', async ({ page, site }) => {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of [...PAGES, ...REFERENCE]) {
    await page.goto(`${site.origin}/guide/${name}.html`);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess, name).toBeLessThanOrEqual(0);
  }
  expect(problems).toEqual([]);
});

test('no code in the guide is cut off in wide or narrow windows', async ({ page, site }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of [...PAGES, ...REFERENCE]) {
      await page.goto(`${site.origin}/guide/${name}.html`);
      const cut = await page
        .locator('pre')
        .evaluateAll((blocks) =>
          blocks
            .filter((block) => block.scrollWidth > block.clientWidth)
            .map((block) => block.textContent?.slice(0, 80)),
        );
      expect(cut, `${name} at ${width}`).toEqual([]);
    }
  }
});

test('links lead from the first page of the guide to the last, then to the explorer, and back to the guide', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin}/guide/`);
  await page.getByRole('main').getByRole('link', { name: 'The model in ten minutes', exact: true }).click();
  const read: string[] = [];
  for (;;) {
    read.push(new URL(page.url()).pathname.replace(/^.*\/|\.html$/g, ''));
    const next = page.getByRole('link', { name: /^Next: / });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(read).toEqual(PAGES.slice(1));
  await page.getByRole('link', { name: 'Explorer' }).click();
  await expect(page).toHaveURL(`${site.origin}/index.html`);
  await page.getByRole('link', { name: 'Guide', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first table in 60 seconds');
});

test('a rule that the guide names is one click away', async ({ page, site }) => {
  await page.goto(`${site.origin}/guide/from-hbase.html`);
  await page.getByRole('link', { name: 'A-10', exact: true }).click();
  await expect(page).toHaveURL(/rules-decisions\.html#a-10$/);
  await expect(page.locator('p:has(#a-10)')).toBeInViewport();
});
