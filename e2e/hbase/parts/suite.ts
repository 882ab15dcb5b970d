import { BigtabError } from '../../../lib/errors.js';
import { connectToCluster } from '../../../lib/testing/hbase/cluster-gateway.js';
import { inParallel } from '../../../lib/testing/hbase/empty-cluster.js';
import { runSuiteTest, type SuiteTest, suiteTests } from '../../../lib/testing/hbase/suite-tests.js';
import type { HBasePart } from './part.js';

/**
 * Runs the part of the Table suite that does not need the engine, many tests at the same time. A test that fails is run
 * once more, alone; if it passes then, its failure is printed.
 */
export const runSuite: HBasePart = async ({ url }) => {
  const tests = suiteTests(() => connectToCluster(url));
  const again: { readonly test: SuiteTest; readonly failure: string }[] = [];
  const failed: string[] = [];
  // Tests start several calls before they wait for the first one, and do not wait for the others when it is refused.
  process.on('unhandledRejection', ignoreErrorOfCall);
  process.on('rejectionHandled', ignoreErrorOfCall);
  await inParallel(tests, async (test) => {
    const failure = await failureOf(test);
    if (failure !== null) again.push({ test, failure });
  });
  for (const { test, failure } of again) {
    const second = await failureOf(test);
    if (second === null) console.log(`passed only alone: ${test.name}: ${failure}`);
    else failed.push(`${test.name}: ${second}`);
  }
  process.off('unhandledRejection', ignoreErrorOfCall);
  process.off('rejectionHandled', ignoreErrorOfCall);
  const listed = tests.filter(({ fails }) => fails !== null).length;
  return {
    passed: tests.length - failed.length,
    failed,
    skipped: [],
    figures: `${tests.length - listed} to pass, ${listed} listed as refused or different, ${failed.length} otherwise`,
  };
};

function failureOf(test: SuiteTest): Promise<string | null> {
  return runSuiteTest(test).then(
    () => null,
    (error: Error) => error.message,
  );
}

/** Node reports a rejection that is not awaited yet, and again when it is. */
function ignoreErrorOfCall(error: unknown): void {
  if (!(error instanceof Promise) && !BigtabError.is(error)) throw error;
}
