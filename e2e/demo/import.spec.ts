import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo, workSeenInMenu } from './demo-page.js';

const IMPORT = '#view=import';

const DAYS = [
  'station,date,temp,note',
  'Oslo,2012-01-01,3,',
  'Bergen,2012-01-02,5,"rain, of course"',
  'broken',
  'Oslo,2012-01-03,2,',
  'Oslo,someday,2,',
  'Bergen,2012-01-05,9,',
  ',2012-01-05,9,',
  'Oslo,1325894400000,7,',
];

async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'));
  await page.getByLabel('CSV, NDJSON or JSON file').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

function preview(page: Page) {
  return page.getByRole('region', { name: 'The first rows' }).getByRole('row');
}

test('a CSV file is shown, checked, and imported with its dates as timestamps', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await checkLooks(page, 'import-before');
  await choose(page, 'my days.csv', DAYS);
  await expect(page.getByText('my days.csv: CSV separated by commas, 4 columns')).toBeVisible();
  await page.getByRole('combobox', { name: 'Row key' }).selectOption('station');
  await expect(page.getByRole('combobox', { name: 'Timestamp' }).getByRole('option')).toHaveText([
    'None: use the time of the import',
    'date',
    'temp',
    'note',
  ]);
  await page.getByRole('combobox', { name: 'Timestamp' }).selectOption('date');
  await expect(page.getByLabel('Table')).toHaveValue('my_days');
  // Typed, because a shift after a key press does not count.
  await page.getByLabel('Column family').press('ControlOrMeta+A');
  await page.keyboard.type('daily');
  // The heading, five records and the bad line between them.
  await expect(preview(page)).toHaveCount(7);
  await expect(preview(page).nth(1)).toHaveText(/^2\s*Oslo\s*2012-01-01 UTC\s*3\s*$/);
  await expect(preview(page).nth(3)).toContainText('The record has 1 field, but the first line names 4.');
  await expect(preview(page).nth(5)).toContainText(
    '“someday” is neither a date nor a number of milliseconds since 1970.',
  );

  await page.getByRole('button', { name: 'Check without importing' }).click();
  await expect(page.getByText('Checked: 5 rows, 3 bad lines.')).toBeVisible();
  await expect(page.getByText('The table my_days is new.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^5 rows written to my_days in .*, 3 bad lines\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: '3 bad lines skipped' }).getByRole('listitem')).toHaveText([
    'Line 4 The record has 1 field, but the first line names 4.',
    'Line 6 “someday” is neither a date nor a number of milliseconds since 1970.',
    'Line 8 The row key, station, is empty.',
  ]);
  await checkLooks(page, 'import');
  expect(await layoutShifts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/#table=my_days$/);
  expect(problems).toEqual([]);
});

test('a time means the same wherever it is typed, read or shown, in any time zone of the device', async ({
  context,
  site,
}) => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
  await page.goto(`${site.origin}/${IMPORT}`);
  expect(await page.evaluate(() => new Date(Date.UTC(2012, 0, 1)).getDate())).toBe(31);
  await choose(page, 'days.csv', ['id,at,v', 'r,2012-01-01,1', 'r,2012-01-01T20:30:00-05:00,2']);
  await page.getByRole('combobox', { name: 'Row key' }).selectOption('id');
  await page.getByRole('combobox', { name: 'Timestamp' }).selectOption('at');
  const times = ['2012-01-01 UTC', '2012-01-02 01:30:00 UTC'];
  for (const [index, time] of times.entries()) await expect(preview(page).nth(index + 1)).toContainText(time);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const rows = page.getByRole('region', { name: 'Rows by timestamp' }).locator('tbody .time');
  await expect(rows).toHaveText([...times].reverse());

  // A shown time can be typed and means the same.
  await page.getByRole('tab', { name: 'Scan' }).click();
  await page.getByRole('combobox', { name: 'Timestamps' }).selectOption('Exactly');
  await page.getByRole('textbox', { name: 'Timestamp' }).fill(times[1] as string);
  await expect(page.getByRole('region', { name: 'Code of the scan' })).toContainText(
    `timestamp: ${Date.UTC(2012, 0, 2, 1, 30)}`,
  );
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('region', { name: 'Cells found' }).locator('tbody .time')).toHaveText([
    times[1] as string,
  ]);
});

const NAMES = Array.from({ length: 60_000 }, (_, id) => JSON.stringify({ id, name: `name ${id}`, even: id % 2 === 0 }));

/**
 * Clicks a button or a link of the page once something is imported, and `times - 1` times again after more is imported.
 * The page itself clicks, because a test would be too slow.
 */
function clickInTheMiddle(page: Page, button: string, times = 1): Promise<void> {
  return page.evaluate(
    ([name, times]) => {
      let [left, before] = [times, 0];
      const observer = new MutationObserver(() => {
        const imported = document.querySelector('progress')?.value ?? 0;
        if (imported <= before) return;
        before = imported;
        if (--left === 0) observer.disconnect();
        [...document.querySelectorAll<HTMLElement>('button, a')]
          .find(({ textContent }) => textContent === name)
          ?.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    },
    [button, times] as const,
  );
}

test('an NDJSON file is imported in batches, and can be cancelled', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'names.ndjson', NAMES);
  await expect(page.getByRole('combobox', { name: 'Row key' })).toHaveValue('id');
  await expect(preview(page)).toHaveCount(6);
  await clickInTheMiddle(page, 'Cancel');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(
    page.getByText(/^Cancelled: [\d,]+ rows written to names, no bad lines\. The rows written so far are kept\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^60,000 rows written to names in/)).toBeVisible({ timeout: 30_000 });
  expect(problems).toEqual([]);
});

test('an import continues while the engine is shown', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'names.ndjson', NAMES);
  await clickInTheMiddle(page, 'Engine');
  const seen = workSeenInMenu(page, 'Import', 'Engine');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Engine' })).toBeVisible();
  await seen;
  await expect(page.getByRole('status').filter({ hasText: /^60,000 rows written to names in/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('article').getByText(/^60,000 rows written to names in/)).toBeVisible();
  await expect(page.getByText('The rows will be added to names.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('an import continues in the worker that replaces a killed one', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'names.ndjson', NAMES);
  await clickInTheMiddle(page, 'Kill the worker');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^60,000 rows written to names in/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('contentinfo').getByRole('status')).toContainText('No confirmed change was lost.');
  expect(problems).toEqual([]);
});

test('killing two workers during an import ends the import, and it can be run again', async ({ context, site }) => {
  const { page } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'names.ndjson', NAMES);
  await clickInTheMiddle(page, 'Kill the worker', 2);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const told = /^The worker ended during the import\. [\d,]+ rows are saved in names\. Import the file again to write/;
  await expect(page.getByRole('article').getByText(told)).toBeVisible();
  await expect(page.locator('.phase.open')).toBeVisible();
  // There is one message, and no other message reports a failure.
  await expect(page.getByText(/WORKER_LOST|Stopped by an error|before this change was confirmed/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^60,000 rows written to names in/)).toBeVisible({ timeout: 30_000 });
});

test('a file without records is refused with a message', async ({ context, site }) => {
  const { page } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'notes.txt', ['hello', 'world']);
  await expect(page.getByRole('alert').filter({ hasText: 'notes.txt has no records' })).toBeVisible();
  await choose(page, 'days.csv', DAYS);
  // The message is no longer relevant.
  await expect(page.getByText('notes.txt')).toHaveCount(0);
  await page.getByLabel('Table').fill('not a name');
  await expect(page.getByText('A table name cannot contain a space.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('a file without rows creates no table', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'empty.csv', ['id,v', ',1', ',2']);
  await page.getByRole('combobox', { name: 'Row key' }).selectOption('id');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('The file has no rows to import and 2 bad lines. Nothing was written.')).toBeVisible();
  await page.getByRole('link', { name: 'Tables' }).click();
  await expect(page.getByText('Choose a table')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tables' })).not.toContainText('empty');
  expect(problems).toEqual([]);
});

test('a JSON array is imported, and a spreadsheet file in its own or in the chosen encoding', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, IMPORT);
  await choose(page, 'cities.json', ['[', '  {"id": 1, "city": "Zürich"},', '  {"id": 2, "city": "Genève"}', ']']);
  await expect(page.getByText('cities.json: JSON array, 2 columns')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^2 rows written to cities in .*, no bad lines\.$/)).toBeVisible();

  const buffer = Buffer.from('id;city\n1;Zürich\n2;Genève\n', 'latin1');
  await page.getByLabel('CSV, NDJSON or JSON file').setInputFiles({ name: 'latin.csv', mimeType: 'text/csv', buffer });
  const encoding = page.getByRole('combobox', { name: 'File encoding' });
  await expect(encoding).toHaveValue('windows-1252');
  await expect(preview(page).nth(1)).toContainText('Zürich');
  await encoding.selectOption('utf-8');
  await expect(preview(page).nth(1)).toContainText('not text in the chosen encoding');
  await encoding.selectOption('windows-1252');
  await expect(preview(page).nth(2)).toContainText('Genève');
  expect(problems).toEqual([]);
});
