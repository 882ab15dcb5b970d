/* The cells of one family of one row that a read shows, or passes to its filter (R-12… …R-64). */
import { type FamilyRules, isCellExpired, isExpired } from './family-rules.js';
import { deletersOf } from './masking.js';
import { replay } from './replay.js';
import { distinct, type StoredCell, sorted } from './stored-cell.js';
import type { TimeRange } from './time-range.js';
import { Collector, type Visitor } from './visitor.js';

export interface FamilyRead {
  readonly versions: number;
  readonly range: TimeRange;
  /** The requested qualifiers; null means all. */
  readonly columns: readonly string[] | null;
  readonly now: number;
}

/** The cells that the read shows, out of all cells of one row and family. */
export function readFamily(stored: readonly StoredCell[], rules: FamilyRules, read: FamilyRead): StoredCell[] {
  const collector = new Collector();
  showFamily(stored, rules, read, collector);
  return collector.cells;
}

/** Shows these cells one by one. */
export function showFamily(
  stored: readonly StoredCell[],
  rules: FamilyRules,
  read: FamilyRead,
  visitor: Visitor,
): void {
  const counting = stored.filter((cell) => cell.type === 'Put' || countsAsMarker(cell, rules, read));
  if (rules.replays) {
    showPuts(replay(counting, rules, read.now), [], rules, read, visitor);
    return;
  }
  const isPut = (cell: StoredCell): boolean => cell.type === 'Put';
  showPuts(
    counting.filter(isPut),
    counting.filter((cell) => !isPut(cell)),
    rules,
    read,
    visitor,
  );
}

function showPuts(
  puts: readonly StoredCell[],
  markers: readonly StoredCell[],
  rules: FamilyRules,
  read: FamilyRead,
  visitor: Visitor,
): void {
  for (const qualifier of distinct(puts.map((put) => put.qualifier))) {
    if (read.columns !== null && !read.columns.includes(qualifier)) continue;
    const column = puts.filter((put) => put.qualifier === qualifier);
    if (showColumn(sorted(column), markers, rules, read, visitor)) return;
  }
}

/** R-20…R-22. */
function countsAsMarker(marker: StoredCell, rules: FamilyRules, { range, now }: FamilyRead): boolean {
  if (isExpired(marker, rules, now) && rules.minVersions === 0) return false;
  if (rules.keepDeletedCells === 'FALSE') return marker.timestamp >= range.min;
  return marker.timestamp >= range.min && marker.timestamp < range.max;
}

/**
 * Step 2 of section 3.2 for the puts of one column, newest first. The same rule applies to explicit columns. Returns
 * true if the visitor leaves the family.
 */
function showColumn(
  puts: readonly StoredCell[],
  markers: readonly StoredCell[],
  rules: FamilyRules,
  { versions, range, now }: FamilyRead,
  visitor: Visitor,
): boolean {
  const shown: StoredCell[] = [];
  for (const put of puts) {
    if (visitor.passesOver(put)) continue;
    if (rules.minVersions === 0 && isExpired(put, rules, now)) break;
    if (isCellExpired(put, now)) continue;
    if (deletersOf(put, markers).length > 0) continue;
    if (put.timestamp >= range.max) continue;
    if (put.timestamp < range.min) break;
    if (put.timestamp === shown.at(-1)?.timestamp) continue;
    if (shown.length === Math.min(versions, rules.versions)) break;
    if (shown.length >= rules.minVersions && isExpired(put, rules, now)) break;
    shown.push(put);
    const step = visitor.visit(put);
    if (step !== 'cell') return step === 'family';
  }
  return false;
}
