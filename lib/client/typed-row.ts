import { isBytes } from '../bytes/kind.js';
import type { Result } from './answers/result.js';
import type { FamilyDefinition } from './family-definition.js';

/** The type of value that a codec returns. */
export type OutputOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

/** The codecs of the declared columns of a family. */
export type CodecsOf<D> = D extends { readonly columns: infer C } ? C : Record<never, never>;

/**
 * A row of a typed table: each family with the newest value of each column. A declared column that is not stored is
 * null; one without a codec holds bytes, and exists only when the row has it. Row and families have no prototype, so
 * they hold no other names.
 * `JSON.stringify` writes a row with counters as decimal text and bytes as `Result.toJSON` writes them.
 */
export type TypedRow<F> = {
  /** The Result, with the row key, timestamps, versions and everything else. */
  readonly result: Result;
} & {
  readonly [K in keyof F]: {
    readonly [Q in keyof CodecsOf<F[K]>]: OutputOf<CodecsOf<F[K]>[Q]> | null;
  } & { readonly [qualifier: string]: Uint8Array | undefined };
};

/** The properties that a row has in addition to its families. */
export const ROW_NAMES: readonly string[] = ['result', 'toJSON'];

/** The row of a Result. `decode` reads the bytes of a declared column. */
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
  // Not enumerable: a row is its Result and its families, also when it is spread or compared.
  Object.defineProperty(row, 'toJSON', { value: () => rowJson(result, entries) });
  return row as TypedRow<F>;
}

/** An object that inherits nothing, so that it takes `__proto__` as any other name. */
function bare(entries: readonly (readonly [name: string, value: unknown])[]): { [name: string]: unknown } {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

/** Bytes as the JSON of the Result has them. */
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
