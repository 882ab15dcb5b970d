// npm run docs: writes the parts of the README that come from the code.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const table = fileURLToPath(new URL('./docs/error-table.ts', import.meta.url));
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
const { module } = await runnerImport(table, { configFile: false, logLevel: 'warn' });
await writeFile(readme, module.withErrorTable(await readFile(readme, 'utf8')));
