import fc from 'fast-check';
import { agreement } from '../../lib/testing/oracle/agreement.js';
import { inVariant, SMALL_BLOCKS } from '../../lib/testing/oracle/engine-variants.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import type { Outcome } from '../../lib/testing/vectors/play-history.js';
import { test } from '../fixtures.js';
import { playInPage, preparePlaying } from './play-in-page.js';

const seed = testSeed(1);
const numRuns = testRuns(100);

/*
 * The same histories that the engine plays in one thread and in a worker thread (lib/testing/oracle), over the built package in Chromium.
 */
test.describe('histories drawn by chance in Chromium', () => {
  test.setTimeout(300_000);

  test(`answer as the oracle does with ${SMALL_BLOCKS.name}: ${numRuns} histories, seed ${seed}`, async ({ page }) => {
    await preparePlaying(page);
    await fc.assert(
      agreement(async (history) => (await playInPage(page, [inVariant(SMALL_BLOCKS, history)]))[0] as Outcome),
      { seed, numRuns },
    );
  });
});
