/*
 * The remaining cells of a row of a family with NEW_VERSION_BEHAVIOR: its mutations are replayed in the order of
 * writing (R-60…R-62).
 */
import { type FamilyRules, isCellExpired } from './family-rules.js';
import { deletersOf } from './masking.js';
import type { StoredCell } from './stored-cell.js';

/**
 * The puts of one row and family that remain at the end. The cells must not include markers that do not count.
 */
export function replay(cells: readonly StoredCell[], rules: FamilyRules, now: number): StoredCell[] {
  let versions: StoredCell[] = [];
  for (const cell of inOrderOfWriting(cells)) {
    if (cell.type !== 'Put') {
      versions = versions.filter((version) => deletersOf(version, [cell]).length === 0);
    } else if (!isCellExpired(cell, now)) {
      const others = versions.filter((one) => !isSameVersion(one, cell));
      const ofColumn = [cell, ...others.filter((one) => one.qualifier === cell.qualifier)];
      const newest = ofColumn.sort((a, b) => b.timestamp - a.timestamp).slice(0, rules.versions);
      versions = [...others.filter((one) => one.qualifier !== cell.qualifier), ...newest];
    }
  }
  return versions;
}

/** */
function inOrderOfWriting(cells: readonly StoredCell[]): StoredCell[] {
  const isMarker = ({ type }: StoredCell): number => (type === 'Put' ? 0 : 1);
  return [...cells].sort((a, b) => a.sequence - b.sequence || a.timestamp - b.timestamp || isMarker(a) - isMarker(b));
}

function isSameVersion(a: StoredCell, b: StoredCell): boolean {
  return a.qualifier === b.qualifier && a.timestamp === b.timestamp;
}
