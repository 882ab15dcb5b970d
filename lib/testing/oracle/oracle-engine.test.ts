import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testRuns, testSeed } from '../seed.js';
import { agreement } from './agreement.js';
import { PLAIN } from './engine-variants.js';
import { playVariant } from './variant-player.js';

const seed = testSeed(1);
const numRuns = testRuns(5000);

describe('the engine', () => {
  it(`gives the oracle's answers at every step of ${numRuns} histories, seed ${seed}`, async () => {
    await fc.assert(
      agreement((history) => playVariant(PLAIN, history)),
      { seed, numRuns },
    );
  }, 300_000);
});
