import { expect, test } from '../fixtures.js';
import { checkLooks, openDemo } from './demo-page.js';
import { choose, create, lines, put } from './table-page.js';

test('an index is added, read in its order and in pages, and dropped', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'notes', 'note tag');
  await choose(page, 'Scan');
  const scan = page.getByRole('form', { name: 'Scan' });
  const rows = scan.getByRole('combobox', { name: 'Rows', exact: true });
  await expect(rows.getByRole('option', { name: 'By an index' })).toHaveCount(0);

  await choose(page, 'Put and delete');
  for (const [row, day] of [
    ['1', '11-03'],
    ['2', '11-01'],
    ['3', '11-02'],
    ['4', '11-01'],
  ] as const) {
    await put(page, { row, family: 'note', column: 'day' }, day, 1);
    await put(page, { row, family: 'note', column: 'type' }, row === '4' ? 'todo' : 'done', 1);
  }

  await choose(page, 'Schema');
  const card = page.getByRole('region', { name: 'Indexes', exact: true });
  await expect(card).toContainText('This table has none.');
  await card.getByText('Add an index').click();
  const form = card.getByRole('form', { name: 'New index' });
  await form.getByRole('textbox', { name: 'Name' }).fill('byDay');
  await form.getByRole('textbox', { name: 'Column 1' }).fill('note:day');
  await form.getByRole('textbox', { name: 'Column 2' }).fill('note:type');
  await checkLooks(page, 'indexes-new');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Added the index byDay.')).toBeVisible();
  const list = card.getByRole('list', { name: 'Indexes of the table' });
  const words = 'byDay on note:day, note:type as text or bytes; complete';
  await expect(list.getByRole('listitem')).toHaveText([`${words}Drop byDay`]);

  // A unique index on values that are not unique is refused.
  await form.getByRole('textbox', { name: 'Name' }).fill('once');
  await form.getByRole('textbox', { name: 'Column 1' }).fill('note:day');
  await form.getByRole('checkbox', { name: /^Unique/ }).check();
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('CONDITION_FAILED')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await form.getByRole('textbox', { name: 'Name' }).fill('byTag');
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('Column names');
  await form.getByRole('combobox', { name: 'Family' }).selectOption('tag');
  await form.getByRole('checkbox', { name: /^Unique/ }).uncheck();
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await checkLooks(page, 'indexes-list');

  await choose(page, 'Scan');
  await rows.selectOption('By an index');
  await expect(scan.getByRole('combobox', { name: 'Timestamps' })).toHaveCount(0);
  const found = page.getByRole('region', { name: 'Cells found' });
  const days = async () => (await lines(found)).filter((line) => line.includes('note:day'));
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Found 8 cells.')).toBeVisible();
  expect(await days()).toEqual([
    '2 | 1 | note:day = 11-01',
    '4 | 1 | note:day = 11-01',
    '3 | 1 | note:day = 11-02',
    '1 | 1 | note:day = 11-03',
  ]);

  await scan.getByRole('textbox', { name: 'note:day from' }).fill('11-02');
  await scan.getByRole('checkbox', { name: 'Reversed' }).check();
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Found 4 cells.')).toBeVisible();
  expect(await days()).toEqual(['1 | 1 | note:day = 11-03', '3 | 1 | note:day = 11-02']);

  await scan.getByRole('textbox', { name: 'note:day equals' }).fill('11-01');
  await scan.getByRole('textbox', { name: 'note:type from' }).fill('');
  await scan.getByRole('textbox', { name: 'note:type begins with' }).fill('to');
  await expect(scan.getByRole('textbox', { name: 'note:type from' })).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Code of the scan' })).toContainText("index: 'byDay'");
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Found 2 cells.')).toBeVisible();
  expect(await days()).toEqual(['4 | 1 | note:day = 11-01']);
  await checkLooks(page, 'indexes-scan');

  await choose(page, 'Schema');
  await list.getByRole('button', { name: 'Drop byDay' }).click();
  await list.getByRole('button', { name: 'Drop the index byDay' }).click();
  await expect(page.getByText('Dropped the index byDay.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('an index is built from the rows of a table, and a scan by it has pages', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=import');
  const texts = ['id,place', ...Array.from({ length: 60 }, (_, row) => `r${10 + row},p${99 - row}`)];
  const buffer = Buffer.from(texts.join('\n'));
  const input = page.getByLabel('CSV, NDJSON or JSON file');
  await input.setInputFiles({ name: 'many.csv', mimeType: 'text/plain', buffer });
  await page.getByRole('combobox', { name: 'Row key' }).selectOption('id');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();

  await choose(page, 'Columns');
  const [first = ''] = await lines(page.getByRole('region', { name: 'Columns' }));
  const column = first.split(' | ').slice(0, 2).join(':');
  await choose(page, 'Schema');
  const card = page.getByRole('region', { name: 'Indexes', exact: true });
  await card.getByText('Add an index').click();
  await card.getByRole('textbox', { name: 'Name' }).fill('byPlace');
  await card.getByRole('textbox', { name: 'Column 1' }).fill(column);
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Added the index byPlace.')).toBeVisible();

  await choose(page, 'Scan');
  const scan = page.getByRole('form', { name: 'Scan' });
  await scan.getByRole('combobox', { name: 'Rows', exact: true }).selectOption('By an index');
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Found more than 50 cells.')).toBeVisible();
  const found = page.getByRole('region', { name: 'Cells found' });
  const rows = async () => (await lines(found)).map((line) => line.split(' | ')[0]);
  const all = Array.from({ length: 60 }, (_, row) => `r${69 - row}`);
  expect(await rows()).toEqual(all.slice(0, 50));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(rows).toEqual(all.slice(50));
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(rows).toEqual(all.slice(0, 50));
  expect(problems).toEqual([]);
});
