// npm run crash-report -- [--write] [--replay NAME]: runs every sweep at full size and prints a table of the figures;
// see run-crash-report.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(place('./run-crash-report.ts'), { configFile: false, logLevel: 'warn' });
const host = {
  now: Date.now,
  tell: console.log,
  read: (path) => readFile(place(`../../../${path}`), 'utf8'),
  write: (path, text) => writeFile(place(`../../../${path}`), text),
};
process.exit(await module.runCrashReport(process.argv.slice(2), host));
