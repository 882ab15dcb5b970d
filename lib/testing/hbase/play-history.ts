import { errorOf } from '../vectors/answers.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { History } from '../vectors/history.js';
import { PlayedTable } from '../vectors/play-step.js';
import type { Stage } from '../vectors/stage.js';
import { type Compared, refusedPart } from './compared.js';

let tables = 0;

/** Plays a portable history in a table of its own. It goes on after a refused read, which changes no later answer. */
export async function playHistory(history: History, stage: Stage): Promise<Compared> {
  const { id, table, steps } = history;
  const played = await PlayedTable.create(stage.connection, `history-${++tables}`, table);
  let outcome: Compared = { kind: 'same' };
  for (const [index, step] of steps.entries()) {
    const got = await played.play(step).then((value): Got => ({ value }), errorOf);
    const part = refusedPart(got);
    if (part !== null && outcome.kind !== 'refused') outcome = { kind: 'refused', part };
    if (part !== null && step.op !== 'get' && step.op !== 'scan') break;
    // The answers of the live HBase, not those of Bigtab.
    const { bigtab, ...hbase } = step;
    const expected = expectedOf(hbase as typeof step);
    if (part !== null || agrees(expected, got)) continue;
    outcome = { kind: 'differs', failure: { id, number: index + 1, step, expected, got } };
    break;
  }
  await played.drop();
  return outcome;
}
