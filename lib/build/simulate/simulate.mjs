// npm run simulate -- [--seed N] [--write]: simulates compaction policies over months; see README.md.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(place('./run-simulate.ts'), { configFile: false, logLevel: 'warn' });
const host = { tell: console.log, write: (name, text) => writeFile(place(`./${name}`), text) };
// Not process.exit, which would discard output that a pipe has not read yet.
process.exitCode = await module.runSimulate(process.argv.slice(2), host);
