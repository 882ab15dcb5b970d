import { compareBytes, equalBytes } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_VERSIONS } from '../../model/query-options.js';
import type { Store } from '../region/store.js';
import type { IndexSnapshot } from './index-snapshot.js';
import { hides, type StoredCell, storedCell } from './stored-cells.js';

/** A value that an indexed column has, or may have by expiry alone. */
export interface Version extends StoredCell {
  readonly value: Uint8Array;
  /** The first time at which it may be visible; 0 if it is visible now. */
  readonly from: number;
  /** The first time at which it has expired. */
  readonly until: number;
  /** Whether another version may be visible afterwards: only if it expires by its own time to live. */
  readonly uncovers: boolean;
}

/** The stored puts of some columns of a family, and the markers of the row in that family. */
interface StoredVersions {
  readonly puts: readonly Version[];
  readonly markers: readonly StoredCell[];
}

export function versionOf(cell: CellView, { scanInfo }: Store): Version {
  const { timestamp } = cell;
  const own = timestamp + readCellTtl(cell) + 1;
  // With MIN_VERSIONS, the newest version never expires by the time to live of its family.
  const family = scanInfo.minVersions > 0 ? Number.POSITIVE_INFINITY : timestamp + scanInfo.ttlMs + 1;
  return {
    ...storedCell(cell),
    value: cell.copyValue(),
    from: 0,
    until: Math.min(own, family),
    uncovers: own < family,
  };
}

/** `newest`: the newest visible versions of some columns of a family. Adds those that may be visible without a write. */
export function withOthers(
  snapshot: IndexSnapshot,
  row: Uint8Array,
  store: Store,
  newest: readonly Version[],
  isWanted: (cell: CellView) => boolean,
): readonly Version[] {
  const { newVersionBehavior } = store.scanInfo;
  if (!newVersionBehavior && !mayDropVisible(store) && !newest.some(({ uncovers }) => uncovers)) return newest;
  const stored = storedVersions(snapshot, row, store, isWanted);
  if (newVersionBehavior) return [...newest, ...uncoveredPuts(stored, newest, snapshot.now)];
  return newest.flatMap((one) => [one, ...olderPuts(stored, one, store, snapshot.now)]);
}

function storedVersions(
  { reads }: IndexSnapshot,
  row: Uint8Array,
  store: Store,
  isWanted: (cell: CellView) => boolean,
): StoredVersions {
  const puts: Version[] = [];
  const markers: StoredCell[] = [];
  reads.someCell(store, row, (cell) => {
    if (cell.type !== CellType.Put) markers.push(storedCell(cell));
    else if (isWanted(cell)) puts.push(versionOf(cell, store));
    return false;
  });
  return { puts, markers };
}

/**
 * The stored puts of a column that are older than the newest visible one, if one of them may be visible without a write:
 *
 *  - once the newest one expires by its own time to live: a flush may drop some of the older ones before
 *  - if the family keeps deleted cells, but not every version: a flush counts a deleted put as a version, and may drop
 *    the newest one that is visible
 *
 * Puts that a marker hides are not among them: only a major compaction may show one (doubtful-rows).
 */
function olderPuts({ puts, markers }: StoredVersions, newest: Version, store: Store, now: number): readonly Version[] {
  const ofColumn = puts.filter(({ qualifier }) => equalBytes(qualifier, newest.qualifier));
  const seen = ofColumn.filter((put) => !markers.some((marker) => hides(marker, put)));
  const older = seen.filter(({ timestamp }) => timestamp <= newest.timestamp);
  if (mayDropVisible(store) && seen.length < ofColumn.length) return older.filter(({ until }) => until > now);
  if (!newest.uncovers) return [];
  return older.filter(({ until }) => until > newest.until).map((put) => ({ ...put, from: newest.until }));
}

/**
 * The puts of a family with NEW_VERSION_BEHAVIOR that may be visible once others have expired by their own time to live.
 * Such a put counts as a version until then, even if it was deleted, and affects those that follow it in cell order. What
 * follows the newest visible version in its column is covered until that one expires. A put that a marker has removed
 * stays removed.
 */
function uncoveredPuts({ puts, markers }: StoredVersions, newest: readonly Version[], now: number): readonly Version[] {
  const found: Version[] = [];
  const inOrder = [...puts].sort(
    (a, b) => compareBytes(a.qualifier, b.qualifier) || b.timestamp - a.timestamp || b.sequenceId - a.sequenceId,
  );
  let column: Uint8Array | null = null;
  let shown: Version | undefined;
  /** The first time at which one of the puts before has expired. */
  let uncovered = Number.POSITIVE_INFINITY;
  for (const put of inOrder) {
    const { qualifier, timestamp, sequenceId, until } = put;
    if (column === null || !equalBytes(column, qualifier)) {
      uncovered = Number.POSITIVE_INFINITY;
      shown = newest.find((one) => equalBytes(one.qualifier, qualifier));
    }
    column = qualifier;
    if (until <= now) continue;
    const isCovered = shown && (shown.timestamp - timestamp || shown.sequenceId - sequenceId) > 0;
    const from = isCovered ? Math.max(uncovered, (shown as Version).until) : uncovered;
    const isRemoved = () => markers.some((marker) => marker.sequenceId >= sequenceId && hides(marker, put));
    if (from < until && !isRemoved()) found.push({ ...put, from });
    if (put.uncovers) uncovered = Math.min(uncovered, until);
  }
  return found;
}

function mayDropVisible({ scanInfo }: Store): boolean {
  return scanInfo.keepDeletedCells !== 'FALSE' && scanInfo.maxVersions < ALL_VERSIONS;
}
