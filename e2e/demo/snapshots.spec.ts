import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../fixtures.js';
import { checkLooks, fillDiary, layoutShifts, openDemo } from './demo-page.js';

function snapshots(page: Page): Locator {
  return page.getByRole('region', { name: 'Snapshots', exact: true });
}

test('a snapshot is taken, cloned, restored and deleted, and another tab sees it', async ({ page, context, site }) => {
  await fillDiary(page, { rows: ['monday'], value: 'old' });
  const { page: demo, problems } = await openDemo(context, site.origin, '#view=engine');
  await demo.getByRole('combobox', { name: 'Table', exact: true }).selectOption('diary');
  const section = snapshots(demo);
  await section.getByLabel('Name of the snapshot').fill('before');
  await section.getByRole('button', { name: 'Take a snapshot of diary' }).click();
  await expect(demo.getByText('Took the snapshot before of diary.')).toBeVisible();
  await expect(section.getByRole('row')).toHaveText([/^Name/, /^before ?diary20\d\d-.* UTC/]);

  const { page: other } = await openDemo(context, site.origin, '#view=engine');
  await expect(snapshots(other).getByRole('row')).toHaveCount(2);
  await other.close();

  await section.getByRole('button', { name: 'Clone', exact: true }).click();
  await expect(demo.getByText('Made the table diary-copy of the snapshot before.')).toBeVisible();
  await expect(section.getByLabel('New table')).toHaveValue('diary-copy-2');
  await section.scrollIntoViewIfNeeded();
  await checkLooks(demo, 'snapshots');

  await section.getByRole('button', { name: 'Restore' }).click();
  await section.getByRole('button', { name: 'Replace diary by before' }).click();
  await expect(demo.getByText('Restored diary from the snapshot before.')).toBeVisible();
  await section.getByRole('button', { name: 'Delete', exact: true }).click();
  await section.getByRole('button', { name: 'Delete before' }).click();
  await expect(demo.getByText('Deleted the snapshot before.')).toBeVisible();
  await expect(section.getByRole('row')).toHaveCount(0);

  await section.getByLabel('Name of the snapshot').fill('-bad');
  await section.getByRole('button', { name: 'Take a snapshot of diary' }).click();
  await expect(demo.getByText('INVALID_ARGUMENT')).toBeVisible();
  expect(await layoutShifts(demo)).toEqual([]);
  expect(problems).toEqual([]);
});
