import type { BytesLike } from '../model/bytes-like.js';
import type { ScanLike } from '../model/scan.js';
import type { ScanOf } from './schema.js';
import type { InputOf } from './typed-put.js';
import type { ColumnInput, FamiliesOf } from './typed-request.js';
import type { CodecsOf } from './typed-row.js';

/**
 * The literal of a scan by an index of a typed table. If the definition lists indexes, `index` is one of them, and its
 * values are of the types that the codecs of its columns accept: `equals` is the value of the first column, or a list
 * with the values of the first columns, and `from`, `to` and `prefix` are values of the column after those. A value that
 * is a list itself, or null, stands in a list; `from: null` and `to: null` are no bounds. Qualifiers are text or bytes.
 * `prefix` is only for columns of `text`, of `bytes` and without a codec. `I`: the indexes; null if the definition does
 * not list any: then values are text or bytes.
 */
export type TypedIndexScan<F, I = null> = Omit<ScanOf<FamiliesOf<F>>, IndexProperty | Bound> &
  NoBounds &
  IndexValues<F, I>;

type IndexProperty = 'index' | 'equals' | 'from' | 'to';
type Bound = 'start' | 'startInclusive' | 'stop' | 'stopInclusive' | 'prefix';
type NoBounds = {
  readonly [B in Exclude<Bound, 'prefix'>]?: B extends 'start' | 'stop' ? null : never;
};

type IndexValues<F, I> = [I] extends [null]
  ? { readonly index: string } & Pick<ScanLike, 'equals' | 'from' | 'to' | 'prefix'>
  : { [N in keyof I]: { readonly index: N } & ValuesOf<PartsOf<F, I[N]>> }[keyof I];

/** A column of an index: the types of its values and of their prefixes. */
interface Part<V, P> {
  readonly value: V;
  readonly prefix: P;
}

/** The columns of an index. */
type PartsOf<F, D> = D extends { readonly on: infer On }
  ? On extends readonly unknown[]
    ? { readonly [C in keyof On]: PartOf<F, On[C]> }
    : readonly [PartOf<F, On>]
  : readonly [Part<BytesLike, BytesLike>];

type PartOf<F, C> = C extends `${infer Family}:${infer Q}`
  ? Part<ColumnInput<F, Family, Q>, PrefixOf<F, Family, Q>>
  : never;

type PrefixOf<F, Family, Q> = Family extends keyof F
  ? Q extends keyof CodecsOf<F[Family]>
    ? CodecsOf<F[Family]>[Q] extends { readonly appends: true }
      ? InputOf<CodecsOf<F[Family]>[Q]>
      : never
    : BytesLike
  : never;

/** `Given`: the values in `equals`. */
type ValuesOf<Parts, Given extends readonly unknown[] = readonly []> = Parts extends readonly [
  Part<infer V, infer P>,
  ...infer Rest,
]
  ? (Equals<Given> & Range<V, P>) | ValuesOf<Rest, readonly [...Given, V]>
  : Equals<Given> & Range<never, never>;

type Equals<Given extends readonly unknown[]> = Given extends readonly []
  ? { readonly equals?: never }
  : { readonly equals: Given extends readonly [infer V] ? Given | Single<V> : Given };

type Single<V> = V extends readonly unknown[] | null ? never : V;

type Range<V, P> =
  | { readonly from?: V | null; readonly to?: V | null; readonly prefix?: never }
  | { readonly prefix: P; readonly from?: null; readonly to?: null };
