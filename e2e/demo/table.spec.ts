import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { type Cell, choose, create, family, lines, name, put } from './table-page.js';

const HTML: Cell = { row: 'com.cnn.www', family: 'contents', column: 'html' };

test("the guide's table in both views, its deletes with their markers, and what a major compaction leaves", async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'guide', 'contents, anchor people');
  await expect(page.getByText('This table is empty.')).toBeVisible();

  await choose(page, 'Put and delete');
  for (const timestamp of [3, 5, 6]) await put(page, HTML, `<html>${timestamp}`, timestamp);
  await put(page, { row: 'com.cnn.www', family: 'anchor', column: 'cnnsi.com' }, 'CNN', 9);
  await put(page, { row: 'com.example.www', family: 'people', column: 'author' }, 'John Doe', 5);
  await checkLooks(page, 'table-write');

  await choose(page, 'Conceptual view');
  const conceptual = page.getByRole('region', { name: 'Rows by timestamp' });
  await expect
    .poll(() => lines(conceptual))
    .toEqual([
      'com.cnn.www | 9 | anchor:cnnsi.com = CNN |  | ',
      'com.cnn.www | 6 |  | contents:html = <html>6 | ',
      'com.cnn.www | 5 |  | contents:html = <html>5 | ',
      'com.cnn.www | 3 |  | contents:html = <html>3 | ',
      'com.example.www | 5 |  |  | people:author = John Doe',
    ]);
  await checkLooks(page, 'table-conceptual');

  await choose(page, 'Put and delete');
  const remove = page.getByRole('form', { name: 'Delete' });
  await remove.getByRole('combobox', { name: 'Kind' }).selectOption('Column');
  await name(remove, HTML);
  await remove.getByRole('textbox', { name: 'Timestamp' }).fill('5');
  await expect(remove.getByRole('region', { name: 'Code of the delete' })).toContainText("kind: 'columns'");
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Wrote a column marker in com.cnn.www.')).toBeVisible();

  await choose(page, 'Physical view');
  const contents = family(page, 'contents');
  await expect.poll(() => lines(contents)).toEqual(['com.cnn.www | 6 | contents:html = <html>6']);
  await page.getByRole('checkbox', { name: 'Show delete markers' }).check();
  await expect
    .poll(() => lines(contents))
    .toEqual([
      'com.cnn.www | 6 | contents:html = <html>6',
      'com.cnn.www | 5 | DeleteColumn contents:html deletes the column up to 5',
      'com.cnn.www | 5 | contents:html = <html>5hidden',
      'com.cnn.www | 3 | contents:html = <html>3hidden',
    ]);
  await checkLooks(page, 'table-physical');

  // In a family that keeps no deleted cells, a major compaction removes them and the marker.
  await choose(page, 'Schema');
  const card = family(page, 'contents');
  await card.getByText('Change or drop contents').click();
  await card.getByRole('combobox', { name: 'Keep deleted cells' }).selectOption('No');
  await card.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(card.getByRole('alertdialog')).toContainText('Deleted cells are no longer kept.');
  await checkLooks(page, 'table-loss');
  await card.getByRole('button', { name: 'Change and lose data' }).click();
  await expect(card).toContainText('keeps all versions');
  await expect(card).not.toContainText('including deleted cells');
  await page.getByRole('button', { name: 'Flush' }).click();
  await expect(page.getByText(/^(Flushed into|Nothing needed flushing)/)).toBeVisible();
  await page.getByRole('button', { name: 'Compact', exact: true }).click();
  await expect(page.getByText(/^Nothing needed compacting\. There are still \d store files\./)).toBeVisible();
  await page.getByRole('button', { name: 'Major compact' }).click();
  await expect(page.getByText(/^(Rewrote|Merged) /)).toBeVisible();
  await choose(page, 'Physical view');
  await expect(page.getByRole('checkbox', { name: 'Show delete markers' })).toBeChecked();
  await expect.poll(() => lines(contents)).toEqual(['com.cnn.www | 6 | contents:html = <html>6']);
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('every kind of delete from the page', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'kinds', 'f');
  await choose(page, 'Put and delete');
  for (const timestamp of [1, 2, 3, 4, 5, 6]) {
    await put(page, { row: 'r', family: 'f', column: 'q' }, String(timestamp), timestamp);
  }
  const remove = page.getByRole('form', { name: 'Delete' });
  const shown = async () => {
    await choose(page, 'Versions');
    await expect(page.getByRole('textbox', { name: 'Row key' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Row key' }).fill('r');
    await page.getByRole('textbox', { name: 'Column' }).fill('q');
  };
  for (const [kind, timestamp, left] of [
    ['Latest version', null, '5 versions'],
    ['Column version', '4', '4 versions'],
    ['Family version', '5', '3 versions'],
    ['Column', '1', '2 versions'],
    ['Family', '2', '1 version'],
    ['Row', '3', 'This column has no versions in this row.'],
  ] as const) {
    await choose(page, 'Put and delete');
    await remove.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
    await remove.getByRole('textbox', { name: 'Row key' }).fill('r');
    if (/Column|Latest/.test(kind)) await remove.getByRole('textbox', { name: 'Column' }).fill('q');
    const time = remove.getByRole('textbox', { name: 'Timestamp' });
    if (timestamp === null) await expect(time).toBeDisabled();
    else await time.fill(timestamp);
    await remove.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Wrote a ${kind.toLowerCase()} marker in r.`)).toBeVisible();
    await shown();
    await expect(page.getByRole('tabpanel').getByText(left, { exact: true })).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test('a scan from the form, the code that does the same, and the versions of a number as a line', async ({
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'numbers', 'f');
  await choose(page, 'Put and delete');
  for (const timestamp of [1, 2, 3]) {
    await put(page, { row: 'b', family: 'f', column: 'n' }, String(timestamp * 1.5), timestamp);
  }
  await put(page, { row: 'a', family: 'f', column: 'text' }, 'x', 1);
  const form = page.getByRole('form', { name: 'Put' });
  await form.getByRole('checkbox', { name: 'as bytes' }).check();
  await put(page, { row: 'c', family: 'f', column: '\\xFF' }, '\\x00', 1);

  await choose(page, 'Columns');
  await expect
    .poll(() => lines(page.getByRole('region', { name: 'Columns' })))
    .toEqual(['f | n | 1', 'f | text | 1', 'f | \\xFF | 1']);
  await checkLooks(page, 'table-columns');

  await choose(page, 'Scan');
  const scan = page.getByRole('form', { name: 'Scan' });
  await scan.getByRole('combobox', { name: 'Rows', exact: true }).selectOption('In a range');
  await scan.getByRole('textbox', { name: 'Start' }).fill('z');
  await scan.getByRole('textbox', { name: 'Stop' }).fill('a');
  await scan.getByRole('checkbox', { name: 'Reversed' }).check();
  await scan.getByRole('textbox', { name: 'Versions' }).fill('2');
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Found 3 cells.')).toBeVisible();
  const found = page.getByRole('region', { name: 'Cells found' });
  expect(await lines(found)).toEqual(['c | 1 | f:\\xFF = \\x00', 'b | 3 | f:n = 4.5', 'b | 2 | f:n = 3']);
  await checkLooks(page, 'table-scan');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Code copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "new Scan({\n  start: 'z',\n  stop: 'a',\n  reversed: true,\n  versions: 2,\n  limit: 100,\n});",
  );

  // A success is shown for a while, and an error until the next action.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(page.getByText('Code copied.')).toHaveCount(0);
  await scan.getByRole('textbox', { name: 'Versions' }).fill('two');
  await scan.getByRole('button', { name: 'Scan' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Versions must be a whole number' });
  await expect(refused).toBeVisible();
  await scan.getByRole('textbox', { name: 'Versions' }).fill('2');
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(refused).toHaveCount(0);

  await found.getByRole('button', { name: 'f:n = 4.5' }).click();
  await expect(
    page.getByRole('img', { name: 'f:n as a line: 3 versions from 1 to 3, between 1.5 and 4.5' }),
  ).toBeVisible();
  await expect
    .poll(() => lines(page.getByRole('region', { name: 'Versions of f:n' })))
    .toEqual(['3 |  | 4.5', '2 |  | 3', '1 |  | 1.5']);
  await checkLooks(page, 'table-versions');
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('families are added, changed and dropped, and so is the table', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'schema', 'one');
  await choose(page, 'Schema');
  const added = page.getByRole('region', { name: 'New family' });
  await added.getByText('Add a family').click();
  await added.getByRole('textbox', { name: 'Name' }).fill('two');
  await added.getByRole('textbox', { name: 'Versions kept' }).fill('3');
  await added.getByRole('textbox', { name: 'Time to live' }).fill('2 DAYS');
  await added.getByRole('combobox', { name: 'Keep deleted cells' }).selectOption('No');
  await checkLooks(page, 'table-families');
  await added.getByRole('button', { name: 'Add' }).click();
  await expect(family(page, 'two')).toContainText('keeps 3 versions for 2 days');

  await added.getByRole('textbox', { name: 'Name' }).fill('a:b');
  await added.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'INVALID_ARGUMENT' })).toContainText('Illegal character');

  const two = family(page, 'two');
  await two.getByText('Change or drop two').click();
  await two.getByRole('combobox', { name: 'Keep deleted cells' }).selectOption('Yes');
  await two.getByRole('checkbox', { name: 'New version behavior' }).check();
  await expect(two.getByRole('combobox', { name: 'Keep deleted cells' })).toHaveValue('FALSE');
  await expect(two.getByRole('combobox', { name: 'Keep deleted cells' })).toBeDisabled();
  await two.getByRole('combobox', { name: 'Compression' }).selectOption('Gzip');
  await two.getByRole('combobox', { name: 'Bloom filter' }).selectOption('Row prefixes');
  await two.getByRole('textbox', { name: 'Prefix length' }).fill('3');
  await checkLooks(page, 'table-family-changed');
  await two.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(two).toContainText('keeps 3 versions for 2 days, new version behavior');
  await expect(two.getByRole('textbox', { name: 'Prefix length' })).toHaveValue('3');
  await family(page, 'two').getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.getByRole('button', { name: 'Drop two with its data' }).click();
  await expect(family(page, 'two')).toHaveCount(0);

  const all = page.getByRole('region', { name: 'Settings of schema' });
  await all.getByText('Change schema').click();
  await all.getByRole('checkbox', { name: 'Read-only' }).check();
  await all.getByRole('textbox', { name: 'Settings' }).fill('hbase.hregion.majorcompaction = weekly');
  await all.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('hbase.hregion.majorcompaction must be');
  await all.getByRole('textbox', { name: 'Settings' }).fill('');
  await all.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(all).toContainText('is read-only');
  await checkLooks(page, 'table-schema');

  await page.getByRole('button', { name: 'Drop schema' }).click();
  await page.getByRole('button', { name: 'Drop schema with its data' }).click();
  await expect(page.getByText('Dropped the table schema.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tables' })).not.toContainText('schema');
  expect(problems).toEqual([]);
});

test("the first screen's table disappears when it is dropped there, and is created again at the next visit", async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin);
  await page.getByRole('tab', { name: 'Schema' }).click();
  await page.getByRole('button', { name: 'Drop webtable' }).click();
  await page.getByRole('button', { name: 'Drop webtable with its data' }).click();
  await expect(page.getByText('Dropped the table webtable.')).toBeVisible();
  await expect(page.getByText('Choose a table to see everything in it, or create one.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tables' }).getByRole('link')).toHaveCount(0);
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page.locator('.track .tick')).toHaveCount(7);
  expect(problems).toEqual([]);
});

test('long lists have pages, older versions of a row are shown on request, and arrow keys move between panels', async ({
  context,
  site,
}) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'long', 'f');
  await page.getByRole('button', { name: 'Add a row' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Put and delete' })).toBeFocused();
  for (let row = 1; row <= 10; row++) {
    await put(page, { row: `p${row}`, family: 'f', column: 'q' }, 'one', 1);
  }
  for (let timestamp = 1; timestamp <= 7; timestamp++) {
    await put(page, { row: 'r', family: 'f', column: 'q' }, String(timestamp), timestamp);
  }
  await choose(page, 'Conceptual view');
  const table = page.getByRole('region', { name: 'Rows by timestamp' });
  await expect.poll(async () => (await lines(table)).length).toBe(10);
  await page.getByRole('button', { name: 'Next' }).click();
  const newest = ['7', '6', '5', '4', '3'].map((time) => `r | ${time} | f:q = ${time}`);
  await expect.poll(() => lines(table)).toEqual([...newest, ' | Show older versions of r']);
  await expect(page.getByRole('navigation', { name: 'Pages of the conceptual view' })).toContainText('11–11');
  await page.getByRole('button', { name: 'Show older versions of r' }).click();
  await expect.poll(() => lines(table)).toEqual([...newest, 'r | 2 | f:q = 2', 'r | 1 | f:q = 1']);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(async () => (await lines(table)).length).toBe(10);

  await page.getByRole('tab', { name: 'Conceptual view' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Physical view' })).toBeFocused();
  await expect.poll(async () => (await lines(family(page, 'f'))).length).toBe(12);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Schema' })).toHaveAttribute('aria-selected', 'true');

  // The shown page stays while there is no worker, and then follows the new one.
  await choose(page, 'Conceptual view');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(async () => (await lines(table))[0]).toBe('r | 7 | f:q = 7');
  await page.getByRole('button', { name: 'Kill the worker' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Back after' })).toBeVisible();
  expect((await lines(table))[0]).toBe('r | 7 | f:q = 7');
  await choose(page, 'Put and delete');
  await put(page, { row: 'r', family: 'f', column: 'q' }, '22', 22);
  await choose(page, 'Conceptual view');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(async () => (await lines(table))[0]).toBe('r | 22 | f:q = 22');
  expect(problems).toEqual([]);
});

test('a raw scan of one column is refused, and a delete that hides nothing reports this', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'told', 'f');
  await choose(page, 'Scan');
  const scan = page.getByRole('form', { name: 'Scan' });
  await scan.getByRole('textbox', { name: 'Families or columns, one per line' }).fill('f:q');
  const code = page.getByRole('region', { name: 'Code of the scan' });
  await expect(code).toContainText("columns: ['f:q']");
  await scan.getByRole('checkbox', { name: 'Raw' }).check();
  await expect(code).toHaveText('// A raw scan reads whole families: list only families, or turn Raw off.');
  await scan.getByRole('button', { name: 'Scan' }).click();
  const refusal = page.getByRole('alert').getByText('A raw scan reads whole families');
  await expect(refusal).toBeVisible();
  // The error of one form is not shown over another form.
  await choose(page, 'Schema');
  await expect(refusal).toHaveCount(0);
  await choose(page, 'Scan');
  await scan.getByRole('textbox', { name: 'Families, one per line' }).fill('f');
  await scan.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('The scan found nothing.')).toBeVisible();

  await choose(page, 'Put and delete');
  await put(page, { row: 'r', family: 'f', column: 'q' }, 'later', Date.UTC(2100, 0, 1));
  const remove = page.getByRole('form', { name: 'Delete' });
  await remove.getByRole('textbox', { name: 'Row key' }).fill('r');
  // Without a timestamp, it would be above the version.
  await remove.getByRole('textbox', { name: 'Timestamp' }).fill('5');
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('The marker hides nothing: the newest version has the timestamp 2100-01-01 UTC, which is later.'),
  ).toBeVisible();
  await checkLooks(page, 'table-delete-nothing');
  expect(problems).toEqual([]);
});

test('keeping fewer versions requires a confirmation, which lists what is lost', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'losses', 'f');
  await choose(page, 'Schema');
  const card = family(page, 'f');
  await card.getByText('Change or drop f').click();
  const versions = card.getByRole('textbox', { name: 'Versions kept' });
  const change = card.getByRole('button', { name: 'Change', exact: true });
  await versions.fill('2');
  await change.click();
  const question = card.getByRole('alertdialog', { name: 'This change loses data' });
  await expect(question).toContainText('Each column keeps only its newest 2 versions instead of all.');
  await expect(question.getByRole('button', { name: "Don't change" })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(card).toContainText('keeps all versions');
  await change.click();
  await question.getByRole('button', { name: 'Change and lose data' }).click();
  await expect(card).toContainText('keeps 2 versions');
  // Keeping more versions than before loses nothing, so no confirmation is shown.
  await versions.fill('3');
  await change.click();
  await expect(card).toContainText('keeps 3 versions');
  await expect(question).toHaveCount(0);
  expect(problems).toEqual([]);
});
