// npm run docs: writes what comes from the code: the README's error table, and the API reference into `.out/api`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));

const { module } = await runnerImport(place('./docs/error-table.ts'), { configFile: false, logLevel: 'warn' });
const readme = place('../../README.md');
await writeFile(readme, module.withErrorTable(await readFile(readme, 'utf8')));

// Typedoc wants an older TypeScript than the package is built with, so it is installed in a folder of its own, and only here.
const guide = place('../../demo/guide');
const run = (command, words, cwd) => execFileSync(command, words, { cwd, stdio: 'inherit' });
run(process.execPath, [place('./build.mjs')]);
if (!existsSync(`${guide}/node_modules`)) run('npm', ['ci'], guide);
run(process.execPath, ['node_modules/typedoc/bin/typedoc'], guide);
