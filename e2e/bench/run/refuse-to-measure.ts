import { LEAST_ROUNDS } from '../report/publishable.js';
import { DIRTY } from '../report/summary.js';

/** Throws an Error with a message for people if it is already certain that the results could not be published. */
export function refuseToMeasure(rounds: number, commit: string): void {
  if (rounds < LEAST_ROUNDS) throw new Error(`--publish needs at least ${LEAST_ROUNDS} rounds`);
  if (commit.endsWith(DIRTY)) throw new Error('--publish measures a commit, but the tree has uncommitted changes');
}
