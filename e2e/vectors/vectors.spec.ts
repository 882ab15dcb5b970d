import { inRoot } from '../../lib/build/package/places.js';
import { readHistoryFile } from '../../lib/testing/vectors/read-history-file.js';
import { count, describeFailure, newTally } from '../../lib/testing/vectors/report.js';
import { HAND_WRITTEN, OTHER_LANGUAGES } from '../../lib/testing/vectors/vector-files.js';
import { expect, test } from '../fixtures.js';
import { playFollowing, playInPage, preparePlaying } from './play-in-page.js';

/*
 * The hand-written histories with the built package, whose engine runs in a worker of Chromium with a clock that the
 * page sets.
 */

const LINES_PER_CALL = 50;

test.describe('hand-written histories in Chromium', () => {
  test.setTimeout(180_000);

  for (const { file, least } of [...HAND_WRITTEN, ...OTHER_LANGUAGES]) {
    test(`return HBase's answers: ${file}, at least ${least}`, async ({ page }) => {
      await preparePlaying(page);
      const lines = (await readHistoryFile(inRoot(file))).map(({ value }) => value);
      const tally = newTally();
      for (let from = 0; from < lines.length; from += LINES_PER_CALL) {
        const outcomes = await playInPage(page, lines.slice(from, from + LINES_PER_CALL));
        for (const outcome of outcomes) count(tally, outcome);
      }
      expect(tally.failures.map(describeFailure)).toEqual([]);
      expect(tally.passed).toBeGreaterThanOrEqual(least);
    });
  }

  const { file, least } = HAND_WRITTEN[0] as (typeof HAND_WRITTEN)[number];

  test(`return HBase's answers in a tab that follows: ${file}, at least ${least}`, async ({ page, context, site }) => {
    const second = await context.newPage();
    await second.goto(`${site.origin}/blank`);
    const lines = (await readHistoryFile(inRoot(file))).map(({ value }) => value);
    const tally = newTally();
    for (const outcome of await playFollowing(page, second, lines)) count(tally, outcome);
    expect(tally.failures.map(describeFailure)).toEqual([]);
    expect(tally.passed).toBeGreaterThanOrEqual(least);
    expect(second.workers()).toEqual([]);
  });
});
