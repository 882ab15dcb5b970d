import { compareBytes } from '../bytes/compare.js';

/** The entries of one family in the order they were added. */
export interface FamilyGroup<T> {
  readonly family: Uint8Array;
  entries: T[];
}

/** Position of `family` in a list kept in byte order of families, or `-1 - p` where it would stand at `p`. */
export function findFamily(list: readonly { readonly family: Uint8Array }[], family: Uint8Array): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes((list[middle] as { readonly family: Uint8Array }).family, family);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

/** The group of `family`, made where byte order wants it if it is missing. */
export function groupOf<T>(groups: FamilyGroup<T>[], family: Uint8Array): FamilyGroup<T> {
  const at = findFamily(groups, family);
  if (at >= 0) return groups[at] as FamilyGroup<T>;
  const group: FamilyGroup<T> = { family, entries: [] };
  groups.splice(-1 - at, 0, group);
  return group;
}

/** All entries: families in byte order, inside a family in the order they were added. */
export function allEntries<T>(groups: readonly FamilyGroup<T>[]): readonly T[] {
  const [first] = groups;
  return groups.length === 1 && first !== undefined ? first.entries : groups.flatMap((group) => group.entries);
}
