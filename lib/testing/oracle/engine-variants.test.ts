import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testRuns, testSeed } from '../seed.js';
import { threadPlayer } from '../vectors/play-lines.js';
import { agreement } from './agreement.js';
import { inVariant, VARIANTS } from './engine-variants.js';
import { playVariant } from './variant-player.js';

const seed = testSeed(1);

/*
 * All variants play the same histories with the same flushes and compactions, and the oracle has no blocks, caches or
 * pruning. So the variants agree with one another too.
 */
describe('the answers of an engine', () => {
  const numRuns = testRuns(400);

  it.each(VARIANTS)(
    `are the same with $name: ${numRuns} histories, seed ${seed}`,
    async (variant) => {
      await fc.assert(
        agreement((history) => playVariant(variant, history)),
        { seed, numRuns },
      );
    },
    300_000,
  );
});

describe('the answers of an engine in a worker thread', () => {
  const numRuns = testRuns(50);

  // The others are switches of the engine that no option reaches.
  it.each(VARIANTS.filter(({ platform }) => platform === undefined))(
    `are the same with $name: ${numRuns} histories, seed ${seed}`,
    async (variant) => {
      const player = threadPlayer(variant.options);
      try {
        await fc.assert(
          agreement((history) => player.play(inVariant(variant, history))),
          { seed, numRuns },
        );
      } finally {
        await player.close();
      }
    },
    300_000,
  );
});
