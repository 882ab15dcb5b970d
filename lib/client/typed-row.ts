import { isBytes } from '../bytes/kind.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { Result } from './answers/result.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { RowKeyOutput } from './typed-key.js';

/** The type of value that a codec returns. */
export type OutputOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

/** The codecs of the declared columns of a family. */
export type CodecsOf<D> = D extends { readonly columns: infer C } ? C : Record<never, never>;

/**
 * A row of a typed table: each family with the newest value of each column. A declared column that is not stored, or
 * whose newest cell in a raw scan is a delete, is null; a column without a codec contains bytes, and exists only if it is
 * stored in the row. Families have no prototype, and rows only the properties of RowProperties. `JSON.stringify` writes
 * counters as decimal text and bytes as `Result.toJSON` does. `K`: the codec of the row keys, null for text.
 */
export type TypedRow<F, K = null> = RowProperties<K> & {
  readonly [Family in keyof F]: {
    readonly [Q in keyof CodecsOf<F[Family]>]: OutputOf<CodecsOf<F[Family]>[Q]> | null;
  } & { readonly [qualifier: string]: Uint8Array | undefined };
};

/** A row that a scan returned: its key is null only for a cursor (`needCursorResult`). */
export type FoundRow<F, K = null> = TypedRow<F, K> & { readonly key: RowKeyOutput<K> };

/**
 * The properties of a row in addition to its families. Only `result` is enumerable, so that spreading or comparing a
 * row reads only its Result and its families.
 */
export type RowProperties<K = null> = {
  /** The Result, with timestamps, versions and everything else. */
  readonly result: Result;
  /** The row key: text, with `\xNN` for bytes that are not UTF-8, or its parts; null if nothing was found. */
  readonly key: RowKeyOutput<K> | null;
  /** Whether nothing was found. */
  readonly isEmpty: boolean;
  /** Like `Result.getText`, for columns without a codec. */
  getText(family: BytesLike, qualifier: BytesLike | null): string | null;
  /** Like `Result.getLong`. */
  getLong(family: BytesLike, qualifier: BytesLike | null): bigint | null;
  /** Like `Result.getNumber`. */
  getNumber(family: BytesLike, qualifier: BytesLike | null): number | null;
  /** Like `Result.getDouble`. */
  getDouble(family: BytesLike, qualifier: BytesLike | null): number | null;
  /** Like `Result.getJson`. */
  getJson<T = unknown>(family: BytesLike, qualifier: BytesLike | null): T | null;
  /** Like `Result.toObject`: the stored bytes, or with `text: true` the stored text. */
  toObject(options?: { readonly text?: false }): { [family: string]: { [qualifier: string]: Uint8Array } };
  toObject(options: { readonly text: true }): { [family: string]: { [qualifier: string]: string } };
  /** The row as `JSON.stringify` writes it. */
  toJSON(): object;
};

/** The names of all properties of a row in addition to its families. */
export const ROW_NAMES: readonly string[] = [
  'result',
  'key',
  'isEmpty',
  'getText',
  'getLong',
  'getNumber',
  'getDouble',
  'getJson',
  'toObject',
  'toJSON',
];

/**
 * What every row inherits; it inherits nothing itself. The key is a property of the row. Created at first use, because a
 * bundler keeps what a module creates when it is loaded.
 */
let shared: object | null = null;

function sharedProperties(): object {
  const properties = {
    get isEmpty(): boolean {
      return (this as unknown as RowProperties).key === null;
    },
    toJSON(this: RowProperties) {
      return rowJson(this);
    },
    ...methods('getText', 'getLong', 'getNumber', 'getDouble', 'getJson', 'toObject'),
  };
  return Object.setPrototypeOf(properties, null);
}

/**
 * Creates the row of a Result, with the decoded `key`. `decode` reads the bytes of a declared column. A row without a
 * key is empty.
 */
export function typedRow(
  result: Result,
  key: unknown,
  families: FamilyDefinitions,
  decode: (family: string, qualifier: string, stored: Uint8Array) => unknown,
): object {
  const found = new Map(key === null ? [] : Object.entries(result.toObject()));
  shared ??= sharedProperties();
  const row = Object.create(shared) as Record<string, unknown>;
  row.result = result;
  for (const [family, { columns = {} }] of Object.entries(families)) {
    const values = bare(Object.entries(found.get(family) ?? {}));
    for (const qualifier of Object.keys(columns)) {
      const stored = values[qualifier] as Uint8Array | undefined;
      values[qualifier] =
        stored === undefined || isMarker(result, family, qualifier, stored) ? null : decode(family, qualifier, stored);
    }
    row[family] = values;
  }
  return Object.defineProperty(row, 'key', { value: key });
}

/** Whether the newest cell of a column is a delete, which a raw scan returns too. */
function isMarker(result: Result, family: string, qualifier: string, stored: Uint8Array): boolean {
  return stored.length === 0 && result.getColumnLatestCell(family, qualifier)?.type !== 'Put';
}

/** Methods that call those of the row's Result. */
function methods(...names: readonly (keyof Result & keyof RowProperties)[]): object {
  const call = (name: keyof Result) =>
    function (this: RowProperties, ...given: unknown[]): unknown {
      return (this.result[name] as (...given: unknown[]) => unknown)(...given);
    };
  return Object.fromEntries(names.map((name) => [name, call(name)]));
}

/** An object that inherits nothing, so that `__proto__` is an ordinary property. */
function bare(entries: readonly (readonly [name: string, value: unknown])[]): { [name: string]: unknown } {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

/** The JSON form of bytes, as in the Result. */
function rowJson({ result, ...families }: { readonly result: Result }): object {
  const json = result.toJSON();
  const written = ([family, columns]: [string, object]) => {
    const entries = Object.entries(columns).map(([qualifier, value]) => {
      if (!isBytes(value)) return [qualifier, typeof value === 'bigint' ? String(value) : value] as const;
      const cell = json.cells.find((one) => one.family === family && one.qualifier === qualifier);
      return [qualifier, cell?.value] as const;
    });
    return [family, bare(entries)] as const;
  };
  return bare([['result', json], ...Object.entries<object>(families).map(written)]);
}
