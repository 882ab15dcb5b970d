import type { CompareOperator } from '../model/compare-operator.js';
import type { TAppend, TDelete, TGet, TIncrement, TMutation, TPut, TResult, TScan } from './thrift/structs.js';

/** A get; as a scan of one row where a get could not say it. */
export type ReadCall =
  | { readonly kind: 'get' | 'exists'; readonly row: Uint8Array; readonly get: TGet }
  | { readonly kind: 'scan'; readonly row: Uint8Array; readonly scan: TScan };

/** Puts and deletes of one row, which are applied as one. `repeatable`: whether they may run twice. */
export type MutationCall =
  | { readonly kind: 'put'; readonly row: Uint8Array; readonly put: TPut; readonly repeatable: boolean }
  | { readonly kind: 'delete'; readonly row: Uint8Array; readonly remove: TDelete; readonly repeatable: boolean }
  | {
      readonly kind: 'mutate';
      readonly row: Uint8Array;
      readonly mutations: readonly TMutation[];
      readonly repeatable: boolean;
    };

/** Puts and deletes under a condition on a column. An empty value with EQUAL means that the column is absent. */
export interface CheckCall {
  readonly kind: 'check';
  readonly row: Uint8Array;
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly op: CompareOperator;
  readonly value: Uint8Array;
  readonly mutations: readonly TMutation[];
}

/** A change that depends on the old value. */
export type CounterCall =
  | { readonly kind: 'increment'; readonly row: Uint8Array; readonly increment: TIncrement }
  | { readonly kind: 'append'; readonly row: Uint8Array; readonly append: TAppend };

/** A call about one row, in the form in which the gateway accepts it. */
export type RowCall = ReadCall | MutationCall | CheckCall | CounterCall;

/** The answer to a call. `done`: whether a condition was met, or a row exists. */
export interface RowAnswer {
  readonly done: boolean;
  readonly result: TResult;
}

export type RowOutcome = RowAnswer | { readonly error: unknown };

/** The answer to a write that returns nothing. */
export const DONE: RowAnswer = { done: true, result: { columnValues: [] } };

export function isRead({ kind }: RowCall): boolean {
  return kind === 'get' || kind === 'exists' || kind === 'scan';
}

/** The mutations of a call that writes a given state, as mutateRow and checkAndMutate send them. */
export function mutationsOf(call: MutationCall): readonly TMutation[] {
  if (call.kind === 'put') return [{ put: call.put }];
  return call.kind === 'delete' ? [{ deleteSingle: call.remove }] : call.mutations;
}
