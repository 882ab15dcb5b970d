import { readFile } from 'node:fs/promises';
import { type CommandForm, readCommand } from '../../lib/build/command-words.js';
import { inRoot } from '../../lib/build/package/places.js';
import { obtainBrowser } from '../find-browser.js';
import { buildAll } from './build-all.js';
import { type Outcome, summary, total } from './outcome.js';
import { check, runScript } from './run-command.js';
import { runPlaywright } from './run-playwright.js';
import { runVitest } from './run-vitest.js';

/** Runs a part of the tests. Its output is printed only after `turn`. */
type Part = (turn: Promise<unknown>) => Promise<Outcome>;

/**
 * The parts of the run, by stage. Later stages use the output of earlier ones. The parts of a stage run at the same
 * time: the browser tests often wait for a browser, and the unit tests then use the cores.
 */
const STAGES: readonly Readonly<Record<string, Part>>[] = [
  { types: () => check('every part type-checks', async () => (await runScript('typescript/bin/tsc', ['-b'])) === 0) },
  {
    style: () =>
      check(
        'style holds',
        async () => (await runScript('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])) === 0,
      ),
  },
  { build: buildAll },
  { unit: runVitest, browser: browserTests },
];

const PARTS = STAGES.flatMap((stage) => Object.keys(stage));
const COMMAND: CommandForm = {
  help: `npm test -- [PARTS…]: checks everything, or only these parts: ${PARTS.join(', ')}`,
  options: {},
  words: PARTS,
};

/** Runs the named parts, or all, prints the summary and returns the exit code. */
export async function runAll(words: readonly string[]): Promise<number> {
  const read = readCommand(words, COMMAND, console.log);
  if (typeof read === 'number') return read;
  const { words: names } = read;
  const outcomes: Outcome[] = [];
  for (const stage of STAGES) {
    const running: Promise<Outcome>[] = [];
    for (const [name, run] of Object.entries(stage)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const turn = Promise.all(running);
      running.push(guarded(name, () => run(turn)));
    }
    outcomes.push(...(await Promise.all(running)));
  }
  const allowed = JSON.parse(await readFile(inRoot('e2e/allowed-skips.json'), 'utf8')) as readonly string[];
  const { lines, ok } = summary(total(outcomes), allowed, process.env.CI !== undefined);
  console.log(`\n${lines.join('\n')}`);
  return ok ? 0 : 1;
}

async function browserTests(turn: Promise<unknown>): Promise<Outcome> {
  try {
    obtainBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: ['the browser tests: no browser'], skipped: [] };
  }
  return runPlaywright(turn);
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
