import type { Answered, History, Operation } from '../vectors/history.js';

/** Nothing, a value, or the class of an error. */
export type Answer = Pick<Answered, 'expect' | 'error'>;

/** A history whose steps do not have answers yet. */
export interface Question {
  readonly table: History['table'];
  readonly steps: readonly (Operation & { readonly at: number })[];
}
