import { BigtabError } from '../../../lib/errors.js';
import { connectHBase } from '../../../lib/hbase.js';
import { inParallel } from '../../../lib/testing/hbase/empty-cluster.js';
import { runSuiteTest, suiteTests } from '../../../lib/testing/hbase/suite-tests.js';
import type { HBasePart } from './part.js';

/** Runs the part of the Table suite that does not need the engine. */
export const runSuite: HBasePart = async ({ url }) => {
  const tests = suiteTests(() => connectHBase({ url }));
  const failed: string[] = [];
  // Tests start several calls before they wait for the first one, and do not wait for the others when it is refused.
  process.on('unhandledRejection', ignoreErrorOfCall);
  await inParallel(tests, async (test) => {
    await runSuiteTest(test).catch((error: Error) => failed.push(`${test.name}: ${error.message}`));
  });
  process.off('unhandledRejection', ignoreErrorOfCall);
  const listed = tests.filter(({ fails }) => fails !== null).length;
  return {
    passed: tests.length - failed.length,
    failed,
    skipped: [],
    figures: `${tests.length - listed} to pass, ${listed} listed as refused or different, ${failed.length} otherwise`,
  };
};

function ignoreErrorOfCall(error: unknown): void {
  if (!BigtabError.is(error)) throw error;
}
