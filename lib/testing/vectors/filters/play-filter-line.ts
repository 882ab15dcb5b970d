import { LATEST_TIMESTAMP, parseFilter } from '../../../index.js';
import { errorOf } from '../answers.js';
import { anything, fields, Malformed, text } from '../checks.js';
import { agrees, type Expected, type Got } from '../compare.js';
import type { Outcome } from '../outcome.js';
import { writeFilter } from './write-filter.js';

/* Lines that define the meaning of a text of the filter language: a filter as an object, or the class of an error. */

interface FilterLine {
  readonly text: string;
  readonly differs?: string;
  readonly expect?: unknown;
  readonly error?: string;
  readonly bigtab?: unknown;
}

const checkLine = fields(
  { text },
  { id: text, differs: text, expect: anything, error: text, message: text, bigtab: anything },
);

/** Whether a line is meant as a text of the filter language. */
export function isFilterLine(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'text' in line;
}

/** Judges one line. */
export function playFilterLine(line: unknown): Outcome {
  try {
    checkLine(line, 'the line');
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return {
      kind: 'failed',
      failure: { id: String((line as FilterLine).text), reason: `malformed: ${error.message}` },
    };
  }
  const filter = line as FilterLine;
  const expected = expectedOf(filter);
  const got = gotOf(filter.text);
  if (agrees(expected, got)) return { kind: 'passed' };
  return { kind: 'failed', failure: { id: filter.differs ?? 'filter language', text: filter.text, expected, got } };
}

function expectedOf({ expect, error, bigtab }: FilterLine): Expected {
  const answer = bigtab ?? (error === undefined ? expect : { error });
  const isError = typeof answer === 'object' && answer !== null && 'error' in answer;
  return isError ? { error: String((answer as { readonly error: unknown }).error) } : { value: withLatest(answer) };
}

/** 2^53−1 is not a timestamp here; it means what 2^63−1 means in HBase. */
function withLatest(answer: unknown): unknown {
  const latest = (_: string, value: unknown) => (value === LATEST_TIMESTAMP ? 'LATEST' : value);
  const { type } = answer as { readonly type?: unknown };
  return type === 'TimestampsFilter' ? JSON.parse(JSON.stringify(answer, latest)) : answer;
}

function gotOf(filter: string): Got {
  try {
    return { value: writeFilter(parseFilter(filter)) };
  } catch (error) {
    return errorOf(error);
  }
}
