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
});
