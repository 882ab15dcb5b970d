import { equalBytes } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { type FamilySelection, select } from '../../model/family-selection.js';
import { queryOf } from '../../model/query-options.js';
import type { IndexedColumn, RegionIndex } from '../region/region-index.js';
import { writeRow } from '../region/region-reads.js';
import { isIn } from '../region/row-cells.js';
import type { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { encodeParts, entryKey } from './index-key.js';
import type { IndexSnapshot } from './index-snapshot.js';
import { type Version, versionOf, withOthers } from './possible-versions.js';

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

const writer = new ResultBlockWriter();

/**
 * The entries that a row must have at the read point, from the time of the snapshot on: one for its values at that time,
 * and one for all that it may get by expiry alone. An index on qualifiers has one for each qualifier; `qualifiers`: only
 * these, null for all.
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
    const { store } = columns[0] as IndexedColumn;
    const isWanted = (cell: CellView) => qualifiers === null || qualifiers.some((one) => isIn(cell, one));
    const newest = cells.flatMap((cell) =>
      snapshot.stores[cell.familyId] === store && isWanted(cell) ? [versionOf(cell, store)] : [],
    );
    for (const version of withOthers(snapshot, row, store, newest, isWanted))
      add(entries, index, row, [{ ...version, value: version.qualifier }]);
    return entries;
  }
  const versions: (readonly Version[])[] = [];
  for (const column of columns) {
    const { store } = column;
    const cell = cellOf(snapshot, cells, column);
    const newest = cell === undefined ? [] : [versionOf(cell, store)];
    const isWanted = (other: CellView) => isIn(other, column.qualifier as Uint8Array);
    const found = withOthers(snapshot, row, store, newest, isWanted);
    if (found.length === 0) return entries;
    versions.push(found);
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
  return cells.find((cell) => stores[cell.familyId] === store && isIn(cell, qualifier as Uint8Array));
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
