import { invalidArgument } from '../errors.js';
import { bytes, float64, int64, text } from '../model/codec.js';
import { isRecord } from '../model/literal.js';
import {
  type IndexesLike,
  type IndexLike,
  type IndexOrder,
  indexedColumns,
  printedIndexes,
} from '../model/schema/index-descriptor.js';
import { type ColumnCodec, codecOfColumn } from './column-codec.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { CodecsOf } from './typed-row.js';

/** The indexes of a typed table, by name; null if its definition does not list them. */
export type AnyIndexes = IndexesLike | null;

/** The indexes of a typed table with the families `F`, by name. */
export type IndexDefinitions<F> = Readonly<Record<string, IndexDefinition<F>>>;

/** An index of a typed table: an IndexLike whose columns are text and whose `order` follows from the codecs. */
export interface IndexDefinition<F> extends Pick<IndexLike, 'unique'> {
  /** The columns whose newest visible values are the key: `'family:qualifier'`, or a list of up to four. */
  readonly on?: IndexableColumn<F> | readonly IndexableColumn<F>[];
  /** Instead of `on`: a family. The index has an entry for each qualifier that a row has in it. */
  readonly qualifiersOf?: keyof F & string;
  /**
   * How values are ordered, for all columns or as a list. By default, columns of `int64` and `float64` are in the order
   * of their numbers, and columns of `text`, of `bytes` and without a codec in the order of their bytes. Required if a
   * column has another codec, such as `json`: the order of its bytes need not be that of its values.
   */
  readonly order?: IndexOrder | readonly IndexOrder[];
}

/** A column that is declared, or any column of a family without codecs. */
export type IndexableColumn<F> = {
  [N in keyof F & string]: [keyof CodecsOf<F[N]>] extends [never]
    ? `${N}:${string}`
    : `${N}:${keyof CodecsOf<F[N]> & string}`;
}[keyof F & string];

/** The indexes with the orders that follow from the codecs. Throws INVALID_ARGUMENT. */
export function withOrders(families: FamilyDefinitions, indexes: IndexesLike): IndexesLike {
  if (!isRecord(indexes)) return printedIndexes(indexes);
  const ordered = Object.fromEntries(
    Object.entries(indexes).map(([name, like]) => [name, isRecord(like) ? withOrder(families, name, like) : like]),
  ) as IndexesLike;
  // Reports what is invalid here, not only when the table is created.
  printedIndexes(ordered);
  return ordered;
}

function withOrder(families: FamilyDefinitions, name: string, like: IndexLike): IndexLike {
  const { on, order } = like;
  if (on === undefined) return like;
  const columns = indexedColumns(on);
  const orders = columns.map((column, at) => {
    const given = Array.isArray(order) ? (order as readonly IndexOrder[])[at] : (order as IndexOrder | undefined);
    return orderOf(`index '${name}', column ${at + 1}`, codecOfColumn(families, column), given);
  });
  return { ...like, order: Array.isArray(order) && order.length !== orders.length ? order : orders };
}

function orderOf(place: string, codec: ColumnCodec | null, given: IndexOrder | undefined): IndexOrder {
  // The columns of these codecs contain any bytes, numbers too.
  if (codec === null || codec === bytes) return given ?? 'bytes';
  const own = codec === int64 ? 'int64' : codec === float64 ? 'float64' : codec === text ? 'bytes' : null;
  if (given === undefined) {
    if (own !== null) return own;
    throw invalidArgument(
      `${place}: the codec ${codec.name} does not determine an order; set order to 'bytes', 'int64' or 'float64'`,
    );
  }
  if (own !== null && given !== 'bytes' && given !== own)
    throw invalidArgument(`${place}: values of the codec ${codec.name} cannot have the order ${given}; use ${own}`);
  return given;
}
