import { errorOf } from './answers.js';
import { isCallCase } from './calls/call-case.js';
import { playCall } from './calls/play-call.js';
import { checkHistory } from './check-history.js';
import { Malformed } from './checks.js';
import { agrees, expectedOf, type Got } from './compare.js';
import { isFilterLine, playFilterLine } from './filters/play-filter-line.js';
import type { History } from './history.js';
import type { Outcome } from './outcome.js';
import { PlayedTable } from './play-step.js';
import type { Stage } from './stage.js';

let tables = 0;

/** Judges a line: plays it, whether it is a history or in one of the other languages. */
export async function playLine(line: unknown, stage: Stage): Promise<Outcome> {
  if (isCallCase(line)) return playCall(line, stage);
  if (isFilterLine(line)) return playFilterLine(line);
  try {
    checkHistory(line);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { kind: 'failed', failure: { id: idOf(line), reason: `malformed: ${error.message}` } };
  }
  return playHistory(line, stage);
}

async function playHistory(history: History, stage: Stage): Promise<Outcome> {
  const { id, table, steps } = history;
  await stage.setTime(steps[0]?.at ?? 0);
  let played: PlayedTable;
  try {
    played = await PlayedTable.create(stage.connection, `history-${++tables}`, table);
  } catch (error) {
    return { kind: 'failed', failure: { id, reason: 'the table was refused', got: errorOf(error) } };
  }
  for (const [index, step] of steps.entries()) {
    await stage.setTime(step.at);
    const got = await played.play(step).then((value): Got => ({ value }), errorOf);
    const expected = expectedOf(step);
    if (agrees(expected, got)) continue;
    return { kind: 'failed', failure: { id, number: index + 1, step, expected, got } };
  }
  await played.drop();
  return { kind: 'passed' };
}

function idOf(line: unknown): string {
  const { id } = (line ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : 'a history without an id';
}
