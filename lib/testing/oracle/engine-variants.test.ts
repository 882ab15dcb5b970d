import { describe, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';
import { VARIANTS } from './engine-variants.js';

const seed = testSeed(1);
const { checkVariant, checkVariantInThread } = await importBundled<typeof import('./check-variant.js')>(
  'lib/testing/oracle/check-variant.ts',
);

/*
 * All variants play the same histories with the same flushes and compactions, and the oracle has no blocks, caches or
 * pruning. So the variants agree with one another too.
 */
describe('the answers of an engine', () => {
  const numRuns = testRuns(250);

  it.each(VARIANTS)(
    `are the same with $name: ${numRuns} histories, seed ${seed}`,
    (variant) => checkVariant(variant, { seed, numRuns }),
    300_000,
  );
});

describe('the answers of an engine in a worker thread', () => {
  const numRuns = testRuns(50);

  // The others are switches of the engine that no option reaches.
  it.each(VARIANTS.filter(({ platform }) => platform === undefined))(
    `are the same with $name: ${numRuns} histories, seed ${seed}`,
    (variant) => checkVariantInThread(variant, { seed, numRuns }),
    300_000,
  );
});
