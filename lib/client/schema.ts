import type { BytesLike } from '../model/bytes-like.js';
import type { DeleteLike, MarkerLike } from '../model/delete.js';
import type { GetLike } from '../model/get.js';
import type { AmountLike, IncrementLike } from '../model/increment.js';
import type { CellLike, PutLike } from '../model/put.js';
import type { ScanLike } from '../model/scan.js';
import type { TableLike } from '../model/table-descriptor.js';

/*
 * What the compiler knows of a table: its families, as the keys of `S`. `ensureTable` reads them from a literal descriptor;
 * then the family names in literals are checked and completed. Names given as bytes are never checked here.
 */

/** A table whose families the compiler does not know. */
export interface AnySchema {
  readonly [family: string]: unknown;
}

/** The schema of a descriptor: its families when they are literals, else any. */
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
  readonly cells: ByColumn<S, BytesLike> | readonly WithFamily<S, CellLike>[];
}

/** GetLike with the families of the table. */
export interface GetOf<S> extends Omit<GetLike, 'columns'> {
  readonly columns?: readonly ColumnOf<S>[];
}

/** ScanLike with the families of the table. */
export interface ScanOf<S> extends Omit<ScanLike, 'columns'> {
  readonly columns?: readonly ColumnOf<S>[];
}

/** DeleteLike with the families of the table. */
export interface DeleteOf<S> extends Omit<DeleteLike, 'markers'> {
  readonly markers?: readonly WithFamily<S, MarkerLike>[];
}

/** IncrementLike with the families of the table. */
export interface IncrementOf<S> extends Omit<IncrementLike, 'amounts'> {
  readonly amounts: ByColumn<S, number | bigint> | readonly WithFamily<S, AmountLike>[];
}

type ByColumn<S, V> = { readonly [F in FamilyName<S>]?: { readonly [qualifier: string]: V } };

type WithFamily<S, T> = T extends unknown ? Omit<T, 'family'> & { readonly family: FamilyOf<S> } : never;
