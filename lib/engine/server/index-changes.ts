import { toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { familyNameText } from '../../model/schema/family-descriptor.js';
import { type IndexDescriptor, sameIndex, sourcesOf } from '../../model/schema/index-descriptor.js';
import type { SchemaDifference } from '../../model/schema/schema-differences.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';

/* What a schema change says about the indexes of a table. */

/** The requested indexes that differ from the stored ones of the same name; missing ones do not count. */
export function indexDifferences(
  stored: readonly IndexDescriptor[],
  asked: readonly IndexDescriptor[],
): readonly SchemaDifference[] {
  return asked.flatMap((index): readonly SchemaDifference[] => {
    const present = stored.find(({ name }) => name === index.name);
    if (present === undefined || sameIndex(present, index)) return [];
    return [{ family: null, attribute: `index '${index.name}'`, stored: present, asked: index }];
  });
}

/** Both lists as one, by name. */
export function withIndexes(
  present: readonly IndexDescriptor[],
  added: readonly IndexDescriptor[],
): readonly IndexDescriptor[] {
  return [...present, ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws INVALID_ARGUMENT for an index on a family that the table lacks. */
export function requireSources(table: TableDescriptor, indexes: readonly IndexDescriptor[]): void {
  for (const index of indexes) {
    const missing = missingSource(table, index);
    if (missing !== null)
      throw invalidArgument(
        `index '${index.name}' is on family '${missing}', which table '${table.name}' does not have`,
      );
  }
}

/** The family of an index that a table lacks, or null. */
export function missingSource({ families }: TableDescriptor, index: IndexDescriptor): string | null {
  const missing = sourcesOf(index).find(({ family }) => !families.some(({ name }) => name === familyNameText(family)));
  return missing === undefined ? null : toStringBinary(missing.family);
}
