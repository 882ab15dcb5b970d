import { decodeTextStrict, toStringBinary } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';

/** The descriptors of the source and of the target of a copy. */
export interface Schemas {
  readonly from: TableDescriptor;
  readonly to: TableDescriptor;
}

/** An attribute by which the target of a copy keeps less than its source. */
export interface KeepsLess {
  readonly family: string;
  readonly attribute: keyof FamilyDescriptor;
  readonly from: unknown;
  readonly to: unknown;
}

/** The name of a family as descriptors spell it. */
export function familyText(name: Uint8Array): string {
  return decodeTextStrict(name) ?? toStringBinary(name);
}

/** Throws NO_SUCH_COLUMN_FAMILY if the target lacks families of the source. */
export function requireFamilies({ from, to }: Schemas): void {
  const names = new Set(to.families.map(({ name }) => name));
  const missing = from.families.map(({ name }) => name).filter((name) => !names.has(name));
  if (missing.length === 0) return;
  const list = missing.map((name) => `'${name}'`).join(', ');
  throw new BigtabError(
    'NO_SUCH_COLUMN_FAMILY',
    `Table '${to.name}' lacks column families of table '${from.name}': ${list}. Nothing was copied. Create them first, with the connection of the target: connection.ensureTable({ ...(await from.getDescriptor()), name: '${to.name}' })`,
    { details: { table: to.name, families: missing } },
  );
}

/** The attributes by which a family of the target keeps fewer cells than the same family of the source. */
export function keepsLess({ from, to }: Schemas, family: string): readonly KeepsLess[] {
  const [source, target] = [from, to].map(({ families }) => families.find(({ name }) => name === family));
  if (source === undefined || target === undefined) return [];
  const attributes: (keyof FamilyDescriptor)[] = [];
  if (target.maxVersions < source.maxVersions) attributes.push('maxVersions');
  if (target.timeToLive < source.timeToLive) attributes.push('timeToLive');
  if (target.newVersionBehavior !== source.newVersionBehavior) attributes.push('newVersionBehavior');
  return attributes.map((attribute) => ({ family, attribute, from: source[attribute], to: target[attribute] }));
}
