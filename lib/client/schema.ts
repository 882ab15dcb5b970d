import type { AppendLike, AppendValueLike } from '../model/append.js';
import type { BytesLike, ColumnLike } from '../model/bytes-like.js';
import type { CheckAndMutate, CheckAndMutateLike } from '../model/check-and-mutate.js';
import type { DeleteLike, MarkerLike } from '../model/delete.js';
import type { Get, GetLike } from '../model/get.js';
import type { AmountLike, IncrementLike } from '../model/increment.js';
import type { CellLike, PutLike } from '../model/put.js';
import type { RowMutation, RowMutations, RowMutationsLike } from '../model/row-mutations.js';
import type { ScanLike } from '../model/scan.js';
import type { TableLike } from '../model/schema/table-descriptor.js';
import type { TimeRangeLike } from '../model/time-range.js';
import type { TimestampLike } from '../model/timestamp.js';

/*
 * The compiler's view of a table: its families, as the keys of `S`. `ensureTable` infers them from a literal
 * descriptor; then the family names in literals are checked and completed. Names given as bytes are never checked here.
 */

/** A table whose families are unknown to the compiler. */
export interface AnySchema {
  readonly [family: string]: unknown;
}

/** The schema of a descriptor: its families if they are literals, otherwise any. */
export type SchemaOf<D extends TableLike> = { readonly [F in NameOf<D['families'][number]>]: unknown };

type NameOf<F> = F extends string ? F : F extends { readonly name: infer N extends string } ? N : never;

/** The name of a family of the table, as text. */
export type FamilyName<S> = Extract<keyof S, string>;

/** The name of a family of the table, or any bytes. */
export type FamilyOf<S> = FamilyName<S> | Uint8Array;

/** ColumnLike with the families of the table. */
export type ColumnOf<S> =
  | FamilyName<S>
  | `${FamilyName<S>}:${string}`
  | readonly [family: FamilyOf<S>, qualifier?: BytesLike];

/** PutLike with the families of the table. */
export interface PutOf<S> extends Omit<PutLike, 'cells'> {
  readonly cells: ColumnsOf<FamilyName<S>, BytesLike> | readonly InFamily<FamilyName<S>, CellLike>[];
}

/** GetLike with the families of the table. */
export interface GetOf<S> extends Omit<GetLike, keyof FamiliesOf<S>>, FamiliesOf<S> {}

/** ScanLike with the families of the table. */
export interface ScanOf<S> extends Omit<ScanLike, keyof FamiliesOf<S>>, FamiliesOf<S> {}

/**
 * `T` if it is typed as a GetLike or ScanLike, or spread from one, so that its columns cannot be checked; otherwise
 * never.
 */
export type Unchecked<T> = 'columns' extends keyof T ? (readonly ColumnLike[] extends T['columns'] ? T : never) : never;

/** The parts of a get and a scan that name families. */
interface FamiliesOf<S> {
  readonly columns?: readonly ColumnOf<S>[];
  readonly familyTimeRange?:
    | { readonly [F in FamilyName<S>]?: TimeRangeLike }
    | readonly (readonly [family: FamilyOf<S>, min: TimestampLike, max: TimestampLike])[];
}

/** DeleteLike with the families of the table. */
export interface DeleteOf<S> extends Omit<DeleteLike, 'markers'> {
  readonly markers?: readonly InFamily<FamilyName<S>, MarkerLike>[];
}

/** IncrementLike with the families of the table. */
export interface IncrementOf<S> extends Omit<IncrementLike, 'amounts'> {
  readonly amounts: ColumnsOf<FamilyName<S>, number | bigint> | readonly InFamily<FamilyName<S>, AmountLike>[];
}

/** AppendLike with the families of the table. */
export interface AppendOf<S> extends Omit<AppendLike, 'values'> {
  readonly values: ColumnsOf<FamilyName<S>, BytesLike> | readonly InFamily<FamilyName<S>, AppendValueLike>[];
}

/** A mutation of one row, or its literal with the families of the table. */
export type RowMutationOf<S> =
  | RowMutation
  | PutOf<S>
  | IncrementOf<S>
  | AppendOf<S>
  | (DeleteOf<S> & { readonly kind: 'Delete' });

/** RowMutationsLike with the families of the table. */
export interface RowMutationsOf<S> extends Omit<RowMutationsLike, 'mutations'> {
  readonly mutations: readonly RowMutationOf<S>[];
}

/** CheckAndMutateLike with the families of the table. */
export interface CheckAndMutateOf<S> extends Omit<CheckAndMutateLike, 'family' | 'action'> {
  readonly family?: FamilyOf<S>;
  readonly action: RowMutationOf<S> | RowMutations | RowMutationsOf<S>;
}

/** An action of a batch, or its literal with the families of the table. */
export type ActionOf<S> =
  | Get
  | (GetOf<S> & { readonly kind: 'Get' })
  | RowMutationOf<S>
  | RowMutations
  | RowMutationsOf<S>
  | CheckAndMutate
  | CheckAndMutateOf<S>;

/** Values by family and qualifier. `Family`: the names of the table's families, listed in the compiler's messages. */
export type ColumnsOf<Family extends string, V> = { readonly [F in Family]?: { readonly [qualifier: string]: V } };

/** A part of a literal, in one of these families, or in one that is given as bytes. */
export type InFamily<Family extends string, T> = T extends unknown
  ? Omit<T, 'family'> & { readonly family: Family | Uint8Array }
  : never;
