// npm run test:hbase: runs the tests over a real HBase and prints, as its last line, `N passed, N failed`; see
// e2e/hbase/run-hbase.ts.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('./run-hbase.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
process.exit(await module.runHBase(process.argv.slice(2)));
