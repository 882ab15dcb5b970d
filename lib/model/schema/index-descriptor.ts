import { notAllowed } from '../../bytes/kind.js';
import { toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { toFamily } from '../arguments.js';
import { type BytesLike, type ColumnLike, parseColumn } from '../bytes-like.js';
import { isRecord, oneOf, readLiteral, toBoolean } from '../literal.js';

/** How the values of an indexed column are ordered: as bytes, or as numbers of 8 bytes. */
export type IndexOrder = 'bytes' | 'int64' | 'float64';

export const INDEX_ORDERS: readonly IndexOrder[] = ['bytes', 'int64', 'float64'];

/** The largest number of columns of an index: their values and a row key must fit into one key. */
export const MAX_INDEX_COLUMNS = 4;

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** An index as a literal. */
export interface IndexLike {
  /**
   * The columns whose newest visible values are the key: `'family:qualifier'` or a pair, or a list of up to four. A row
   * that lacks one of them is not in the index.
   */
  readonly on?: ColumnLike | readonly ColumnLike[];
  /** Instead of `on`: a family. The index has an entry for each qualifier that a row has in it. */
  readonly qualifiersOf?: BytesLike;
  /**
   * How values are ordered, for all columns or as a list. `int64` and `float64` are for values of 8 bytes, as `Bytes`
   * encodes them; a row with a value of another length is not in the index. Default `bytes`.
   */
  readonly order?: IndexOrder | readonly IndexOrder[];
  /** Whether a write that gives two rows the same values is refused with CONDITION_FAILED. Default false. */
  readonly unique?: boolean;
}

/** The indexes of a table, by their names: letters, digits, `_`, `-` and `.`; at most 100 characters. */
export type IndexesLike = Readonly<Record<string, IndexLike>>;

/** An index with all attributes, as plain data. Families and columns are in their printed form. */
export interface IndexDescriptor {
  readonly name: string;
  /** The columns, in the order of the key: `family:qualifier`. Empty for an index on qualifiers. */
  readonly on: readonly string[];
  /** The family whose qualifiers are indexed; null for an index on columns. */
  readonly qualifiersOf: string | null;
  /** One for each part of the key. */
  readonly order: readonly IndexOrder[];
  readonly unique: boolean;
}

/** A column, or with a null qualifier a family, that an index depends on. */
export interface IndexSource {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array | null;
}

/**
 * The literals with their columns in printed form, which JSON can express. Throws INVALID_ARGUMENT as
 * `normalizeIndexes` does.
 */
export function printedIndexes(likes: unknown): IndexesLike {
  return indexLiterals(normalizeIndexes(likes, (text) => text));
}

/** The inverse of `readIndexes`. */
export function indexLiterals(indexes: readonly IndexDescriptor[]): IndexesLike {
  return Object.fromEntries(
    indexes.map(({ name, on, qualifiersOf, order, unique }) => [
      name,
      { ...(qualifiersOf === null ? { on } : { qualifiersOf }), order, unique },
    ]),
  );
}

/** The descriptors of literals in printed form, by name. Throws INVALID_ARGUMENT. */
export function readIndexes(printed: unknown): readonly IndexDescriptor[] {
  return normalizeIndexes(printed, toBytesBinary);
}

/** The columns, or the family, that decide about the entries of a row. */
export function sourcesOf({ on, qualifiersOf }: Pick<IndexDescriptor, 'on' | 'qualifiersOf'>): readonly IndexSource[] {
  if (qualifiersOf !== null) return [{ family: toBytesBinary(qualifiersOf), qualifier: null }];
  return on.map((column) => {
    const at = column.indexOf(':');
    return { family: toBytesBinary(column.slice(0, at)), qualifier: toBytesBinary(column.slice(at + 1)) };
  });
}

/** Whether two descriptors of one name describe the same index. */
export function sameIndex(a: IndexDescriptor, b: IndexDescriptor): boolean {
  const parts = ({ on, qualifiersOf, order, unique }: IndexDescriptor) => [on, qualifiersOf, order, unique];
  return JSON.stringify(parts(a)) === JSON.stringify(parts(b));
}

/** `bytesOf`: the bytes of text in the literals. */
function normalizeIndexes(likes: unknown, bytesOf: (text: string) => BytesLike): readonly IndexDescriptor[] {
  if (!isRecord(likes)) throw notAllowed('indexes', "an object such as { byType: { on: 'f:type' } }", likes);
  const names = Object.keys(likes).sort();
  return names.map((name) => {
    if (!NAME.test(name)) {
      throw invalidArgument(
        `'${name}' is not a name of an index: use up to 100 letters, digits, '_', '-' and '.', beginning with a letter, a digit or '_'`,
      );
    }
    return normalizeIndex(name, likes[name], bytesOf);
  });
}

function normalizeIndex(name: string, like: unknown, bytesOf: (text: string) => BytesLike): IndexDescriptor {
  const what = `index '${name}'`;
  const literal = readLiteral<IndexLike>(like, what, ['on', 'qualifiersOf', 'order', 'unique']);
  const { on, qualifiersOf, order = 'bytes', unique = false } = literal;
  if ((on === undefined) === (qualifiersOf === undefined))
    throw invalidArgument(`${what} needs either on or qualifiersOf`);
  const columns = on === undefined ? [] : columnsOf(on, what, bytesOf);
  const parts = Math.max(columns.length, 1);
  const orders = Array.isArray(order) ? (order as readonly unknown[]) : new Array(parts).fill(order);
  if (orders.length !== parts)
    throw invalidArgument(`${what}: order has ${orders.length} entries for ${parts} columns`);
  const isUnique = toBoolean(unique, `unique of ${what}`);
  if (on === undefined && orders[0] !== 'bytes')
    throw invalidArgument(`${what}: the order of qualifiers is that of their bytes`);
  return {
    name,
    on: columns,
    qualifiersOf: qualifiersOf === undefined ? null : printed(qualifiersOf, bytesOf),
    order: orders.map((one) => oneOf(one, INDEX_ORDERS, `order of ${what}`)),
    unique: isUnique,
  };
}

/**
 * The columns of `on`, which is a list of columns or one column. A list of two texts is two columns if the first names
 * one, otherwise a pair.
 */
export function indexedColumns(on: unknown): readonly unknown[] {
  return Array.isArray(on) && !isPair(on) ? on : [on];
}

function columnsOf(on: unknown, what: string, bytesOf: (text: string) => BytesLike): string[] {
  const list = indexedColumns(on);
  if (list.length === 0 || list.length > MAX_INDEX_COLUMNS)
    throw invalidArgument(`${what} needs 1 to ${MAX_INDEX_COLUMNS} columns; got ${list.length}`);
  const columns = list.map((column) => {
    const { family, qualifier } = parseColumn(typeof column === 'string' ? splitColumn(column, bytesOf) : column);
    if (qualifier === null)
      throw invalidArgument(`${what} needs columns; for the qualifiers of a family use qualifiersOf`);
    return `${toStringBinary(toFamily(family))}:${toStringBinary(qualifier)}`;
  });
  if (new Set(columns).size < columns.length) throw invalidArgument(`${what} names a column twice`);
  return columns;
}

function isPair(list: readonly unknown[]): boolean {
  const [family] = list;
  return list.length === 2 && !Array.isArray(family) && !(typeof family === 'string' && family.includes(':'));
}

function splitColumn(text: string, bytesOf: (text: string) => BytesLike): ColumnLike {
  const at = text.indexOf(':');
  return at < 0 ? text : [bytesOf(text.slice(0, at)), bytesOf(text.slice(at + 1))];
}

function printed(family: unknown, bytesOf: (text: string) => BytesLike): string {
  return toStringBinary(toFamily((typeof family === 'string' ? bytesOf(family) : family) as BytesLike));
}
