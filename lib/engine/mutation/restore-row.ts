/*
 * Gives a row the cells that it had at an earlier time. In one turn, it reads the row as it was and as it is, and appends
 * a put for each column whose value differs and a marker for each column that did not exist. All of them have the same
 * new timestamp, so what the row contained in between is kept.
 *
 *   family of the row                              what happens
 *   not among the selected ones                    left out
 *   keeps every cell since that time or earlier    restored
 *   other, named by the request                    refused
 *   other, and the row has a value in it, seen or  refused: it would stay, or stay deleted
 *     deleted
 *   other                                          left out: there is nothing to restore
 *
 * A selected column with a cell that has its own time to live is refused: what it contained may be gone. So is a column
 * that would change, if it has a cell that is not below the new timestamp in `wall` mode, or the largest one in the
 * others: what is written would stay hidden.
 */
import type { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, corruption } from '../../errors.js';
import { appendCell, stampCell } from '../../keyvalue/append-cell.js';
import { encodedCellLength, FLAG_IMPLICIT_TIME, OFFSET_FAMILY, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { type FamilySelection, select } from '../../model/family-selection.js';
import { ATOMIC_BATCH_BYTES } from '../../model/limits.js';
import { NEWEST_OF_ALL } from '../../model/query-options.js';
import type { ActionPart } from '../../model/row-action.js';
import { ALL_TIME, type TimeRange } from '../../model/time-range.js';
import { keepsHistory } from '../region/kept-history.js';
import type { Region } from '../region/region.js';
import { cellText, isAmong, isOfFamily } from '../region/row-cells.js';
import type { Store } from '../region/store.js';
import { checkCellSize } from '../region/write-limits.js';
import { readCells } from './read-column.js';
import type { MutationSource, StampContext } from './stamp-mutation.js';
import { visibleTime } from './visible-time.js';

/** What is restored of one family, and how its columns change. */
interface FamilyChange {
  readonly store: Store;
  /** Null: every column. */
  readonly qualifiers: readonly Uint8Array[] | null;
  /** By qualifier, in byte order. */
  readonly columns: readonly ColumnChange[];
}

interface ColumnChange {
  readonly qualifier: Uint8Array;
  /** The old value; null if the column did not exist. */
  readonly value: Uint8Array | null;
}

interface Stamp {
  readonly time: number;
  readonly flag: number;
  readonly sequenceId: number;
}

const NO_BYTES = new Uint8Array(0);

/**
 * Appends the cells of a restore to `out`, stamped. None if the row contains what it contained then. Throws
 * INVALID_OPERATION for what cannot be restored. REQUIRES that `checkCells` found every family.
 */
export function restoreRow(
  source: MutationSource,
  row: Uint8Array,
  part: ActionPart,
  context: StampContext,
  out: ByteWriter,
): void {
  const { region, clock } = source;
  const changes = restorableFamilies(source, row, part).map(({ store, qualifiers }): FamilyChange => {
    const read = (timeRange: TimeRange) => readFamily(region, row, store, qualifiers, timeRange, context);
    return { store, qualifiers, columns: differences(read(part.timeRange), read(ALL_TIME)) };
  });
  const newest = newestCell(region, row, changes);
  const columns = changes.flatMap((change) => change.columns);
  if (columns.length === 0) return;
  const base = columns.some(({ value }) => value === null)
    ? clock.forDelete(region, row, 0, row.length, true)
    : clock.forPut(region, row, 0, row.length, true);
  const selected: FamilySelection[] = [];
  for (const { store, columns } of changes)
    for (const { qualifier } of columns) select(selected, store.name, qualifier);
  // Markers count as puts: both have to be above what the row contained in between, so that it is kept.
  const write = { row, columns: selected, isPut: true, least: base };
  const time = clock.mayBeBehind(region, base, context.ahead)
    ? visibleTime(source, write, context, out, out.length)
    : base;
  const flag = clock.settle(region, row, base, time, false) ? FLAG_IMPLICIT_TIME : 0;
  if (flag === 0) context.ahead = Math.max(context.ahead, time);
  if (clock.mode === 'wall' && newest !== null && newest.timestamp >= time) {
    const why = `${newest.what} has the timestamp ${newest.timestamp}, and would hide what is written now, at ${time}`;
    throw refused(region, row, why);
  }
  const start = out.length;
  for (const change of changes) {
    append(region, row, change, { time, flag, sequenceId: context.sequenceId }, out);
    if (out.length - start > ATOMIC_BATCH_BYTES)
      throw refused(
        region,
        row,
        `that would write more than ${ATOMIC_BATCH_BYTES} bytes. Restore fewer columns at a time`,
      );
  }
}

function append(
  region: Region,
  row: Uint8Array,
  { store, columns }: FamilyChange,
  { time: timestamp, flag, sequenceId }: Stamp,
  out: ByteWriter,
): void {
  for (const { qualifier, value } of columns) {
    checkCellSize(region.writeLimits, row.length, store.name.length, qualifier.length, value?.length ?? 0);
    const type = value === null ? CellType.DeleteColumn : CellType.Put;
    const at = out.length;
    appendCell(out, row, store.familyId, { qualifier, timestamp, type, value: value ?? NO_BYTES }, null);
    stampCell(out.view, at, sequenceId, timestamp, flag);
  }
}

/** The families that are restored, in their order. */
function restorableFamilies(
  source: MutationSource,
  row: Uint8Array,
  part: ActionPart,
): { readonly store: Store; readonly qualifiers: readonly Uint8Array[] | null }[] {
  const { region } = source;
  const asOf = part.timeRange.max - 1;
  const selected = selectedFamilies(source, part);
  const left = region.stores.filter(({ name }) => selected.length === 0 || selectionOf(selected, name) !== undefined);
  const restorable = left.filter((store) => region.keepsHistorySince(store) <= asOf);
  for (const store of left) {
    if (restorable.includes(store)) continue;
    if (
      selected.length > 0 ||
      restorable.length === 0 ||
      region.reads.someCell(store, row, ({ type }) => type === CellType.Put)
    )
      throw notKept(region, row, store, asOf);
  }
  return restorable.map((store) => ({ store, qualifiers: selectionOf(selected, store.name)?.qualifiers ?? null }));
}

/** What the request names; empty: everything. */
function selectedFamilies({ block, stores }: MutationSource, { offset, end }: ActionPart): FamilySelection[] {
  const selected: FamilySelection[] = [];
  const cell = new CellView();
  for (let at = offset; at < end; at += encodedCellLength(block.view, at)) {
    readCell(cell, block, at);
    const store = stores[block.view.getUint16(at + OFFSET_FAMILY, true)];
    if (store === undefined) throw corruption('request', at, 'this is not a column');
    select(selected, store.name, cell.type === CellType.DeleteFamily ? null : cell.copyQualifier());
  }
  return selected;
}

function selectionOf(selected: readonly FamilySelection[], name: Uint8Array): FamilySelection | undefined {
  return selected.find(({ family }) => equalBytes(family, name));
}

/** The newest visible cell of each column in a time range. */
function readFamily(
  region: Region,
  row: Uint8Array,
  { name: family }: Store,
  qualifiers: readonly Uint8Array[] | null,
  timeRange: TimeRange,
  { readPoint, now }: StampContext,
): CellView[] {
  return readCells(region, row, { ...NEWEST_OF_ALL, families: [{ family, qualifiers }], timeRange }, readPoint, now);
}

/** What must change in `present` so that it contains what `earlier` does. Both are in the order of their qualifiers. */
function differences(earlier: readonly CellView[], present: readonly CellView[]): ColumnChange[] {
  const changes: ColumnChange[] = [];
  let at = 0;
  for (const cell of [...earlier, null]) {
    const qualifier = cell?.copyQualifier() ?? null;
    let value: Uint8Array | null = null;
    for (; at < present.length; at++) {
      const other = present[at] as CellView;
      const name = other.copyQualifier();
      const order = qualifier === null ? -1 : compareBytes(name, qualifier);
      if (order > 0) break;
      if (order === 0) value = other.copyValue();
      else changes.push({ qualifier: name, value: null });
    }
    if (cell === null || qualifier === null) break;
    const old = cell.copyValue();
    if (value === null || !equalBytes(value, old)) changes.push({ qualifier, value: old });
  }
  return changes;
}

/** A cell of a row, and what it is, for people. */
interface FoundCell {
  readonly timestamp: number;
  readonly what: string;
}

/**
 * The cell with the largest timestamp in the columns that change, or null. Throws INVALID_OPERATION for a selected column
 * whose cells expire by themselves.
 */
function newestCell(region: Region, row: Uint8Array, changes: readonly FamilyChange[]): FoundCell | null {
  let newest: FoundCell | null = null;
  for (const { store, qualifiers, columns } of changes) {
    const changed = columns.map(({ qualifier }) => qualifier);
    region.reads.someCell(store, row, (cell) => {
      const { type, timestamp } = cell;
      const isPut = type === CellType.Put;
      if (isPut && readCellTtl(cell) < Number.POSITIVE_INFINITY && isAmong(qualifiers, cell)) {
        const column = `${store.family.name}:${toStringBinary(cell.copyQualifier())}`;
        const why = `column '${column}' has a cell with its own time to live, so older values may be gone`;
        throw refused(region, row, why);
      }
      if (newest !== null && timestamp <= newest.timestamp) return false;
      if (isOfFamily(type) ? changed.length === 0 : !isAmong(changed, cell)) return false;
      newest = { timestamp, what: cellText(store, cell) };
      return false;
    });
  }
  return newest;
}

function notKept(region: Region, row: Uint8Array, store: Store, asOf: number): BigtabError {
  const since = region.keepsHistorySince(store);
  const keeps = keepsHistory(store.family)
    ? `keeps every cell only since ${since}, which is after ${asOf}`
    : 'does not keep every cell: that needs KEEP_HISTORY and no time to live';
  return refused(region, row, `family '${store.family.name}' ${keeps}. Name the columns to restore to leave it out`);
}

function refused({ name: table }: Region, row: Uint8Array, why: string): BigtabError {
  const text = toStringBinary(row);
  const message = `Row '${text}' of table '${table}' cannot be restored, and nothing was changed: ${why}`;
  return new BigtabError('INVALID_OPERATION', message, { details: { table, row: text } });
}
