import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import type { Codec } from '../model/codec.js';
import { KeyCodec } from '../model/key-codec.js';
import { isRecord } from '../model/literal.js';
import { checkOnDecodeError, type OnDecodeError } from './decode-error.js';
import type { IndexedTableLike } from './ensure-table.js';
import type { FamilyDefinition, FamilyDefinitions } from './family-definition.js';
import { type AnyIndexes, type IndexDefinitions, withOrders } from './index-definition.js';
import type { Table } from './table.js';
import type { CodecParts } from './table-codecs.js';
import type { AnyKey } from './typed-key.js';
import { ROW_NAMES } from './typed-row.js';
import { TypedTable } from './typed-table.js';

/** The argument of `defineTable`: a table whose families are listed by name. */
export interface TableDefinitionLike<
  F extends FamilyDefinitions,
  K extends AnyKey = null,
  R = never,
  I extends AnyIndexes = null,
> extends Omit<IndexedTableLike, 'families' | 'indexes'> {
  readonly families: F;
  /** The parts of row keys, from `keyOf`. Default: row keys are text or bytes. */
  readonly key?: K;
  /** What reads do with rows that cannot be decoded. Default `'throw'`. */
  readonly onDecodeError?: OnDecodeError<R>;
  /**
   * The secondary indexes, by name; `ensureTable` creates those that are missing. Default: none are listed, and the
   * values in scans by an index are text or bytes.
   */
  readonly indexes?: I;
}

/** A typed table, in the form that `ensureTable` and `getTable` accept. */
export class TableDefinition<
  F extends FamilyDefinitions,
  K extends AnyKey = null,
  R = never,
  I extends AnyIndexes = null,
> implements CodecParts<F, K, R>
{
  /** The descriptor that is sent to the engine. */
  readonly descriptor: IndexedTableLike;
  /** The families, unchanged. */
  readonly families: F;
  /** The codec of the row keys; null if they are text or bytes. */
  readonly key: K;
  readonly onDecodeError: OnDecodeError<R>;
  /** The indexes, unchanged; null if none are listed. */
  readonly indexes: I;

  constructor(
    descriptor: IndexedTableLike,
    { families, key, onDecodeError, indexes }: CodecParts<F, K, R> & { readonly indexes: I },
  ) {
    this.descriptor = descriptor;
    this.families = families;
    this.key = key;
    this.onDecodeError = onDecodeError;
    this.indexes = indexes;
  }

  /** Returns the typed view of a table, which must have this descriptor. `isOfCluster`: whether HBase stores it. */
  bind(table: Table<{ readonly [N in keyof F]: unknown }>, isOfCluster: boolean = false): TypedTable<F, K, R, I> {
    return new TypedTable(table, this, isOfCluster);
  }
}

/**
 * Describes a table whose columns have types. Pass it to `connection.ensureTable` or `connection.getTable` in place of
 * a descriptor or a name to get a TypedTable. Columns without a codec contain bytes. Throws INVALID_ARGUMENT for an
 * invalid codec, key or index, and for a family with the name of a property of rows: `result`, `key`, `isEmpty`,
 * `getText`, `getLong`, `getNumber`, `getDouble`, `getJson`, `toObject` or `toJSON`.
 *
 * @example
 * const webtable = defineTable({
 *   name: 'webtable',
 *   families: { contents: { maxVersions: 3, columns: { html: text } }, stats: { columns: { hits: int64 } } },
 * });
 */
export function defineTable<
  const F extends FamilyDefinitions,
  K extends AnyKey = null,
  R = never,
  const I extends IndexDefinitions<F> | null = null,
>(definition: TableDefinitionLike<F, K, R, I>): TableDefinition<F, K, R, I> {
  if (!isRecord(definition) || !isRecord(definition.families))
    throw notAllowed('a definition', 'an object with a name and with families keyed by name', definition);
  const { families, key = null, onDecodeError = 'throw', indexes, ...table } = definition;
  if (key !== null && !(key instanceof KeyCodec)) throw notAllowed('key', 'what keyOf returns', key);
  checkOnDecodeError(onDecodeError);
  const descriptors = Object.entries(families).map(([name, family]) => {
    if (!isRecord(family)) throw notAllowed(`family '${name}'`, 'an object with attributes and columns', family);
    if (ROW_NAMES.includes(name))
      throw invalidArgument(
        `a typed table cannot have a family '${name}': each row already has a property of that name`,
      );
    const { columns = {}, ...attributes } = family as FamilyDefinition;
    for (const [qualifier, codec] of Object.entries(columns)) checkCodec(`${name}:${qualifier}`, codec);
    return { ...attributes, name };
  });
  const listed = indexes !== undefined && indexes !== null;
  const descriptor = {
    ...table,
    families: descriptors,
    ...(listed && { indexes: withOrders(families, indexes) }),
  };
  const parts = { families, key: key as K, onDecodeError, indexes: (indexes ?? null) as I };
  return new TableDefinition<F, K, R, I>(descriptor, parts);
}

function checkCodec(column: string, codec: unknown): void {
  const given = codec as Partial<Codec<unknown>> | null;
  if (typeof given?.encode === 'function' && typeof given.decode === 'function') return;
  throw invalidArgument(
    `the codec of '${column}' must be text, json(), int64, float64, bytes or an object with encode and decode; got ${kindOf(codec)}`,
  );
}
