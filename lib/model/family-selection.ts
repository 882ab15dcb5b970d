import { compareBytes } from '../bytes/compare.js';
import { findFamily } from './family-group.js';

/** What a Get or Scan asks of one family. */
export interface FamilySelection {
  readonly family: Uint8Array;
  /** In byte order, each once; null = every column of the family. */
  readonly qualifiers: readonly Uint8Array[] | null;
}

/** Selects a whole family and discards columns selected earlier in it. Keeps byte order of families. */
export function selectFamily(selections: FamilySelection[], family: Uint8Array): void {
  replace(selections, family, null);
}

/** Selects a column; a family selected whole before is narrowed to its listed columns. */
export function selectColumn(selections: FamilySelection[], family: Uint8Array, qualifier: Uint8Array): void {
  const at = findFamily(selections, family);
  const before = at < 0 ? null : (selections[at] as FamilySelection).qualifiers;
  if (before === null) replace(selections, family, [qualifier]);
  else insert(before as Uint8Array[], qualifier);
}

function replace(selections: FamilySelection[], family: Uint8Array, qualifiers: Uint8Array[] | null): void {
  const at = findFamily(selections, family);
  if (at >= 0) selections[at] = { family, qualifiers };
  else selections.splice(-1 - at, 0, { family, qualifiers });
}

/** Inserts in byte order unless it is there. Columns mostly come in order, so it looks from the end. */
function insert(qualifiers: Uint8Array[], qualifier: Uint8Array): void {
  let at = qualifiers.length;
  while (at > 0) {
    const order = compareBytes(qualifiers[at - 1] as Uint8Array, qualifier);
    if (order === 0) return;
    if (order < 0) break;
    at--;
  }
  qualifiers.splice(at, 0, qualifier);
}
