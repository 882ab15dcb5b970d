// npm run bench:hbase: measures `bigtab/hbase` beside HBase's own Java client; see bench.ts.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('./bench.ts', import.meta.url));
// The built package, as users run it.
const { connectHBase } = await import('../../../dist/hbase.js');
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
process.exit(await module.benchHBase(process.argv.slice(2), connectHBase));
