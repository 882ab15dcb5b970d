import fc from 'fast-check';
import { questions } from '../operations/histories.js';
import type { Question } from '../operations/operation.js';
import type { History } from '../vectors/history.js';
import type { Outcome } from '../vectors/outcome.js';
import { describeFailure } from '../vectors/report.js';
import { answered } from './oracle.js';

/**
 * The player answers random histories as the oracle does, at every step. A failure reports the first step that differs
 * and the history, as a line that `npm run conformance` takes.
 */
export function agreement(play: (history: History) => Promise<Outcome>): fc.IAsyncProperty<[Question]> {
  return fc.asyncProperty(questions(), async (question) => {
    const history = answered('drawn', question);
    const outcome = await play(history);
    if (outcome.kind === 'passed') return;
    const text = outcome.kind === 'failed' ? describeFailure(outcome.failure) : `left out: ${outcome.part}`;
    throw new Error(`${text}\nin the history\n${JSON.stringify(history)}`);
  });
}
