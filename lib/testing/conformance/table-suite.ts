/* The required behavior of every Connection and its tables, whatever transports its calls and stores its bytes. */

import type { SuiteRunner } from './suite-runner.js';
import { adminTests } from './table/admin.js';
import { alterTests } from './table/alter.js';
import { appendTests } from './table/append.js';
import { atomicBatchTests } from './table/atomic-batch.js';
import { backupTests } from './table/backup.js';
import { batchTests } from './table/batch.js';
import { bufferedMutatorTests } from './table/buffered-mutator.js';
import { cellTtlTests } from './table/cell-ttl.js';
import { checkAndMutateTests } from './table/check-and-mutate.js';
import { compactionTests } from './table/compaction.js';
import { conditionTests } from './table/conditions.js';
import { connectionTests } from './table/connection.js';
import { deleteTests } from './table/delete.js';
import { deleteVersionsTests } from './table/delete-versions.js';
import { ensureTableTests } from './table/ensure-table.js';
import { errorTests } from './table/errors.js';
import { explainTests } from './table/explain.js';
import { familyAttributeTests } from './table/family-attributes.js';
import { filterTests } from './table/filters.js';
import { getTests } from './table/get.js';
import { incrementTests } from './table/increment.js';
import { indexFilterTests } from './table/index-filters.js';
import { indexTests } from './table/indexes.js';
import { listTests } from './table/lists.js';
import { namespaceTests } from './table/namespaces.js';
import { olderCallTests } from './table/older-calls.js';
import { orderTests } from './table/order.js';
import { putTests } from './table/put.js';
import { rowHistoryTests } from './table/row-history.js';
import { rowMutationsTests } from './table/row-mutations.js';
import { scanTests } from './table/scan.js';
import { scanOptionTests } from './table/scan-options.js';
import { scanRangeTests } from './table/scan-range.js';
import { schemaTests } from './table/schema.js';
import { sizeLimitTests } from './table/size-limits.js';
import { snapshotTests } from './table/snapshots.js';
import { tableAttributeTests } from './table/table-attributes.js';
import { type OpenConnection, TableTests } from './table/table-tests.js';
import { timeRangeTests } from './table/time-range.js';
import { transactionTests } from './table/transactions.js';
import { versionTests } from './table/versions.js';

export type { OpenConnection } from './table/table-tests.js';

/**
 * Registers the suite. `open` is called once for each test, and returns a connection that the test closes. The
 * databases may be new or the same, because each test has its own tables.
 */
export function tableSuite(runner: SuiteRunner, open: OpenConnection): void {
  const tests = new TableTests(runner, open);
  putTests(tests);
  getTests(tests);
  deleteTests(tests);
  scanTests(tests);
  scanRangeTests(tests);
  versionTests(tests);
  timeRangeTests(tests);
  scanOptionTests(tests);
  incrementTests(tests);
  appendTests(tests);
  atomicBatchTests(tests);
  conditionTests(tests);
  transactionTests(tests);
  batchTests(tests);
  bufferedMutatorTests(tests);
  cellTtlTests(tests);
  checkAndMutateTests(tests);
  deleteVersionsTests(tests);
  rowHistoryTests(tests);
  rowMutationsTests(tests);
  listTests(tests);
  orderTests(tests);
  olderCallTests(tests);
  adminTests(tests);
  tableAttributeTests(tests);
  namespaceTests(tests);
  ensureTableTests(tests);
  indexFilterTests(tests);
  indexTests(tests);
  schemaTests(tests);
  snapshotTests(tests);
  familyAttributeTests(tests);
  sizeLimitTests(tests);
  alterTests(tests);
  compactionTests(tests);
  backupTests(tests);
  explainTests(tests);
  filterTests(tests);
  connectionTests(tests);
  errorTests(tests);
}
