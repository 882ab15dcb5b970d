import { describe, expect, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';

const seed = testSeed(1);
const numRuns = testRuns(150);
/** The seeds of rare ones. */
const FOUND_BY: Readonly<Record<string, number>> = { 'a flush or a compaction touches no row': 8 };
/** Histories have one engine after the other, but not one instead of the other: the simulated tabs find it. */
const OF_TABS: readonly string[] = ['watches are not opened again for another engine'];
/** What a history says of a bug. */
const SAYS: Readonly<Record<string, RegExp>> = {
  'an old difference is applied after a newer one': /goes back/,
  'a reply comes without the differences of its writes': /lacks an own write/,
};
/** A planted bug is found by one of the first histories; this is their number. */
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
  it.each(plantedWatchBugs.filter((name) => !OF_TABS.includes(name)))(
    'find a planted bug: %s',
    async (name) => {
      expect(await findsWatchBug(name, { seed: FOUND_BY[name] ?? 1, numRuns: FOUND_WITHIN })).toMatch(
        SAYS[name] ?? 'the watch of',
      );
    },
    300_000,
  );
});
