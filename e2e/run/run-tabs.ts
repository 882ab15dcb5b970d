import { buildAll } from './build-all.js';
import { runScript } from './run-command.js';

/**
 * Runs the simulation of several tabs with `seeds` seeds from `seed` on, as the test `lib/tabs/simulation` does. Resolves to
 * whether nothing was lost or done twice.
 */
export async function simulateTabs(seeds: number, seed: number): Promise<boolean> {
  const words = ['run', 'lib/tabs/simulation', '-t', 'at most once', '--disable-console-intercept'];
  return (await runScript('vitest/vitest.mjs', words, { BIGTAB_SEED: `${seed}`, BIGTAB_RUNS: `${seeds}` })) === 0;
}

/**
 * Runs a test in Chromium with the given number of runs: `connection/ends` ends tabs that write, `connection/leaks` opens
 * and closes connections and tabs. Resolves to whether the test passes.
 */
export async function runTabs(test: 'ends' | 'leaks', runs: number, seed: number): Promise<boolean> {
  if ((await buildAll()).failed.length > 0) return false;
  // The limit on the whole run is meant for `npm test`.
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--global-timeout=0', `connection/${test}`];
  return (await runScript('playwright/cli.js', words, { BIGTAB_SEED: `${seed}`, BIGTAB_RUNS: `${runs}` })) === 0;
}
