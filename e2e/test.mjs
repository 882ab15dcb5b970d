// npm test: runs everything and prints, as its last line, `N passed, N failed`. `npm test -- unit` runs one part; see
// e2e/run/run-all.ts.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('./run/run-all.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'warn' });
process.exit(await module.runAll(process.argv.slice(2)));
