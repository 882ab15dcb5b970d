import type { RowConditionLike } from '../model/row-condition.js';
import type { Result } from './answers/result.js';
import type { AtomicMutation, AtomicTable } from './calls/atomic-batch.js';
import type { CallOptions } from './calls/call-options.js';
import type { TableCodecs } from './table-codecs.js';
import type { TypedMutation, TypedRowCondition } from './typed-request.js';
import type { TypedRow } from './typed-row.js';

/** The mutations that a table of an `atomicBatch` accepts: those of a typed table contain decoded values. */
export type MutationOn<T> = T extends { readonly codecs: TableCodecs<infer F, infer K, infer _> }
  ? TypedMutation<F, K>
  : AtomicMutation['mutation'];

/** The conditions on a table of an `atomicBatch`: those on a typed table contain decoded values. */
export type ConditionOn<T> = T extends { readonly codecs: TableCodecs<infer F, infer K, infer _> }
  ? TypedRowCondition<F, K>
  : RowConditionLike;

/** The conditions of an `atomicBatch` on these tables. */
export type ConditionsOn<T extends readonly AtomicTable[]> = {
  readonly [I in keyof T]: { readonly table: T[I] } & ConditionOn<T[I]>;
};

/** The options of an `atomicBatch`. */
export interface AtomicBatchOptions<C extends readonly AtomicTable[]> extends Pick<CallOptions, 'signal'> {
  /** Nothing is applied unless all of them hold, before the first mutation. Default: none. */
  readonly conditions?: ConditionsOn<C>;
}

/** What an `atomicBatch` returns for a mutation of a table: for a typed table, its rows. */
export type AnswerOf<T> = T extends { readonly codecs: TableCodecs<infer F, infer K, infer R> }
  ? TypedRow<F, K> | R
  : Result;

/** The elements of an `atomicBatch` on these tables. */
export type AtomicMutationsOn<T extends readonly AtomicTable[]> = {
  readonly [I in keyof T]: { readonly table: T[I]; readonly mutation: MutationOn<T[I]> };
};

/** The results of an `atomicBatch` on these tables. */
export type AnswersOf<T extends readonly AtomicTable[]> = { -readonly [I in keyof T]: AnswerOf<T[I]> };
