import { describe, expect, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';

const seed = testSeed(1);
const numRuns = testRuns(150);
/** A planted bug is found by one of so many histories. */
const FOUND_WITHIN = 40;
const { checkWatches, findsWatchBug, plantedWatchBugs } = await importBundled<typeof import('./check-watches.js')>(
  'lib/testing/oracle/check-watches.ts',
);

describe('Live reads', () => {
  it(`have the rows of a fresh read after every change of ${numRuns} histories, seed ${seed}`, async () => {
    await checkWatches({ seed, numRuns });
  }, 600_000);
});

describe('Random histories beside live reads', () => {
  it.each(plantedWatchBugs)(
    'find a planted bug: %s',
    async (name) => {
      expect(await findsWatchBug(name, { seed: 1, numRuns: FOUND_WITHIN })).toBe(true);
    },
    300_000,
  );
});
