import { equalBytes, equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { type FamilySelection, select } from '../../model/family-selection.js';
import { ALL_VERSIONS, queryOf } from '../../model/query-options.js';
import type { IndexedColumn, RegionIndex } from '../region/region-index.js';
import { type RegionReads, writeRow } from '../region/region-reads.js';
import type { Store } from '../region/store.js';
import type { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { encodeParts, entryKey } from './index-key.js';
import { hides, type StoredCell, storedCell } from './stored-cells.js';

/** An entry that a row must have in an index. */
export interface Entry {
  readonly key: Uint8Array;
  /** The length of what precedes the row key. */
  readonly partsLength: number;
  readonly values: readonly Uint8Array[];
  /** The timestamps of the cells with these values. */
  readonly timestamps: readonly number[];
  /** The time from which on it is no longer needed, because cells of the row have expired then; Infinity for never. */
  readonly until: number;
}

/** The reads of a table and its families, at one time. */
export interface IndexSnapshot {
  readonly reads: RegionReads;
  /** The families of the table, as the reads number them. */
  readonly stores: readonly Store[];
  readonly readPoint: number;
  readonly now: number;
}

/** A value that an indexed column has, or may have by expiry alone. */
interface Version {
  readonly value: Uint8Array;
  readonly timestamp: number;
  /** The first time at which it may be visible; 0 if it is visible now. */
  readonly from: number;
  /** The first time at which it has expired. */
  readonly until: number;
  /** Whether an older version may be visible afterwards: only if it expires by its own time to live. */
  readonly uncovers: boolean;
}

const writer = new ResultBlockWriter();

/**
 * The entries that a row must have at the read point: one for its present values, and one for all that it may get by
 * expiry alone. An index on qualifiers has one for each qualifier; `qualifiers`: only these, null for all.
 */
export function entriesOf(
  snapshot: IndexSnapshot,
  index: RegionIndex,
  row: Uint8Array,
  qualifiers: readonly Uint8Array[] | null,
): readonly Entry[] {
  return entriesOfCells(snapshot, index, row, readNewest(snapshot, index, row, qualifiers), qualifiers);
}

/** Like `entriesOf`; `cells`: the newest visible cells of the index's columns, and perhaps other ones. */
export function entriesOfCells(
  snapshot: IndexSnapshot,
  index: RegionIndex,
  row: Uint8Array,
  cells: readonly CellView[],
  qualifiers: readonly Uint8Array[] | null,
): readonly Entry[] {
  const { columns, descriptor } = index;
  const entries: Entry[] = [];
  if (descriptor.qualifiersOf !== null) {
    const column = columns[0] as IndexedColumn;
    for (const cell of cells) {
      if (snapshot.stores[cell.familyId] !== column.store) continue;
      if (qualifiers !== null && !qualifiers.some((qualifier) => hasQualifier(cell, qualifier))) continue;
      const newest = versionOf(cell, column.store, 0);
      for (const version of withOlder(snapshot, row, { ...column, qualifier: cell.copyQualifier() }, newest))
        add(entries, index, row, [{ ...version, value: cell.copyQualifier() }]);
    }
    return entries;
  }
  const versions: (readonly Version[])[] = [];
  for (const column of columns) {
    const cell = cellOf(snapshot, cells, column);
    if (cell === undefined) return entries;
    versions.push(withOlder(snapshot, row, column, versionOf(cell, column.store, 0)));
  }
  combine(versions, [], (tuple) => add(entries, index, row, tuple));
  return entries;
}

/** The values by which a row is in an index at one time: none or one, or one for each qualifier. */
export function valuesAt(
  snapshot: IndexSnapshot,
  index: RegionIndex,
  row: Uint8Array,
  qualifiers: readonly Uint8Array[] | null,
): readonly (readonly Uint8Array[])[] {
  return valuesOf(snapshot, index, readNewest(snapshot, index, row, qualifiers));
}

/** Like `valuesAt`; `cells`: the newest visible cells of the index's columns, and perhaps other ones. */
export function valuesOf(
  snapshot: IndexSnapshot,
  index: RegionIndex,
  cells: readonly CellView[],
): readonly (readonly Uint8Array[])[] {
  const { columns, descriptor } = index;
  if (descriptor.qualifiersOf !== null) {
    const { store } = columns[0] as IndexedColumn;
    return cells.filter(({ familyId }) => snapshot.stores[familyId] === store).map((cell) => [cell.copyQualifier()]);
  }
  const values: Uint8Array[] = [];
  for (const column of columns) {
    const cell = cellOf(snapshot, cells, column);
    if (cell === undefined) return [];
    values.push(cell.copyValue());
  }
  return [values];
}

function cellOf({ stores }: IndexSnapshot, cells: readonly CellView[], column: IndexedColumn): CellView | undefined {
  const { store, qualifier } = column;
  return cells.find((cell) => stores[cell.familyId] === store && hasQualifier(cell, qualifier as Uint8Array));
}

export function hasQualifier({ key, qualifierOffset, qualifierLength }: CellView, qualifier: Uint8Array): boolean {
  return equalRanges(key, qualifierOffset, qualifierLength, qualifier, 0, qualifier.length);
}

/** `from`: the time at which the versions before it have expired. */
function versionOf(cell: CellView, { scanInfo }: Store, from: number): Version {
  const { timestamp } = cell;
  const own = timestamp + readCellTtl(cell) + 1;
  // With MIN_VERSIONS, the newest version never expires by the time to live of its family.
  const family = scanInfo.minVersions > 0 ? Number.POSITIVE_INFINITY : timestamp + scanInfo.ttlMs + 1;
  return { value: cell.copyValue(), timestamp, from, until: Math.min(own, family), uncovers: own < family };
}

/**
 * The newest version of a column, and all older ones that are stored if one of them may be visible without a write:
 *
 *  - once the newest one expires by its own time to live: a flush may drop some of the older ones before
 *  - if the family keeps deleted cells, but not every version: a flush counts a deleted put as a version, and may drop
 *    the newest one that is visible
 */
function withOlder(
  { reads, now }: IndexSnapshot,
  row: Uint8Array,
  { store, qualifier }: IndexedColumn,
  newest: Version,
): readonly Version[] {
  const countsDeleted = mayDropVisible(store);
  if (!newest.uncovers && !countsDeleted) return [newest];
  const puts: StoredCell[] = [];
  const markers: StoredCell[] = [];
  const older: Version[] = [];
  reads.someCell(store, row, (cell) => {
    const isOfColumn = hasQualifier(cell, qualifier as Uint8Array);
    if (cell.type !== CellType.Put) markers.push(storedCell(cell));
    else if (isOfColumn) {
      if (countsDeleted) puts.push(storedCell(cell));
      if (cell.timestamp <= newest.timestamp) older.push(versionOf(cell, store, newest.until));
    }
    return false;
  });
  if (puts.some((put) => markers.some((marker) => hides(marker, put))))
    return [newest, ...older.filter(({ until }) => until > now).map((version) => ({ ...version, from: 0 }))];
  return newest.uncovers ? [newest, ...older.filter(({ until }) => until > newest.until)] : [newest];
}

function mayDropVisible({ scanInfo }: Store): boolean {
  return scanInfo.keepDeletedCells !== 'FALSE' && scanInfo.maxVersions < ALL_VERSIONS;
}

/** Calls `take` with each choice of one version for each column in which all may be visible at the same time. */
function combine(
  versions: readonly (readonly Version[])[],
  chosen: readonly Version[],
  take: (tuple: readonly Version[]) => void,
): void {
  const next = versions[chosen.length];
  if (next === undefined) {
    take(chosen);
    return;
  }
  for (const version of next) {
    const tuple = [...chosen, version];
    if (Math.max(...tuple.map(({ from }) => from)) < untilOf(tuple)) combine(versions, tuple, take);
  }
}

function untilOf(tuple: readonly Version[]): number {
  return Math.min(...tuple.map(({ until }) => until));
}

function readNewest(
  snapshot: IndexSnapshot,
  index: RegionIndex,
  row: Uint8Array,
  qualifiers: readonly Uint8Array[] | null,
): readonly CellView[] {
  return readColumns(snapshot, columnsOf([{ index, qualifiers }]), row, null);
}

/** The columns of several indexes; `qualifiers`: only these of an index on qualifiers, null for all. */
export function columnsOf(
  indexes: readonly { readonly index: RegionIndex; readonly qualifiers: readonly Uint8Array[] | null }[],
): readonly FamilySelection[] {
  const families: FamilySelection[] = [];
  const whole: IndexedColumn[] = [];
  for (const { index, qualifiers } of indexes) {
    for (const column of index.columns) {
      if (column.qualifier !== null) select(families, column.store.name, column.qualifier);
      else if (qualifiers === null) whole.push(column);
      else for (const qualifier of qualifiers) select(families, column.store.name, qualifier);
    }
  }
  // Last, because a column narrows a family that is selected as a whole.
  for (const { store } of whole) select(families, store.name, null);
  return families;
}

/** The newest visible cells of some columns of a row: valid until the next read of an index's columns. */
export function readColumns(
  { reads, readPoint, now }: IndexSnapshot,
  families: readonly FamilySelection[],
  row: Uint8Array,
  unwritten: UnwrittenChanges | null,
): readonly CellView[] {
  writer.begin([]);
  writeRow(reads.get(row, queryOf(families), readPoint, now, unwritten), writer);
  return writer.lastRow();
}

/** Equal values may come from several versions; the entry lives as long as the last of these. */
function add(entries: Entry[], { descriptor }: RegionIndex, row: Uint8Array, versions: readonly Version[]): void {
  const values = versions.map(({ value }) => value);
  const parts = encodeParts(descriptor.order, values);
  if (parts === null) return;
  const key = entryKey(parts, row);
  const at = entries.findIndex((entry) => equalBytes(entry.key, key));
  const until = untilOf(versions);
  const timestamps = versions.map(({ timestamp }) => timestamp);
  const entry = { key, partsLength: parts.length, values, timestamps, until };
  if (at < 0) entries.push(entry);
  else if ((entries[at] as Entry).until < until) entries[at] = entry;
}
