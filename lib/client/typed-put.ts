import type { BytesLike } from '../model/bytes-like.js';
import type { CellLike, PutLike } from '../model/put.js';
import type { RowKey } from './typed-key.js';
import type { CodecsOf } from './typed-row.js';

/** The type of value that a codec accepts. */
export type InputOf<C> = C extends { encode(value: infer T): Uint8Array } ? T : never;

/**
 * The literal of a put of a typed table. Values of declared columns are of the types that their codecs accept; other
 * values are bytes, or text in a family without codecs. `K`: the codec of the row keys, null for text or bytes.
 */
export interface TypedPut<F, K = null> extends Omit<PutLike, 'row' | 'cells'> {
  readonly row: RowKey<K>;
  readonly cells: TypedCells<keyof F, F> | readonly TypedCell<keyof F, F>[];
}

/** Values by family and qualifier. `Family`: the names of the table's families, listed in the compiler's messages. */
type TypedCells<Family extends PropertyKey, F> = {
  readonly [K in Family & keyof F]?: {
    readonly [Q in keyof CodecsOf<F[K]>]?: InputOf<CodecsOf<F[K]>[Q]>;
  } & { readonly [qualifier: string]: BytesLike | InputOf<CodecsOf<F[K]>[keyof CodecsOf<F[K]>]> };
};

/**
 * A cell of a list: of a declared column, of another column, or of a family that is given as bytes. `Family`: the names
 * of the table's families, listed in the compiler's messages.
 */
export type TypedCell<Family extends PropertyKey, F> =
  | TypedValue<Pick<F, Family & keyof F>, Pick<CellLike, 'timestamp'>>
  | (Omit<CellLike, 'family'> & { readonly family: Uint8Array });

/** A column and its value, with the properties of `More`. `Extra`: values that are allowed in addition, such as null. */
export type TypedValue<F, More = unknown, Extra = never> = {
  readonly [K in keyof F]: DeclaredValue<K, CodecsOf<F[K]>, More, Extra> | OtherValue<K, CodecsOf<F[K]>, More, Extra>;
}[keyof F];

type DeclaredValue<Family, C, More, Extra> = {
  readonly [Q in keyof C]: {
    readonly family: Family;
    readonly qualifier: Q;
    readonly value: InputOf<C[Q]> | Extra;
  } & More;
}[keyof C];

type OtherValue<Family, C, More, Extra> = {
  readonly family: Family;
  readonly qualifier?: BytesLike | Extra;
  readonly value: BytesWithout<C> | Extra;
} & More;

/** The value of a column without a codec: bytes, or text too in a family without codecs. */
export type BytesWithout<C> = [keyof C] extends [never] ? BytesLike : Uint8Array;

/**
 * An extra constraint on a request of a typed table, or a list of them, so that a misspelled name of a declared column
 * does not compile: in a family with codecs, a column without one may contain only bytes. Computed names are not
 * checked. `Allowed`: what the call accepts. If the compiler finds another mistake, `P` is `Allowed`, and the constraint
 * stays out of its message.
 */
export type Declared<F, P, Allowed> = [Allowed] extends [P] ? unknown : OnlyDeclared<F, P>;

/** Like `Declared`, for a put of one row: the literal of a put without its row, or its cells. */
export type DeclaredOfRow<F, P> = P extends { readonly cells: unknown } ? OnlyDeclaredIn<F, P> : DeclaredCells<F, P>;

type OnlyDeclared<F, P> = P extends readonly unknown[]
  ? { readonly [I in keyof P]: OnlyDeclaredIn<F, P[I]> }
  : OnlyDeclaredIn<F, P>;

type OnlyDeclaredIn<F, P> = {
  readonly [N in keyof P]: N extends 'cells'
    ? DeclaredCells<F, P[N]>
    : N extends 'mutations' | 'action'
      ? OnlyDeclared<F, P[N]>
      : unknown;
};

type DeclaredCells<F, C> = C extends readonly unknown[]
  ? unknown
  : { readonly [K in keyof C]: K extends keyof F ? DeclaredColumns<keyof CodecsOf<F[K]>, C[K]> : unknown };

type DeclaredColumns<Declared, Values> = [Declared] extends [never]
  ? unknown
  : {
      readonly [Q in keyof Values]: string extends Q
        ? unknown
        : Q extends Declared
          ? unknown
          : Values[Q] extends Uint8Array
            ? unknown
            : BytesUnlessDeclared<Declared>;
    };

/**
 * The value of a column without a codec, in a family that has the columns `Declared` with codecs. Only for the
 * compiler's messages.
 */
export interface BytesUnlessDeclared<Declared> {
  readonly declared: Declared;
}
