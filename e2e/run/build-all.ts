import { type Outcome, total } from './outcome.js';
import { check, runScript } from './run-command.js';

/** Builds what the browser tests use: the package and the demo page. */
export async function buildAll(): Promise<Outcome> {
  return total([
    await check('the package builds', async () => (await runScript('../lib/build/build.mjs', [])) === 0),
    await check('the page builds', async () => (await runScript('vite/bin/vite.js', ['build'])) === 0),
  ]);
}
