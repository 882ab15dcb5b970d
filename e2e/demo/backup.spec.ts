import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.js';
import { checkLooks, fillDiary, layoutShifts, openDemo } from './demo-page.js';

test('a backup is saved to a file, and imported from it', async ({ page, context, site }) => {
  await fillDiary(page, { rows: ['monday'], value: 'old' });
  const { page: demo, problems } = await openDemo(context, site.origin, '#view=engine');
  const section = demo.getByRole('region', { name: 'Backup', exact: true });
  await section.getByRole('combobox', { name: 'Content' }).selectOption('Table diary');
  const saved = demo.waitForEvent('download');
  await section.getByRole('button', { name: 'Save a backup' }).click();
  const download = await saved;
  await expect(demo.getByText(/^Made a backup of .* in .*\.$/)).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^diary-20\d\d-\d\d-\d\d\.ndjson$/);
  const path = await download.path();
  expect((await readFile(path, 'utf8')).split('\n')[2]).toContain('"row":"monday"');

  const choose = section.getByLabel('Backup file');
  await choose.setInputFiles({ name: 'diary.ndjson', mimeType: 'text/plain', buffer: await readFile(path) });
  await section.getByRole('button', { name: 'Import' }).click();
  await expect(demo.getByText('TABLE_EXISTS')).toBeVisible();
  await section.scrollIntoViewIfNeeded();
  await checkLooks(demo, 'backup');
  await section.getByRole('combobox', { name: 'Tables' }).selectOption('Add its cells to existing tables');
  await section.getByRole('button', { name: 'Import' }).click();
  await expect(demo.getByText(/^Imported diary\.ndjson \(.*\) in .*\.$/)).toBeVisible();

  await choose.setInputFiles({ name: 'bad.ndjson', mimeType: 'text/plain', buffer: Buffer.from('{"format":1}\n') });
  await section.getByRole('button', { name: 'Import' }).click();
  await expect(demo.getByText(/line 1 /i)).toBeVisible();
  expect(await layoutShifts(demo)).toEqual([]);
  expect(problems).toEqual([]);
});
