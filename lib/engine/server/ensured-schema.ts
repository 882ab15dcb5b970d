import type { IndexDescriptor } from '../../model/schema/index-descriptor.js';
import { schemaDifferences, schemaMismatch } from '../../model/schema/schema-differences.js';
import { givenAttributes, type TableDescriptor, type TableLike } from '../../model/schema/table-descriptor.js';
import { hasFamily } from '../../model/schema/with-given.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { withGivenChecked } from './alter-table.js';
import { indexDifferences, requireSources, withIndexes } from './index-changes.js';
import { refuseEncryption } from './schema-reports.js';
import type { ChangedSchema } from './table-record.js';

/** The schema that a table must have. */
export interface AskedTable {
  readonly like: TableLike;
  /** `like`, normalized. */
  readonly descriptor: TableDescriptor;
  readonly indexes: readonly IndexDescriptor[];
}

/**
 * The schema of a table when it has what is asked; null if it has it already. Throws SCHEMA_MISMATCH if an attribute of
 * the literal differs, unless `alters`, or an index; and INVALID_ARGUMENT for an index on a family that is missing.
 */
export function ensuredSchema(
  engine: Engine,
  region: Region,
  { like, descriptor: asked, indexes }: AskedTable,
  alters: boolean,
): ChangedSchema | null {
  const given = givenAttributes(like);
  const present = region.indexes.map(({ descriptor }) => descriptor);
  const differences = schemaDifferences(region.descriptor, asked, given);
  const changed = indexDifferences(present, indexes);
  if (changed.length > 0 || (differences.length > 0 && !alters))
    throw schemaMismatch(asked.name, [...differences, ...changed]);
  const missing = asked.families.some(({ name }) => !hasFamily(region.descriptor, name));
  const added = indexes.filter(({ name }) => !present.some((index) => index.name === name));
  if (differences.length === 0 && !missing && added.length === 0) return null;
  const descriptor = withGivenChecked(engine, region.descriptor, asked, given);
  requireSources(descriptor, added);
  refuseEncryption(descriptor, region.descriptor);
  return { descriptor, indexes: withIndexes(present, added) };
}
