/*
 * A module that runs the Table suite in a page, over the engine's worker of the built package. `bigtab` stays an
 * import: the page says where it is.
 */
import { connect } from 'bigtab';
import { CollectingRunner, type TestOutcome } from '../conformance/suite-runner.js';
import { tableSuite } from '../conformance/table-suite.js';

export async function runTableSuite(): Promise<readonly TestOutcome[]> {
  // Holds the worker, which would end after each test otherwise.
  const connection = await connect('suite');
  const runner = new CollectingRunner();
  tableSuite(runner, () => connect('suite'));
  const outcomes = await runner.run();
  await connection.close();
  return outcomes;
}
