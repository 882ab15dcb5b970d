/* The cells of one family of one row that a raw scan shows (R-50…R-52). */
import { isCellExpired } from './family-rules.js';
import type { FamilyRead } from './read-family.js';
import { distinct, type StoredCell, sorted } from './stored-cell.js';
import type { Visitor } from './visitor.js';

/** Shows, one by one, the cells of a raw scan out of all cells of one row and family, including markers. */
export function showFamilyRaw(stored: readonly StoredCell[], read: FamilyRead, visitor: Visitor): void {
  for (const qualifier of distinct(stored.map((cell) => cell.qualifier))) {
    if (showColumnRaw(sorted(stored.filter((cell) => cell.qualifier === qualifier)), read, visitor)) return;
  }
}

/** True if the visitor leaves the family. */
function showColumnRaw(cells: readonly StoredCell[], { versions, range, now }: FamilyRead, visitor: Visitor): boolean {
  const shown: StoredCell[] = [];
  for (const cell of cells) {
    if (visitor.passesOver(cell)) continue;
    if (isCellExpired(cell, now)) continue;
    if (cell.timestamp >= range.max) continue;
    if (cell.timestamp < range.min) break;
    const last = shown.at(-1);
    if (cell.timestamp === last?.timestamp && cell.type === last.type) continue;
    if (cell.type === 'Put' && shown.filter((one) => one.type === 'Put').length === versions) break;
    shown.push(cell);
    const step = visitor.visit(cell);
    if (step !== 'cell') return step === 'family';
  }
  return false;
}
