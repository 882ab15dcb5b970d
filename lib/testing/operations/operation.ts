import type {
  AlterStep,
  Answered,
  BatchStep,
  CheckAndMutateStep,
  GetStep,
  History,
  MinorCompactStep,
  MutateRow,
  RegionStep,
  RowMutation,
  ScanStep,
} from '../vectors/history.js';
import type { Printable } from '../vectors/printable-bytes.js';

/** What a step of a history calls, without its moment and its answer. */
export type Operation =
  | ((RowMutation | MutateRow) & { readonly row: Printable })
  | CheckAndMutateStep
  | BatchStep
  | GetStep
  | ScanStep
  | AlterStep
  | MinorCompactStep
  | RegionStep;

/** Nothing, a value, or the class of an error. */
export type Answer = Pick<Answered, 'expect' | 'error'>;

/** A history whose steps do not have answers yet. */
export interface Question {
  readonly table: History['table'];
  readonly steps: readonly (Operation & { readonly at: number })[];
}
