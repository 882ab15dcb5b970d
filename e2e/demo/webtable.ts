import type { Locator, Page } from 'playwright/test';

/** The existing rows of the first screen, each with its values; an empty cell is ''. */
export function shownRows(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  return page
    .locator('.history-grid tr[data-row]')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.getAttribute('data-row'),
          [...row.querySelectorAll('td')].map((cell) => cell.querySelector('.value')?.firstChild?.textContent ?? ''),
        ]),
      ),
    );
}

/**
 * The first screen after the visits of the crawler. Columns: anchor:cnnsi.com, anchor:my.look.ca, contents:html,
 * people:author.
 */
export const CRAWLED = {
  'com.cnn.www': ['CNN', 'CNN.com', '<html>Weather', ''],
  'com.example.www': ['', 'Example', '<html>Final', 'John Doe'],
  'org.zoo.www': ['The zoo', '', '<html>Lions', ''],
};

export function slider(page: Page): Locator {
  return page.getByRole('slider', { name: 'Show the table as of' });
}

/** The button that changes a cell. */
export function cell(page: Page, column: string, row: string): Locator {
  return page.getByRole('button', { name: `change ${column} of ${row}` });
}
