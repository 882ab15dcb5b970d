import type { History } from '../vectors/history.js';
import { playLine } from '../vectors/play-history.js';
import type { Stage } from '../vectors/stage.js';
import { type Compared, refusedPart } from './compared.js';

/** Plays a portable history in a table of its own. */
export async function playHistory(history: History, stage: Stage): Promise<Compared> {
  const compared = await play(withoutDecisions(history), stage);
  if (compared.kind !== 'differs' || history.differs === undefined) return compared;
  const decided = await play(history, stage);
  return decided.kind === 'same' ? { kind: 'decided' } : compared;
}

async function play(history: History, stage: Stage): Promise<Compared> {
  const outcome = await playLine(history, stage);
  if (outcome.kind !== 'failed') return { kind: 'same' };
  const { failure } = outcome;
  const part = refusedPart(failure.got);
  return part === null ? { kind: 'differs', failure } : { kind: 'refused', part };
}

/** The history with only HBase's answers. */
function withoutDecisions(history: History): History {
  return { ...history, steps: history.steps.map(({ bigtab, ...step }) => step as (typeof history.steps)[number]) };
}
