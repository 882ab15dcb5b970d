/* What a raw scan shows of one family of one row (R-50…R-52). */
import { isCellExpired } from './family-rules.js';
import type { FamilyRead } from './read-family.js';
import { distinct, type StoredCell, sorted } from './stored-cell.js';

/** Of all cells of one row and family, markers too, those that the raw scan shows. */
export function readFamilyRaw(stored: readonly StoredCell[], read: FamilyRead): StoredCell[] {
  return distinct(stored.map((cell) => cell.qualifier)).flatMap((qualifier) =>
    readColumnRaw(sorted(stored.filter((cell) => cell.qualifier === qualifier)), read),
  );
}

function readColumnRaw(cells: readonly StoredCell[], { versions, range, now }: FamilyRead): StoredCell[] {
  const shown: StoredCell[] = [];
  for (const cell of cells) {
    if (isCellExpired(cell, now)) continue;
    if (cell.timestamp >= range.max) continue;
    if (cell.timestamp < range.min) break;
    const last = shown.at(-1);
    if (cell.timestamp === last?.timestamp && cell.type === last.type) continue;
    if (cell.type === 'Put' && shown.filter((one) => one.type === 'Put').length === versions) break;
    shown.push(cell);
  }
  return shown;
}
