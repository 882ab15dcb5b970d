// npm run rules -- [RULES…] | --mutate [RULES…]: lists the tests of each rule, or checks that they fail when it is
// switched off.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = fileURLToPath(new URL('./run-rules.ts', import.meta.url));
const { module } = await runnerImport(place, { configFile: false, logLevel: 'warn' });
// Not process.exit, which would discard output that a pipe has not read yet.
process.exitCode = await module.runRules(process.argv.slice(2));
