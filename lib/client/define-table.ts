import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import type { Codec } from '../model/codec.js';
import { isRecord } from '../model/literal.js';
import type { TableLike } from '../model/schema/table-descriptor.js';
import type { FamilyDefinition, FamilyDefinitions } from './family-definition.js';
import type { Table } from './table.js';
import { ROW_NAMES } from './typed-row.js';
import { TypedTable } from './typed-table.js';

/** The argument of `defineTable`: a table whose families are listed by name. */
export interface TableDefinitionLike<F extends FamilyDefinitions> extends Omit<TableLike, 'families'> {
  readonly families: F;
}

/** A typed table, in the form that `ensureTable` and `getTable` accept. */
export class TableDefinition<F extends FamilyDefinitions> {
  /** The descriptor that is sent to the engine. */
  readonly descriptor: TableLike;
  /** The families, unchanged. */
  readonly families: F;

  constructor(descriptor: TableLike, families: F) {
    this.descriptor = descriptor;
    this.families = families;
  }

  /** Returns the typed view of a table, which must have this descriptor. */
  bind(table: Table<{ readonly [K in keyof F]: unknown }>): TypedTable<F> {
    return new TypedTable(table, this.families);
  }
}

/**
 * Describes a table whose columns have types. Pass it to `connection.ensureTable` or `connection.getTable` in place of
 * a descriptor or a name to get a TypedTable. Columns without a codec contain bytes. Throws INVALID_ARGUMENT for an
 * invalid codec, and for a family named `result` or `toJSON`, which are properties of a row.
 *
 * @example
 * const webtable = defineTable({
 *   name: 'webtable',
 *   families: { contents: { maxVersions: 3, columns: { html: text } }, stats: { columns: { hits: int64 } } },
 * });
 */
export function defineTable<const F extends FamilyDefinitions>(definition: TableDefinitionLike<F>): TableDefinition<F> {
  if (!isRecord(definition) || !isRecord(definition.families))
    throw notAllowed('a definition', 'an object with a name and with families keyed by name', definition);
  const { families, ...table } = definition;
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
  return new TableDefinition({ ...table, families: descriptors }, families);
}

function checkCodec(column: string, codec: unknown): void {
  const given = codec as Partial<Codec<unknown>> | null;
  if (typeof given?.encode === 'function' && typeof given.decode === 'function') return;
  throw invalidArgument(
    `the codec of '${column}' must be text, json(), int64, float64, bytes or an object with encode and decode; got ${kindOf(codec)}`,
  );
}
