// npm run test:hbase: runs the tests over a real HBase and prints, as its last line, `N passed, N failed`; see
// e2e/hbase/run-hbase.ts.
import { importBundled } from '../../lib/testing/bundle.mjs';

const { runHBase } = await importBundled('e2e/hbase/run-hbase.ts');
process.exit(await runHBase(process.argv.slice(2)));
