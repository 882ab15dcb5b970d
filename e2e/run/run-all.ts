import { readFile } from 'node:fs/promises';
import { inRoot } from '../../lib/build/package/places.js';
import { obtainBrowser } from '../find-browser.js';
import { buildAll } from './build-all.js';
import { type Outcome, summary, total } from './outcome.js';
import { check, runScript } from './run-command.js';
import { runPlaywright } from './run-playwright.js';
import { runVitest } from './run-vitest.js';

/** The parts of the run, in order. Later parts use the output of earlier ones. */
const PARTS: Readonly<Record<string, () => Promise<Outcome>>> = {
  types: () => check('every part type-checks', async () => (await runScript('typescript/bin/tsc', ['-b'])) === 0),
  style: () =>
    check(
      'style holds',
      async () => (await runScript('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])) === 0,
    ),
  unit: runVitest,
  build: buildAll,
  browser: browserTests,
};

/** Runs the named parts, or all, prints the summary and returns the exit code. */
export async function runAll(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    console.error(`no part is called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
    return 2;
  }
  const outcomes: Outcome[] = [];
  for (const [name, run] of Object.entries(PARTS)) {
    if (names.length === 0 || names.includes(name)) outcomes.push(await guarded(name, run));
  }
  const allowed = JSON.parse(await readFile(inRoot('e2e/allowed-skips.json'), 'utf8')) as readonly string[];
  const { lines, ok } = summary(total(outcomes), allowed, process.env.CI !== undefined);
  console.log(`\n${lines.join('\n')}`);
  return ok ? 0 : 1;
}

async function browserTests(): Promise<Outcome> {
  try {
    obtainBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: ['the browser tests: no browser'], skipped: [] };
  }
  return runPlaywright();
}

/** A part that throws counts as one failure, and the others still run. */
async function guarded(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: [`${name}: the run itself failed`], skipped: [] };
  }
}
