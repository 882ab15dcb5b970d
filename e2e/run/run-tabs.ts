import { buildAll } from './build-all.js';
import { runScript } from './run-command.js';

/**
 * Runs the simulation of several tabs with `seeds` seeds from `seed` on, as the test `lib/tabs/simulation` does; or ends
 * tabs that lead in Chromium so many times, as `connection/ends` does. Resolves to whether nothing was lost or done twice.
 */
export async function runTabs(seeds: number, seed: number, inBrowser: boolean): Promise<boolean> {
  const settings = { BIGTAB_SEED: `${seed}`, BIGTAB_RUNS: `${seeds}` };
  if (!inBrowser) {
    const words = ['run', 'lib/tabs/simulation', '-t', 'apply every call', '--disable-console-intercept'];
    return (await runScript('vitest/vitest.mjs', words, settings)) === 0;
  }
  if ((await buildAll()).failed.length > 0) return false;
  // The limit on the whole run is meant for `npm test`.
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--global-timeout=0', 'connection/ends'];
  return (await runScript('playwright/cli.js', words, settings)) === 0;
}
