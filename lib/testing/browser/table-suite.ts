/*
 * A module that runs the Table suite in a page, with the engine's worker of the built package. `bigtab` remains an
 * import, whose address the page defines.
 */
import { connect } from 'bigtab';
import { CollectingRunner, type TestOutcome } from '../conformance/suite-runner.js';
import { tableSuite } from '../conformance/table-suite.js';

export async function runTableSuite(): Promise<readonly TestOutcome[]> {
  // Keeps the worker running, which would otherwise end after each test.
  const connection = await connect('suite');
  const runner = new CollectingRunner();
  tableSuite(runner, () => connect('suite'));
  const outcomes = await runner.run();
  await connection.close();
  return outcomes;
}
