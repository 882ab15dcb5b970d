import fc from 'fast-check';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { endTask } from '../end-task.js';
import { questions } from '../operations/histories.js';
import type { Question } from '../operations/operation.js';
import type { History } from '../vectors/history.js';
import type { Outcome } from '../vectors/outcome.js';
import { describeFailure } from '../vectors/report.js';
import { answered } from './oracle.js';

/**
 * Checks that the player gives the oracle's answers to random histories, at every step. A failure reports the first
 * step that differs, and the history as a line for `npm run conformance`.
 */
export function agreement(
  play: (history: History) => Promise<Outcome>,
  mode: TimestampMode = 'wall',
): fc.IAsyncProperty<[Question]> {
  return fc.asyncProperty(questions(), async (drawn) => {
    const history = answered('drawn', mode === 'wall' ? drawn : inOneRun(drawn), mode);
    const outcome = await play(history);
    await endTask();
    if (outcome.kind === 'passed') return;
    const text = outcome.kind === 'failed' ? describeFailure(outcome.failure) : `left out: ${outcome.part}`;
    throw new Error(`${text}\nin the history\n${JSON.stringify(history)}`);
  });
}

/**
 * The question without steps after which the engine no longer knows which timestamps it assigned: in files, it then
 * takes those of the user for its own.
 */
function inOneRun({ table, steps }: Question): Question {
  return { table, steps: steps.filter(({ op }) => op !== 'reopen' && op !== 'alter') };
}
