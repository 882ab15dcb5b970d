import fc from 'fast-check';
import { agreement } from '../../lib/testing/oracle/agreement.js';
import { inVariant, VARIANTS } from '../../lib/testing/oracle/engine-variants.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import type { History } from '../../lib/testing/vectors/history.js';
import type { Outcome } from '../../lib/testing/vectors/outcome.js';
import { test } from '../fixtures.js';
import { playInPage, preparePlaying } from './play-in-page.js';

const seed = testSeed(1);
const numRuns = testRuns(25);

/*
 * The same histories that the engine runs in one thread and in a worker thread (lib/testing/oracle), with the built
 * package in Chromium.
 */
test.describe('random histories in Chromium', () => {
  test.setTimeout(300_000);

  // The others are switches of the engine that no option reaches.
  for (const variant of VARIANTS.filter(({ platform }) => platform === undefined)) {
    test(`return the oracle's answers with ${variant.name}: ${numRuns} histories, seed ${seed}`, async ({ page }) => {
      await preparePlaying(page);
      const play = async (history: History) =>
        (await playInPage(page, [inVariant(variant, history)], variant.options))[0] as Outcome;
      await fc.assert(agreement(play), { seed, numRuns });
    });
  }
});
