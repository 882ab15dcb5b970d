import type { Connection } from '../../index.js';
import { errorOf } from './answers.js';
import type { Call } from './calls/call-case.js';
import { isCallCase } from './calls/call-case.js';
import { playCall } from './calls/play-call.js';
import { checkHistory } from './check-history.js';
import { Malformed } from './checks.js';
import { agrees, type Expected, expectedOf, type Got } from './compare.js';
import { isFilterLine, playFilterLine } from './filters/play-filter-line.js';
import type { History, Step } from './history.js';
import { PlayedTable } from './play-step.js';

/** Where histories are played: a database in `wall` mode whose clock stands where it was set. */
export interface Stage {
  readonly connection: Connection;
  /** Sets the engine's clock; resolves when the engine has it. */
  setTime(now: number): Promise<void> | void;
}

/** What came of one line. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'left out'; readonly part: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The first step whose answer differs, or why the history could not be played at all. */
export interface Failure {
  readonly id: string;
  readonly reason?: string;
  /** From 1. */
  readonly number?: number;
  readonly step?: Step;
  /** The call, where the line is a case of calls. */
  readonly call?: Call;
  /** The text, where the line is one of the filter language. */
  readonly text?: string;
  readonly expected?: Expected;
  readonly got?: Got | undefined;
}

let tables = 0;

/** Judges what a line says: plays it when it is a history, or one of the other languages. */
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
