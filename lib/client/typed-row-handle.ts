import type { OnDecodeError } from './decode-error.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { LiveRows } from './live/live-rows.js';
import type { WatchOptions } from './live/watches.js';
import type { RowHandle } from './row-handle.js';
import type { HistoryEntry, HistoryOptions } from './row-history.js';
import type { ColumnOf } from './schema.js';
import type { AnyKey } from './typed-key.js';
import type { DeclaredOfRow, TypedPut } from './typed-put.js';
import type { FamiliesOf, TypedGet, TypedIncrement } from './typed-request.js';
import type { CodecsOf, FoundRow, OutputOf, TypedRow } from './typed-row.js';

/** The values that the columns of a typed table may have. */
type AnyValueOf<F> = Uint8Array | { [K in keyof F]: OutputOf<CodecsOf<F[K]>[keyof CodecsOf<F[K]>]> }[keyof F];

/** The value of the column `C`: what its codec returns, or bytes. */
export type HistoryValueOf<F, C> = C extends `${infer K extends Extract<keyof F, string>}:${infer Q}`
  ? Q extends keyof CodecsOf<F[K]>
    ? OutputOf<CodecsOf<F[K]>[Q]>
    : Uint8Array
  : AnyValueOf<F>;

/** Like RowHandle, with values in the types of the codecs. */
export interface TypedRowHandle<F extends FamilyDefinitions, K extends AnyKey = null, R = never>
  extends Pick<RowHandle<FamiliesOf<F>>, 'exists' | 'delete'> {
  /** Like `TypedTable.get`. */
  get<S = never>(
    options?: Omit<TypedGet<F, K>, 'row'>,
    more?: { readonly onDecodeError?: OnDecodeError<S> | undefined },
  ): Promise<TypedRow<F, K> | R | S>;
  /** Like `RowHandle.put`. */
  put<P extends TypedPut<F, K>['cells'] | Omit<TypedPut<F, K>, 'row'>>(put: P & DeclaredOfRow<F, P>): Promise<void>;
  /** Like `RowHandle.increment`, for columns of a CounterCodec. */
  increment(
    increment: TypedIncrement<F, K>['amounts'] | Omit<TypedIncrement<F, K>, 'row'>,
  ): Promise<TypedRow<F, K> | R>;
  /** Like `TypedTable.watch` of this row: one row, or none while it does not exist. */
  watch<S = never>(
    get?: Omit<TypedGet<F, K>, 'row'>,
    options?: WatchOptions & { readonly onDecodeError?: OnDecodeError<S> | undefined },
  ): LiveRows<FoundRow<F, K> | R | S>;
  /** Like `TypedTable.history`. */
  history<const C extends ColumnOf<FamiliesOf<F>>>(
    column?: C,
    options?: HistoryOptions,
  ): Promise<HistoryEntry<HistoryValueOf<F, C>>[]>;
}

/** Decodes the values of entries. `decode` reads the stored value of a column. */
export function typedEntries(
  entries: readonly HistoryEntry[],
  decode: (family: string, qualifier: string, stored: Uint8Array) => unknown,
): HistoryEntry<unknown>[] {
  return entries.map((entry) => {
    const { column, value } = entry;
    const colon = column.indexOf(':');
    return value === null ? entry : { ...entry, value: decode(column.slice(0, colon), column.slice(colon + 1), value) };
  });
}
