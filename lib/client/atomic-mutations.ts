import type { Result } from './answers/result.js';
import type { AtomicMutation, AtomicTable } from './calls/atomic-batch.js';
import type { TableCodecs } from './table-codecs.js';
import type { TypedMutation } from './typed-request.js';
import type { TypedRow } from './typed-row.js';

/** The mutations that a table of an `atomicBatch` accepts: those of a typed table contain decoded values. */
export type MutationOn<T> = T extends { readonly codecs: TableCodecs<infer F, infer K, infer _> }
  ? TypedMutation<F, K>
  : AtomicMutation['mutation'];

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
