import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { ALL_TIME } from '../../model/time-range.js';
import { isDamaged } from './damaged-rows.js';
import type { PrunedRead, Pruner } from './pruning.js';
import type { ReadStore } from './read-store.js';

/**
 * Calls `test` with the stored cells of a row of one family until it returns true, and returns whether it did: with
 * markers and with cells that reads do not see, one source after the other, each in cell order. Loads no values. Throws
 * CORRUPTION if the row cannot be read.
 */
export function someCell(
  store: ReadStore,
  pruner: Pruner,
  row: Uint8Array,
  test: (cell: CellView) => boolean,
): boolean {
  for (const damaged of store.damage ?? []) if (isDamaged([damaged], row)) throw damaged.error;
  const read: PrunedRead = {
    rows: { start: row, stop: row },
    qualifiers: null,
    timeRange: ALL_TIME,
    raw: true,
    // So early that nothing has expired.
    now: 0,
    everyRow: false,
  };
  const key = new SeekKey();
  let sources: readonly KeyValueScanner[] = [];
  try {
    sources = store.sources(store.view, read, pruner, null);
    for (const scanner of sources) {
      scanner.seek(key.firstOnRow(row));
      for (let cell = scanner.current; cell !== null && isOf(cell, row); cell = scanner.current) {
        if (test(cell)) return true;
        scanner.next();
      }
    }
    return false;
  } finally {
    for (const scanner of sources) scanner.close();
  }
}

/** Whether a cell belongs to a row. */
export function isOf({ key, rowOffset, rowLength }: CellView, row: Uint8Array): boolean {
  return equalRanges(key, rowOffset, rowLength, row, 0, row.length);
}
