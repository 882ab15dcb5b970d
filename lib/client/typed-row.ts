import { isBytes } from '../bytes/kind.js';
import type { Result } from './answers/result.js';
import type { FamilyDefinition } from './family-definition.js';

/** The type of value that a codec returns. */
export type OutputOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

/** The codecs of the declared columns of a family. */
export type CodecsOf<D> = D extends { readonly columns: infer C } ? C : Record<never, never>;

/**
 * A row of a typed table: each family with the newest value of each column. A declared column that is not stored is
 * null; a column without a codec contains bytes, and exists only if it is stored in the row. Row and families have no
 * prototype, so they have no other properties. `JSON.stringify` writes counters as decimal text and bytes as
 * `Result.toJSON` does.
 */
export type TypedRow<F> = {
  /** The Result, with the row key, timestamps, versions and everything else. */
  readonly result: Result;
} & {
  readonly [K in keyof F]: {
    readonly [Q in keyof CodecsOf<F[K]>]: OutputOf<CodecsOf<F[K]>[Q]> | null;
  } & { readonly [qualifier: string]: Uint8Array | undefined };
};

/** The properties of a row in addition to its families. */
export const ROW_NAMES: readonly string[] = ['result', 'toJSON'];

/** Creates the row of a Result. `decode` reads the bytes of a declared column. */
export function typedRow<F extends { readonly [family: string]: FamilyDefinition }>(
  result: Result,
  families: F,
  decode: (family: string, qualifier: string, stored: Uint8Array) => unknown,
): TypedRow<F> {
  const found = new Map(Object.entries(result.toObject()));
  const entries = Object.entries(families).map(([family, { columns = {} }]) => {
    const row = bare(Object.entries(found.get(family) ?? {}));
    for (const qualifier of Object.keys(columns)) {
      const stored = row[qualifier] as Uint8Array | undefined;
      row[qualifier] = stored === undefined ? null : decode(family, qualifier, stored);
    }
    return [family, row] as const;
  });
  const row = bare([['result', result], ...entries]);
  // Not enumerable, so that spreading or comparing a row reads only its Result and its families.
  Object.defineProperty(row, 'toJSON', { value: () => rowJson(result, entries) });
  return row as TypedRow<F>;
}

/** An object that inherits nothing, so that `__proto__` is an ordinary property. */
function bare(entries: readonly (readonly [name: string, value: unknown])[]): { [name: string]: unknown } {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

/** The JSON form of bytes, as in the Result. */
function rowJson(result: Result, families: readonly (readonly [name: string, columns: object])[]): object {
  const json = result.toJSON();
  const written = ([family, columns]: readonly [string, object]) => {
    const entries = Object.entries(columns).map(([qualifier, value]) => {
      if (!isBytes(value)) return [qualifier, typeof value === 'bigint' ? String(value) : value] as const;
      const cell = json.cells.find((one) => one.family === family && one.qualifier === qualifier);
      return [qualifier, cell?.value] as const;
    });
    return [family, bare(entries)] as const;
  };
  return bare([['result', json], ...families.map(written)]);
}
