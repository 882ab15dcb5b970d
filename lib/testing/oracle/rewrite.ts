/*
 * The cells that a flush, a minor and a major compaction keep (sections 5.2, 5.3 and 5.6). The cells of each column are
 * visited newest first. All cells that are not kept are dropped.
 */
import { type FamilyRules, isCellExpired, isExpired } from './family-rules.js';
import { markerFate, type Rewrite, type RewriteKind } from './marker-fate.js';
import { deletersOf } from './masking.js';
import { replay } from './replay.js';
import { distinct, type StoredCell, sorted } from './stored-cell.js';

/** `keptMs`: what has expired is dropped this much later. */
export function rewrite(
  cells: readonly StoredCell[],
  rules: FamilyRules,
  kind: RewriteKind,
  now: number,
  keptMs: number = 0,
): StoredCell[] {
  const putTimestamps = cells.filter((cell) => cell.type === 'Put').map((cell) => cell.timestamp);
  const how: Rewrite = {
    rules,
    kind,
    now: now - keptMs,
    shownAt: now,
    earliestPutTimestamp: Math.min(...putTimestamps),
  };
  return distinct(cells.map((cell) => cell.row)).flatMap((row) => {
    const ofRow = cells.filter((cell) => cell.row === row);
    return rules.replays ? replayRow(ofRow, how) : rewriteRow(ofRow, how);
  });
}

/** C-50, C-51. */
function replayRow(cells: readonly StoredCell[], how: Rewrite): StoredCell[] {
  const { rules, kind, now } = how;
  if (kind === 'retain') return [...cells];
  const markers = cells.filter((cell) => cell.type !== 'Put' && markerFate(cell, 0, undefined, how) === 'keep');
  const left = replay(cells, rules, now);
  const puts = left.filter(({ qualifier, timestamp }, _, all) => {
    const newer = all.filter((one) => one.qualifier === qualifier && one.timestamp > timestamp);
    return newer.length < rules.minVersions || timestamp >= now - rules.ttlMs;
  });
  return [...markers, ...puts];
}

/** Applied markers remain in effect until the end of the row; those of a column affect only that column. */
function rewriteRow(cells: readonly StoredCell[], how: Rewrite): StoredCell[] {
  const applied: StoredCell[] = [];
  return distinct(cells.map((cell) => cell.qualifier)).flatMap((qualifier) =>
    rewriteColumn(sorted(cells.filter((cell) => cell.qualifier === qualifier)), applied, how),
  );
}

function rewriteColumn(cells: readonly StoredCell[], applied: StoredCell[], how: Rewrite): StoredCell[] {
  const { rules, now, shownAt } = how;
  const kept: StoredCell[] = [];
  let counted = 0;
  let last: StoredCell | undefined;
  for (const cell of cells) {
    let ends = false;
    if (rules.minVersions === 0 && isExpired(cell, rules, now)) {
      ends = true; // C-10
    } else if (cell.type !== 'Put') {
      if (isApplied(cell, how)) applied.push(cell);
      const fate = markerFate(cell, counted, last, how);
      if (fate === 'keep') kept.push(cell);
      if (fate === 'drop rest') ends = true;
      if (how.kind === 'drop') last = cell;
    } else if (isCellExpired(cell, now)) {
      // C-11: dropped, not counted.
    } else if (deletersOf(cell, applied).length > 0) {
      ends = coversTheRest(deletersOf(cell, applied)); // C-15
    } else if (isCellExpired(cell, shownAt)) {
      kept.push(cell); // No read shows it, but it is not yet removed, so it hides no older version.
    } else if (cell.timestamp === last?.timestamp && last.type === 'Put') {
      // C-17: an older write of the same version.
    } else {
      counted++;
      last = cell;
      const isKept = counted <= rules.versions && (counted <= rules.minVersions || !isExpired(cell, rules, now));
      if (isKept) kept.push(cell);
      else ends = how.kind === 'drop'; // C-18; C-22: the markers after it still have an effect
    }
    if (ends && endsColumn(cell)) break;
  }
  return kept;
}

/** C-14, C-31: whether the marker deletes cells after it. */
function isApplied(marker: StoredCell, { rules, now }: Rewrite): boolean {
  if (rules.keepDeletedCells === 'TTL') return isExpired(marker, rules, now);
  return rules.keepDeletedCells === 'FALSE';
}

/** C-15: whether everything after a put with these deleters is covered as well. */
function coversTheRest(deleters: readonly StoredCell[]): boolean {
  const has = (type: StoredCell['type']): boolean => deleters.some((marker) => marker.type === type);
  return has('DeleteFamily') || (!has('DeleteFamilyVersion') && has('DeleteColumn'));
}

/**
 * C-19: in the column of the empty qualifier, only a dropped DeleteFamily ends the column; other cells are judged one
 * by one.
 */
function endsColumn(dropped: StoredCell): boolean {
  return dropped.qualifier !== '' || dropped.type === 'DeleteFamily';
}
