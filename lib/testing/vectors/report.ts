import type { Failure, Outcome } from './outcome.js';

/** The outcomes of a run so far. */
export interface Tally {
  passed: number;
  readonly failures: Failure[];
  /** The number of lines that need something without a counterpart, by its name. */
  readonly leftOut: Map<string, number>;
}

export function newTally(): Tally {
  return { passed: 0, failures: [], leftOut: new Map() };
}

/** Counts an outcome. */
export function count(tally: Tally, outcome: Outcome): void {
  if (outcome.kind === 'passed') tally.passed++;
  else if (outcome.kind === 'failed') tally.failures.push(outcome.failure);
  else tally.leftOut.set(outcome.part, (tally.leftOut.get(outcome.part) ?? 0) + 1);
}

/** The first step of a history that differs, for a reader. */
export function describeFailure({ id, reason, number, step, call, text, expected, got }: Failure): string {
  if (call !== undefined || text !== undefined) {
    return [
      `${id}${number === undefined ? '' : `, call ${number}`}`,
      `  ${call === undefined ? 'text    ' : 'call    '}  ${json(call ?? text)}`,
      `  expected  ${json(expected)}`,
      `  got       ${json(got)}`,
    ].join('\n');
  }
  if (step === undefined) {
    return [
      id,
      ...(reason === undefined ? [] : [`  ${reason}`]),
      ...(got === undefined ? [] : [`  got       ${json(got)}`]),
    ].join('\n');
  }
  const { expect, error, message, bigtab, ...asked } = step;
  return [
    `${id}, step ${number}`,
    `  step      ${json(asked)}`,
    `  expected  ${expected === null || expected === undefined ? 'success' : answerText(expected)}`,
    `  got       ${got === undefined ? 'nothing' : answerText(got)}`,
  ].join('\n');
}

/** The last lines of a run: the cases that were left out, then the counts of passed and failed ones. */
export function summary({ passed, failures, leftOut }: Tally): string {
  const lines = [...leftOut].map(([part, lines]) => `${lines} left out: ${part}`);
  return [...lines, `${passed} passed, ${failures.length} failed`].join('\n');
}

/** Whether a run shows that Bigtab answers correctly: something was played, and nothing failed. */
export function isGood({ passed, failures }: Tally): boolean {
  return passed > 0 && failures.length === 0;
}

function answerText(answer: NonNullable<Failure['got'] | Failure['expected']>): string {
  return json('value' in answer ? answer.value : answer);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
