import { compareRows, sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { KeyValueHeap } from './key-value-heap.js';

/** The number of cells that are stepped over before a seek for the next row. */
const NEAR_CELLS = 4;

/** The order in which a scan visits rows. Inside a row, cells are always in cell order. */
export interface RowOrder {
  /** Negative, zero or positive as the row of `a` is visited before, with or after that of `b`. */
  compare(a: CellView, b: CellView): number;
  /**
   * Moves to the first cell of the first row to visit. An empty `row` is the beginning of the order. `key` is for
   * internal use.
   */
  start(heap: KeyValueHeap, row: Uint8Array, inclusive: boolean, key: SeekKey): void;
  /** Moves from anywhere in `row` to the first cell of the next row to visit. */
  leaveRow(heap: KeyValueHeap, row: CellView, key: SeekKey): void;
  /** Moves forward to the first cell of `row` or of the row visited next. */
  skipTo(heap: KeyValueHeap, row: CellView, key: SeekKey): void;
}

/** Rows ascending. */
export const FORWARD: RowOrder = {
  compare: compareRows,

  start(heap, row, inclusive, key) {
    heap.seek(inclusive || row.length === 0 ? key.firstOnRow(row) : key.lastOnRow(row));
  },

  leaveRow(heap, row, key) {
    for (let near = 0; near < NEAR_CELLS; near++) {
      if (heap.current === null || !sameRow(heap.current, row)) return;
      heap.next();
    }
    heap.reseek(key.lastOnRowOf(row));
  },

  skipTo(heap, row, key) {
    heap.reseek(key.firstOnRowOf(row));
  },
};

/** Rows descending. */
export const REVERSED: RowOrder = {
  compare: (a, b) => compareRows(b, a),

  start(heap, row, inclusive, key) {
    if (row.length === 0) heap.seekToLastRow();
    else heap.seekToPreviousRow(inclusive ? key.lastOnRow(row) : key.firstOnRow(row));
  },

  leaveRow(heap, row) {
    heap.seekToPreviousRow(row);
  },

  skipTo(heap, row, key) {
    heap.seekToPreviousRow(key.lastOnRowOf(row));
  },
};
