import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { importBundled } from '../bundle.mjs';
import { isNoHistory, readHistoryFile } from './read-history-file.js';
import { LEAST_RANDOM, RANDOM } from './vector-files.js';

const { directPlayer, playLines } = await importBundled<typeof import('./play-lines.js')>(
  'lib/testing/vectors/play-lines.ts',
);

// Refused calls are frequent and nothing reads their stacks.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe('random histories', () => {
  let played = 0;

  it.each(RANDOM)(
    "get HBase's answers: %s",
    async (file) => {
      const player = directPlayer();
      const failures: string[] = [];
      const lines = await readHistoryFile(inRoot(file));
      const { passed } = await playLines(lines, player, undefined, (failure) => failures.push(failure));
      await player.close();
      expect(lines.filter(isNoHistory)).toEqual([]);
      expect(failures).toEqual([]);
      expect(passed).toBeGreaterThan(0);
      played += passed;
    },
    600_000,
  );

  it('are complete in number', () => {
    expect(played).toBeGreaterThanOrEqual(LEAST_RANDOM);
  });
});
