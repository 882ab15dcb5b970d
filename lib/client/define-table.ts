import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import type { Codec } from '../model/codec.js';
import { isRecord } from '../model/literal.js';
import type { TableLike } from '../model/table-descriptor.js';
import type { FamilyDefinition, FamilyDefinitions } from './family-definition.js';
import type { Table } from './table.js';
import { ROW_NAMES } from './typed-row.js';
import { TypedTable } from './typed-table.js';

/** What `defineTable` takes: a table whose families stand by name. */
export interface TableDefinitionLike<F extends FamilyDefinitions> extends Omit<TableLike, 'families'> {
  readonly families: F;
}

/** A typed table as `ensureTable` and `getTable` take it. */
export class TableDefinition<F extends FamilyDefinitions> {
  /** What the database is told. */
  readonly descriptor: TableLike;
  /** As they were given. */
  readonly families: F;

  constructor(descriptor: TableLike, families: F) {
    this.descriptor = descriptor;
    this.families = families;
  }

  /** The typed face of a table, which must be that of the descriptor. */
  bind(table: Table<{ readonly [K in keyof F]: unknown }>): TypedTable<F> {
    return new TypedTable(table, this.families);
  }
}

/**
 * Describes a table whose columns have types. `connection.ensureTable` and `connection.getTable` take it for a
 * descriptor or a name and give a TypedTable. Columns without a codec hold bytes. Throws INVALID_ARGUMENT for a column
 * without a codec that can be used, and for a family named `result` or `toJSON`, which are names of a row.
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
      throw invalidArgument(`a typed table cannot have a family '${name}': each row already has a property of that name`);
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
