import type { Call } from './calls/call-case.js';
import type { Expected, Got } from './compare.js';
import type { Step } from './history.js';

/** The outcome of one line. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'left out'; readonly part: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The first step whose answer differs, or the reason why the history could not be played at all. */
export interface Failure {
  readonly id: string;
  readonly reason?: string;
  /** From 1. */
  readonly number?: number;
  readonly step?: Step;
  /** The call, if the line is a case of calls. */
  readonly call?: Call;
  /** The text, if the line is a text of the filter language. */
  readonly text?: string;
  readonly expected?: Expected;
  readonly got?: Got | undefined;
}
