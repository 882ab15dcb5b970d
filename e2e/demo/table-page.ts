import { expect, type Locator, type Page } from 'playwright/test';

/*
 * Actions of tests on one table of the explorer.
 */

/** Shows one of the panels of the table. */
export async function choose(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
}

/** The shown lines of a table, cell by cell. */
export function lines(table: Locator): Promise<readonly string[]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | ')));
}

export function family(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Family ${name}` });
}

export interface Cell {
  readonly row: string;
  readonly family: string;
  readonly column: string;
}

/** Fills in the address of a cell in a form. */
export async function name(form: Locator, { row, family, column }: Cell): Promise<void> {
  await form.getByRole('textbox', { name: 'Row key' }).fill(row);
  await form.getByRole('combobox', { name: 'Family' }).selectOption(family);
  await form.getByRole('textbox', { name: 'Column' }).fill(column);
}

export async function put(page: Page, cell: Cell, value: string, timestamp: number): Promise<void> {
  const form = page.getByRole('form', { name: 'Put' });
  await name(form, cell);
  await form.getByRole('textbox', { name: 'Value' }).fill(value);
  await form.getByRole('textbox', { name: 'Timestamp' }).fill(String(timestamp));
  await form.getByRole('button', { name: 'Put' }).click();
  await expect(page.getByText(`Wrote a version of ${cell.family}:${cell.column} in ${cell.row}.`)).toBeVisible();
}

/** Creates a table with the form and waits until it is shown. */
export async function create(page: Page, table: string, families: string): Promise<void> {
  await page.getByText('New table').click();
  const form = page.getByRole('form', { name: 'New table' });
  await form.getByRole('textbox', { name: 'Table name' }).fill(table);
  await form.getByRole('textbox', { name: 'Families' }).fill(families);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: `Table ${table}` })).toBeVisible();
}
