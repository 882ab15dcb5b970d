import type { Page } from 'playwright/test';
import { catalogSuite } from '../lib/testing/conformance/catalog-suite.js';
import { fileSystemSuite } from '../lib/testing/conformance/file-system-suite.js';
import type { SuiteRunner, TestOutcome } from '../lib/testing/conformance/suite-runner.js';
import { tableSuite } from '../lib/testing/conformance/table-suite.js';
import { expect, openPage, test } from './in-page.js';

/* Runs the suites that run in Node with memory and fakes once more, in Chromium with the real platform. */

const notHere = (): Promise<never> => Promise.reject(new Error('the suite runs in the browser'));

/** The titles that a suite registers. */
function titlesOf(register: (runner: SuiteRunner) => void): readonly string[] {
  const titles: string[] = [];
  register({ test: (title) => titles.push(title) });
  return titles;
}

function expectAllPassed(outcomes: readonly TestOutcome[], titles: readonly string[]): void {
  expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
  expect(outcomes.map(({ name }) => name)).toEqual(titles);
  expect(titles.length).toBeGreaterThan(10);
}

test.describe('in Chromium', () => {
  test.setTimeout(120_000);

  for (const { what, name, titles } of [
    {
      what: 'FileSystem suite over OPFS',
      name: 'files',
      titles: titlesOf((runner) => fileSystemSuite(runner, notHere)),
    },
    {
      what: 'Catalog suite over IndexedDB',
      name: 'catalog',
      titles: titlesOf((runner) => catalogSuite(runner, notHere)),
    },
  ]) {
    test(`passes all ${titles.length} tests of the ${what}`, async ({ page }) => {
      const outcomes = await page.evaluate((name) => {
        const worker = new Worker('/testing/storage-suites.js', { type: 'module', name });
        return new Promise<readonly TestOutcome[]>((resolve, reject) => {
          worker.addEventListener('message', ({ data }) => resolve(data));
          worker.addEventListener('error', ({ message }) => reject(new Error(message)));
        });
      }, name);
      expectAllPassed(outcomes, titles);
    });
  }

  const titles = titlesOf((runner) => tableSuite(runner, notHere));

  test(`passes all ${titles.length} tests of the Table suite with the package and its worker`, async ({ page }) => {
    expectAllPassed(await runTableSuite(page), titles);
  });

  test(`passes all ${titles.length} tests of the Table suite in a tab that follows`, async ({
    page,
    context,
    site,
  }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      Object.assign(globalThis, { leader: await connect('suite') });
    });
    const second = await openPage(context, `${site.origin}/blank`);
    expectAllPassed(await runTableSuite(second), titles);
    expect([page.workers().length, second.workers().length]).toEqual([1, 0]);
  });
});

function runTableSuite(page: Page): Promise<readonly TestOutcome[]> {
  return page.evaluate(async () => {
    const { runTableSuite } = (await import('/testing/table-suite.js' as string)) as {
      runTableSuite: () => Promise<readonly TestOutcome[]>;
    };
    return runTableSuite();
  });
}
