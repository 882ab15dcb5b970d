import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter';
import { inRoot } from '../../lib/build/package/places.js';
import { NO_REASON, type Outcome, type SkippedTest } from './outcome.js';
import { runScript } from './run-command.js';

/**
 * Runs the browser tests and the tests of the package, with the built files; by default all, otherwise those whose paths
 * contain one of `paths`. Prints only after `turn`.
 */
export async function runPlaywright(turn: Promise<unknown>, paths: readonly string[] = []): Promise<Outcome> {
  const file = inRoot('.out/test/playwright.json');
  await rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json', ...paths];
  await runScript('playwright/cli.js', words, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, turn);
  const report = JSON.parse(await readFile(file, 'utf8')) as JSONReport;
  let passed = 0;
  const failed = report.errors.map((error) => error.message ?? 'an error outside of any test');
  const skipped: SkippedTest[] = [];
  for (const { title, spec } of report.suites.flatMap((suite) => specsOf(suite, []))) {
    for (const test of spec.tests) {
      const skip = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
      if (test.status === 'expected') passed++;
      else if (test.status === 'flaky') {
        console.log(`passed at the second try: ${title}`);
        passed++;
      } else if (test.status === 'skipped' && skip !== undefined) {
        skipped.push({ title, reason: skip.description ?? NO_REASON });
      } else failed.push(test.status === 'skipped' ? `${title}: did not run` : title);
    }
  }
  return { passed, failed, skipped };
}

interface TitledSpec {
  readonly title: string;
  readonly spec: JSONReportSpec;
}

function specsOf(suite: JSONReportSuite, above: readonly string[]): readonly TitledSpec[] {
  const path = [...above, suite.title];
  return [
    ...suite.specs.map((spec) => ({ title: [...path, spec.title].join(' > '), spec })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, path)),
  ];
}
