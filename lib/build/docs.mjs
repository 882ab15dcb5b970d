// npm run docs: writes the files generated from the code or from results: the README's error table, its table of crashes
// and its section on speed, the guide's table of what a cluster refuses, the benchmark's tables and chart, and the API
// reference in `.out/api`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));

const load = async (path) => (await runnerImport(place(path), { configFile: false, logLevel: 'warn' })).module;
const { withErrorTable } = await load('./docs/error-table.ts');
const { FIGURES, withFigures } = await load('./docs/crash-table.ts');
const { CLUSTER_PAGE, withNotCarried } = await load('./docs/not-carried-table.ts');
const { publishedFiles, RESULTS } = await load('../../e2e/bench/report/published.ts');
const root = place('../../');
const results = await readFile(`${root}${RESULTS}`, 'utf8');
const crashes = JSON.parse(await readFile(`${root}${FIGURES}`, 'utf8'));
const readme = withFigures(withErrorTable(await readFile(`${root}README.md`, 'utf8')), crashes);
for (const [path, text] of Object.entries(publishedFiles(results, readme))) await writeFile(`${root}${path}`, text);
const page = `${root}${CLUSTER_PAGE}`;
await writeFile(page, withNotCarried(await readFile(page, 'utf8')));

// Typedoc needs an older TypeScript than the package is built with, so it is installed in a separate folder.
const guide = place('../../demo/guide');
const run = (command, words, cwd) => execFileSync(command, words, { cwd, stdio: 'inherit' });
run(process.execPath, [place('./build.mjs')]);
if (!existsSync(`${guide}/node_modules`)) run('npm', ['ci'], guide);
run(process.execPath, ['node_modules/typedoc/bin/typedoc'], guide);
