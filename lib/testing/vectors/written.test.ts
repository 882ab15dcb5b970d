import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { importBundled } from '../bundle.mjs';
import { readHistoryFile } from './read-history-file.js';
import { HAND_WRITTEN, MOST_LEFT_OUT, OTHER_LANGUAGES } from './vector-files.js';

const { directPlayer, playLines, threadPlayer } = await importBundled<typeof import('./play-lines.js')>(
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

describe.each([
  { transport: 'direct', open: directPlayer },
  { transport: 'thread', open: threadPlayer },
])('hand-written histories over transport $transport', ({ open }) => {
  it.each([...HAND_WRITTEN, ...OTHER_LANGUAGES])(
    "get HBase's answers: $file, at least $least",
    async ({ file, least }) => {
      const player = open();
      const failures: string[] = [];
      const lines = await readHistoryFile(inRoot(file));
      const { passed, leftOut } = await playLines(lines, player, undefined, (failure) => failures.push(failure));
      await player.close();
      expect(failures).toEqual([]);
      expect(passed).toBeGreaterThanOrEqual(least);
      if (file.includes('calls'))
        expect([...leftOut.values()].reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(MOST_LEFT_OUT);
    },
  );
});
