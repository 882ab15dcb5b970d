import type { AppendLike } from '../model/append.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { CheckAndMutateLike } from '../model/check-and-mutate.js';
import type { Filter } from '../model/filter.js';
import type { Get } from '../model/get.js';
import type { AmountLike, IncrementLike } from '../model/increment.js';
import type { RowMutationsLike } from '../model/row-mutations.js';
import type { DeleteOf, FamilyOf, GetOf, InFamily, ScanOf } from './schema.js';
import type { RowBound, RowKey } from './typed-key.js';
import type { BytesWithout, InputOf, TypedPut, TypedValue } from './typed-put.js';
import type { CodecsOf } from './typed-row.js';

/*
 * The literals of a typed table. `F`: the families; `K`: the codec of the row keys, null for text or bytes. Requests
 * that are objects, such as a Put, have these types too: their names and values are bytes, and are checked when they are
 * sent.
 */

/** The families, in the form that Table uses. */
export type FamiliesOf<F> = { readonly [K in keyof F]: unknown };

/** The literal of a get. */
export interface TypedGet<F, K = null> extends Omit<GetOf<FamiliesOf<F>>, 'row'> {
  readonly row: RowKey<K>;
}

/** What `get` and `exists` accept. */
export type AnyGet<F, K> = Get | TypedGet<F, K> | RowKey<K>;

/**
 * The literal of a scan. If row keys have several parts, the bounds and the prefix are lists of all or of the first
 * parts. A bound with the first parts stands for all rows that begin with them; null is no bound. A scan by an index is a
 * TypedIndexScan.
 */
export interface TypedScan<F, K = null>
  extends Omit<ScanOf<FamiliesOf<F>>, 'start' | 'stop' | 'prefix' | 'index' | 'equals' | 'from' | 'to'> {
  readonly start?: RowBound<K> | null;
  readonly stop?: RowBound<K> | null;
  readonly prefix?: RowBound<K>;
  readonly index?: undefined;
  readonly equals?: never;
  readonly from?: null;
  readonly to?: null;
}

/** The literal of a delete. */
export interface TypedDelete<F, K = null> extends Omit<DeleteOf<FamiliesOf<F>>, 'row'> {
  readonly row: RowKey<K>;
}

/** The literal of an increment. In a family with codecs, the counters are declared columns of a CounterCodec. */
export interface TypedIncrement<F, K = null> extends Omit<IncrementLike, 'row' | 'amounts'> {
  readonly row: RowKey<K>;
  readonly amounts: TypedAmounts<keyof F, F> | readonly InFamily<Extract<keyof F, string>, AmountLike>[];
}

type TypedAmounts<Family extends PropertyKey, F> = {
  readonly [K in Family & keyof F]?: [keyof CodecsOf<F[K]>] extends [never]
    ? { readonly [qualifier: string]: number | bigint }
    : [ColumnsWith<CodecsOf<F[K]>, { readonly counts: true }>] extends [never]
      ? { readonly [qualifier: string]: NoColumnWith<'int64'> }
      : { readonly [Q in ColumnsWith<CodecsOf<F[K]>, { readonly counts: true }>]?: number | bigint };
};

/** The literal of an append. In a family with codecs, the columns are declared columns of an AppendCodec. */
export interface TypedAppend<F, K = null> extends Omit<AppendLike, 'row' | 'values'> {
  readonly row: RowKey<K>;
  readonly values: TypedAppended<keyof F, F> | readonly AppendedValue<F>[];
}

type TypedAppended<Family extends PropertyKey, F> = {
  readonly [K in Family & keyof F]?: [keyof CodecsOf<F[K]>] extends [never]
    ? { readonly [qualifier: string]: BytesLike }
    : [ColumnsWith<CodecsOf<F[K]>, { readonly appends: true }>] extends [never]
      ? { readonly [qualifier: string]: NoColumnWith<'text' | 'bytes'> }
      : {
          readonly [Q in ColumnsWith<CodecsOf<F[K]>, { readonly appends: true }>]?: InputOf<CodecsOf<F[K]>[Q]>;
        };
};

type AppendedValue<F> =
  | TypedValue<F>
  | { readonly family: Uint8Array; readonly qualifier?: BytesLike; readonly value: BytesLike };

/**
 * The value of any column of a family that has no column with one of these codecs. Only for the compiler's messages.
 */
export interface NoColumnWith<Codecs> {
  readonly needed: Codecs;
}

/** The names of the columns whose codecs have the type `Kind`. */
type ColumnsWith<C, Kind> = { [Q in keyof C]: C[Q] extends Kind ? Q : never }[keyof C];

/** A mutation of one row, or its literal. */
export type TypedRowMutation<F, K = null> =
  | TypedPut<F, K>
  | TypedIncrement<F, K>
  | TypedAppend<F, K>
  | (TypedDelete<F, K> & { readonly kind: 'Delete' });

/** The literal of several mutations of one row. */
export interface TypedRowMutations<F, K = null> extends Omit<RowMutationsLike, 'row' | 'mutations'> {
  readonly row: RowKey<K>;
  readonly mutations: readonly TypedRowMutation<F, K>[];
}

/** The mutations of one row that `atomicBatch` accepts. */
export type TypedMutation<F, K = null> = TypedRowMutation<F, K> | TypedRowMutations<F, K>;

/**
 * The literal of a CheckAndMutate. `value` is of the type that the codec of the column accepts; null, or no value,
 * means that the column is absent. `op` compares the bytes.
 */
export type TypedCheckAndMutate<F, K = null> = CheckOptions<F, K> & (CheckedColumn<F> | CheckedByFilter<F>);

/**
 * The literal of a condition of an `atomicBatch`: on a column, whose `value` is of the type that its codec accepts; on
 * the row through a filter; or on the existence of the row.
 */
export type TypedRowCondition<F, K = null> = Pick<CheckAndMutateLike, 'op' | 'timeRange'> & {
  readonly row: RowKey<K>;
} & (
    | CheckedColumn<F>
    | { readonly filter: Filter; readonly value?: null }
    | { readonly exists: boolean; readonly value?: null }
  );

interface CheckOptions<F, K> extends Pick<CheckAndMutateLike, 'kind' | 'op' | 'timeRange'> {
  readonly row: RowKey<K>;
  readonly action: TypedMutation<F, K>;
}

type CheckedColumn<F> =
  | TypedValue<F, unknown, null>
  | ColumnByName<keyof F, F>
  | (Pick<CheckAndMutateLike, 'qualifier'> & { readonly family: FamilyOf<FamiliesOf<F>>; readonly value?: null })
  | (Pick<CheckAndMutateLike, 'qualifier' | 'value'> & { readonly family: Uint8Array });

/** A column as `family:qualifier`: one that is declared, or any column of a family without codecs. */
type ColumnByName<Family extends PropertyKey, F> = Family extends keyof F & string
  ? [keyof CodecsOf<F[Family]>] extends [never]
    ? { readonly column: `${Family}:${string}`; readonly value?: BytesLike | null }
    : {
        [Q in keyof CodecsOf<F[Family]> & string]: {
          readonly column: `${Family}:${Q}`;
          readonly value?: InputOf<CodecsOf<F[Family]>[Q]> | null;
        };
      }[keyof CodecsOf<F[Family]> & string]
  : never;

interface CheckedByFilter<F> extends Pick<CheckAndMutateLike, 'qualifier'> {
  readonly filter: Filter;
  readonly family?: FamilyOf<FamiliesOf<F>>;
  readonly value?: null;
}

/** An action of a batch, or its literal. */
export type TypedAction<F, K = null> =
  | Get
  | (TypedGet<F, K> & { readonly kind: 'Get' })
  | TypedMutation<F, K>
  | TypedCheckAndMutate<F, K>;

/** The value of a column: of the type that its codec accepts, else bytes, or text too in a family without codecs. */
export type ColumnInput<F, Family, Q> = Family extends keyof F
  ? Q extends keyof CodecsOf<F[Family]>
    ? InputOf<CodecsOf<F[Family]>[Q]>
    : BytesWithout<CodecsOf<F[Family]>>
  : never;
