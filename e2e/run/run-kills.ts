import { buildAll } from './build-all.js';
import { runScript } from './run-command.js';

/**
 * Builds the package, then kills the worker, the tab and the browser `kills` times each, as the test `durability/kills`
 * does. Resolves to whether nothing was lost.
 */
export async function runKills(kills: number, seed: number): Promise<boolean> {
  if ((await buildAll()).failed.length > 0) return false;
  // The limit on the whole run is meant for `npm test`.
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--global-timeout=0', 'durability/kills'];
  return (await runScript('playwright/cli.js', words, { BIGTAB_SEED: `${seed}`, BIGTAB_RUNS: `${kills}` })) === 0;
}
