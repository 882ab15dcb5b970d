import { describe, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';

const seed = testSeed(1);
const numRuns = testRuns(200);
const { checkWatches } = await importBundled<typeof import('./check-watches.js')>(
  'lib/testing/oracle/check-watches.ts',
);

describe('Live reads', () => {
  it(`have the rows of a fresh read after every change of ${numRuns} histories, seed ${seed}`, async () => {
    await checkWatches({ seed, numRuns });
  }, 600_000);
});
