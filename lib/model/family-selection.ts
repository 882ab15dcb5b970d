import { compareBytes, equalBytes } from '../bytes/compare.js';
import { lowerBound } from '../bytes/sorted.js';

/** What a Get or Scan requests of one family. */
export interface FamilySelection {
  readonly family: Uint8Array;
  /** In byte order, without duplicates; null means every column of the family. */
  readonly qualifiers: readonly Uint8Array[] | null;
}

/**
 * Selects a whole family or one column. A whole family discards columns of it that were selected earlier; a column
 * narrows a completely selected family to its listed columns. Keeps byte order.
 *
 * @see R-3
 */
export function select(selections: FamilySelection[], family: Uint8Array, qualifier: Uint8Array | null): void {
  const found = selections.find((other) => equalBytes(other.family, family));
  const qualifiers = (found?.qualifiers ?? []) as Uint8Array[];
  if (qualifier !== null) place(qualifiers, qualifier, (other) => other);
  place(selections, { family, qualifiers: qualifier && qualifiers }, (other) => other.family);
}

/** Inserts `entry` in byte order, and replaces an entry with the same bytes. */
function place<T>(sorted: T[], entry: T, bytesOf: (entry: T) => Uint8Array): void {
  const bytes = bytesOf(entry);
  const at = lowerBound(sorted, (other) => compareBytes(bytesOf(other), bytes) < 0);
  const next = sorted[at];
  const there = next !== undefined && equalBytes(bytesOf(next), bytes);
  sorted.splice(at, there ? 1 : 0, entry);
}
