/* The tests import this module bundled, because the engine then runs faster. */
import fc from 'fast-check';
import { watchQuestions } from '../operations/watches.js';
import { playWatches } from './watch-player.js';

interface Histories {
  readonly seed: number;
  readonly numRuns: number;
}

/** Compares watches with fresh reads, at every change of random histories. Rejects with the first history that fails. */
export async function checkWatches(histories: Histories): Promise<void> {
  await fc.assert(fc.asyncProperty(watchQuestions(), playWatches), histories);
}
