import { expect, test } from '../fixtures.js';
import { checkLooks, layoutShifts, openDemo } from './demo-page.js';
import { choose, create, put } from './table-page.js';

test('a long value is shown to its end, in pieces, and copied completely', async ({ context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'long', 'f');
  await choose(page, 'Put and delete');
  const value = Array.from({ length: 2000 }, (_, word) => `wörd${word}`).join(' ');
  await put(page, { row: 'r', family: 'f', column: 'q' }, value, 1);
  await choose(page, 'Conceptual view');
  await page.getByRole('button', { name: 'Show all of f:q of r' }).click();
  const dialog = page.getByRole('dialog', { name: 'f:q of r' });
  const shown = dialog.getByRole('region', { name: 'The value' });
  await expect(dialog).toContainText(`${new TextEncoder().encode(value).length.toLocaleString('en')} bytes`);
  await checkLooks(page, 'value');
  let read = await shown.textContent();
  for (const next = dialog.getByRole('button', { name: 'Next' }); ; ) {
    if ((await next.getAttribute('aria-disabled')) === 'true') break;
    await next.click();
    read += (await shown.textContent()) ?? '';
  }
  expect(read).toBe(value);
  await dialog.getByRole('button', { name: 'Copy all' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show all of f:q of r' })).toBeFocused();

  // The same is true in the list of versions.
  await page.getByRole('button', { name: /^f:q = / }).click();
  await page.getByRole('button', { name: 'Show all of f:q of r at 1' }).click();
  await expect(page.getByRole('dialog', { name: 'f:q of r at 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await layoutShifts(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('characters that change the direction of text are escaped in views and in code', async ({ context, site }) => {
  const { page, problems } = await openDemo(context, site.origin, '#view=tables');
  await create(page, 'turned', 'f');
  await choose(page, 'Put and delete');
  const turned = 'a\u202Ecba';
  const form = page.getByRole('form', { name: 'Put' });
  await form.getByRole('textbox', { name: 'Row key' }).fill(turned);
  await form.getByRole('textbox', { name: 'Column' }).fill(turned);
  await form.getByRole('textbox', { name: 'Value' }).fill(turned);
  await expect(form.getByRole('region', { name: 'Code of the put' })).toContainText("row: 'a\\u202ecba'");
  await form.getByRole('button', { name: 'Put' }).click();
  await expect(page.getByText('in a\\u202Ecba.')).toBeVisible();
  for (const tab of ['Conceptual view', 'Physical view', 'Columns']) {
    await choose(page, tab);
    await expect(page.getByRole('tabpanel')).toContainText('a\\xE2\\x80\\xAEcba');
    expect(await page.locator('body').innerText()).not.toContain('\u202E');
  }
  expect(problems).toEqual([]);
});
