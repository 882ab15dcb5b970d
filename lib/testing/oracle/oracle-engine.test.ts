import { describe, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';
import { PLAIN } from './engine-variants.js';

const seed = testSeed(1);
const numRuns = testRuns(3000);
const { checkVariant } = await importBundled<typeof import('./check-variant.js')>(
  'lib/testing/oracle/check-variant.ts',
);

describe('the engine', () => {
  it(`gives the oracle's answers at every step of ${numRuns} histories, seed ${seed}`, async () => {
    await checkVariant(PLAIN, { seed, numRuns });
  }, 300_000);

  // The explicit timestamps of the histories are around their clock, so most rows have some in its future.
  const fewer = Math.ceil(numRuns / 5);
  it.each(['ordered', 'strict'] as const)(
    `gives them in the mode %s at every step of ${fewer} histories, seed ${seed}`,
    async (timestamps) => {
      await checkVariant({ ...PLAIN, options: { timestamps } }, { seed, numRuns: fewer });
    },
    300_000,
  );
});
