import { describe, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { questions } from '../operations/histories.js';
import { testRuns, testSeed } from '../seed.js';
import { PLAIN, SMALL_BLOCKS } from './engine-variants.js';

const seed = testSeed(1);
const numRuns = testRuns(150);
const { checkSnapshots } = await importBundled<typeof import('./snapshot-histories.js')>(
  'lib/testing/oracle/snapshot-histories.ts',
);

describe('tables that are cloned and restored from snapshots', () => {
  it.each([PLAIN, SMALL_BLOCKS])(
    `give the oracle's answers with $name (S-60, S-63, S-64, S-66): ${numRuns} histories, seed ${seed}`,
    (variant) => checkSnapshots(variant, questions({ changes: 16 }), { seed, numRuns }),
    300_000,
  );
});
