import { BigtabError } from '../../errors.js';
import type { FamilyDescriptor } from './family-descriptor.js';
import type { GivenAttributes, TableDescriptor } from './table-descriptor.js';

/** An attribute whose requested and stored values differ. */
export interface SchemaDifference {
  /** Null for an attribute of the table. */
  readonly family: string | null;
  readonly attribute: string;
  readonly stored: unknown;
  readonly asked: unknown;
}

/**
 * The differences between the attributes that the caller specified and the stored ones; missing families do not count.
 */
export function schemaDifferences(
  stored: TableDescriptor,
  asked: TableDescriptor,
  given: GivenAttributes,
): readonly SchemaDifference[] {
  const differences = differing(null, stored, asked, given.table);
  for (const family of asked.families) {
    const attributes = given.families.find(({ name }) => name === family.name)?.attributes ?? [];
    const present = stored.families.find(({ name }) => name === family.name);
    if (present === undefined) continue;
    differences.push(...differing(family.name, present, family, attributes));
  }
  return differences;
}

/** SCHEMA_MISMATCH: lists which attributes differ, and how. */
export function schemaMismatch(table: string, differences: readonly SchemaDifference[]): BigtabError {
  const list = differences.map(({ family, attribute, stored, asked }) => {
    const where = family === null ? '' : `family '${family}': `;
    return `${where}${attribute} is ${textOf(stored)}, but ${textOf(asked)} was requested`;
  });
  return new BigtabError('SCHEMA_MISMATCH', `Table '${table}' differs from the requested one: ${list.join('; ')}`, {
    details: { table, differences },
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function differing<D extends TableDescriptor | FamilyDescriptor>(
  family: string | null,
  stored: D,
  asked: D,
  attributes: readonly string[],
): SchemaDifference[] {
  return (
    attributes
      .map((attribute) => ({
        family,
        attribute,
        stored: stored[attribute as keyof D],
        asked: asked[attribute as keyof D],
      }))
      // Strings by name are in byte order of the names on both sides.
      .filter(({ stored: has, asked: wants }) => JSON.stringify(has) !== JSON.stringify(wants))
  );
}
