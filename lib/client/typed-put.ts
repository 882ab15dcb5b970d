import type { BytesLike } from '../model/bytes-like.js';
import type { AmountLike, IncrementLike } from '../model/increment.js';
import type { MutationCell } from '../model/mutation.js';
import type { PutLike } from '../model/put.js';
import type { InFamily } from './schema.js';
import type { CodecsOf } from './typed-row.js';

/** The type of value that a codec accepts. */
export type InputOf<C> = C extends { encode(value: infer T): Uint8Array } ? T : never;

/**
 * A put of a typed table, or a Put. Values of declared columns are of the types that their codecs accept; other values
 * are bytes, or text in a family without codecs.
 */
export interface TypedPut<F> extends Omit<PutLike, 'cells'> {
  readonly cells: TypedCells<keyof F, F> | readonly MutationCell[];
}

/** Values by family and qualifier. `Family`: the names of the table's families, listed in the compiler's messages. */
type TypedCells<Family extends PropertyKey, F> = {
  readonly [K in Family & keyof F]?: {
    readonly [Q in keyof CodecsOf<F[K]>]?: InputOf<CodecsOf<F[K]>[Q]>;
  } & { readonly [qualifier: string]: BytesLike | InputOf<CodecsOf<F[K]>[keyof CodecsOf<F[K]>]> };
};

/**
 * An extra constraint on a TypedPut, or a list of them, so that a misspelled name of a declared column does not
 * compile: in a family with codecs, a column without one may contain only bytes. Computed names are not checked.
 */
export type OnlyDeclared<F, P> = P extends readonly unknown[]
  ? { readonly [I in keyof P]: OnlyDeclaredIn<F, P[I]> }
  : OnlyDeclaredIn<F, P>;

type OnlyDeclaredIn<F, P> = { readonly [N in keyof P]: N extends 'cells' ? DeclaredCells<F, P[N]> : unknown };

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

/**
 * IncrementLike with the families of the table, or an Increment. In a family with codecs, the counters are declared
 * columns.
 */
export interface TypedIncrement<F> extends Omit<IncrementLike, 'amounts'> {
  readonly amounts: TypedAmounts<keyof F, F> | readonly InFamily<Extract<keyof F, string>, AmountLike>[];
}

type TypedAmounts<Family extends PropertyKey, F> = {
  readonly [K in Family & keyof F]?: [keyof CodecsOf<F[K]>] extends [never]
    ? { readonly [qualifier: string]: number | bigint }
    : { readonly [Q in keyof CodecsOf<F[K]>]?: number | bigint };
};
