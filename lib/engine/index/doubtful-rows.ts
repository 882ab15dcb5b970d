/*
 * Rows whose values may change without a write and without an expiry. If a put is written under an older marker that
 * hides it, a major compaction may remove the marker before the put has been in its inputs: the put is visible from then
 * on, as in HBase. Such rows are rare. A mutation that makes one adds a mark to the index:
 *
 *   row key of a mark    00, row key
 *   row key of an entry  01, parts, row key
 *
 * After a major compaction, and when the database is opened, the entries of the marked rows are written again.
 */
import type { ByteWriter } from '../../bytes/byte-writer.js';
import { equalBytes } from '../../bytes/compare.js';
import { CellType } from '../../model/cell-type.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import type { Store } from '../region/store.js';
import { EntryCursor } from './entry-cursor.js';
import { entriesOf } from './index-entries.js';
import { BEFORE_EXPIRY, type IndexSnapshot } from './index-snapshot.js';
import { hides, type StoredCell, storedCell } from './stored-cells.js';
import { appendEntry, appendMark, appendRemoval } from './write-entries.js';

const MARKS = {
  ...{ start: Uint8Array.of(0), startInclusive: true, stop: Uint8Array.of(1), stopInclusive: false, reversed: false },
};

/** The key of the mark of a row. */
export function markKey(row: Uint8Array): Uint8Array {
  const key = new Uint8Array(row.length + 1);
  key.set(row, 1);
  return key;
}

/** The row of a mark; null for the key of an entry. */
export function markedRow(key: Uint8Array): Uint8Array | null {
  return key[0] === 0 && key.length > 1 ? key.subarray(1) : null;
}

/** The marked rows of an index. */
export function markedRows(index: RegionIndex, readPoint: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  const cursor = new EntryCursor(index, MARKS, readPoint, BEFORE_EXPIRY, false, 1);
  try {
    for (let { key } = cursor; key !== null; key = cursor.key) {
      rows.push(key.slice(1));
      cursor.next();
    }
    return rows;
  } finally {
    cursor.close();
  }
}

/** Appends the entries of a marked row as it is now, and the removal of its mark unless it is still doubtful. */
export function appendRefreshed(
  out: ByteWriter,
  region: Region,
  snapshot: IndexSnapshot,
  index: RegionIndex,
  row: Uint8Array,
  sequenceId: number,
): void {
  for (const entry of entriesOf(snapshot, index, row, null)) appendEntry(out, index, entry, sequenceId);
  if (!isDoubtful(region, index, row)) appendRemoval(out, index, markKey(row), sequenceId);
}

/** Appends the mark of a row that is doubtful. */
export function appendDoubt(
  out: ByteWriter,
  region: Region,
  index: RegionIndex,
  row: Uint8Array,
  sequenceId: number,
): void {
  if (isDoubtful(region, index, row)) appendMark(out, index, markKey(row), sequenceId);
}

/** Whether an older marker hides a put of an indexed column. */
function isDoubtful(region: Region, { columns }: RegionIndex, row: Uint8Array): boolean {
  const stores = new Set(columns.map(({ store }) => store));
  return [...stores].some((store) => {
    // There, markers hide only what was written before them.
    if (store.scanInfo.newVersionBehavior) return false;
    const wanted = columns.filter((column) => column.store === store).map(({ qualifier }) => qualifier);
    const cells = storedCells(region, store, row);
    const puts = cells.filter(
      ({ type, qualifier }) =>
        type === CellType.Put && wanted.some((column) => column === null || equalBytes(column, qualifier)),
    );
    const markers = cells.filter(({ type }) => type !== CellType.Put);
    return puts.some((put) => markers.some((marker) => marker.sequenceId < put.sequenceId && hides(marker, put)));
  });
}

function storedCells(region: Region, store: Store, row: Uint8Array): StoredCell[] {
  const cells: StoredCell[] = [];
  region.reads.someCell(store, row, (cell) => {
    cells.push(storedCell(cell));
    return false;
  });
  return cells;
}
