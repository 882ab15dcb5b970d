import { type GivenAttributes, sortedFamilies, type TableAttribute, type TableDescriptor } from './table-descriptor.js';

/**
 * The descriptor with the attributes that the caller specified and the families that were missing; the others are kept.
 */
export function withGiven(table: TableDescriptor, asked: TableDescriptor, given: GivenAttributes): TableDescriptor {
  const families = asked.families.map((family) => {
    const present = table.families.find(({ name }) => name === family.name);
    const attributes = given.families.find(({ name }) => name === family.name)?.attributes ?? [];
    return present === undefined ? family : { ...present, ...only(family, attributes) };
  });
  const others = table.families.filter(({ name }) => !hasFamily(asked, name));
  const attributes: readonly TableAttribute[] = given.table;
  return { ...table, ...only(asked, attributes), families: sortedFamilies([...others, ...families]) };
}

/** Whether a table has a family. `name`: as in FamilyDescriptor. */
export function hasFamily({ families }: TableDescriptor, name: string): boolean {
  return families.some((family) => family.name === name);
}

function only<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>;
}
