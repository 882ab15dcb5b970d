import type { CellView } from '../../keyvalue/cell-view.js';

/** HBase's counted size includes 4 bytes that the cell does not have (N-36). */
const COUNTED_MORE = 4;
/** The Java object of a cell, on a 64-bit machine with a heap of up to 32 GB. */
const OBJECT_BYTES = 32;
/** The lengths that the object of a cell of a store file caches. */
const FILE_CELL_BYTES = 6;
/** The object around a cell that a filter changed. */
const CHANGED_BYTES = 24;
const ALIGNMENT = 8;

/**
 * Bytes that HBase counts for a cell towards the size of a transfer: those of the cell and of its Java objects.
 * `counted` is its size by N-36, `stored` the cell before the filter, `given` the cell after the filter. HBase:
 * `ByteBufferKeyValue.heapSize`, `SizeCachedKeyValue.heapSize`, `KeyOnlyFilter`.
 */
export function heapSize(counted: number, stored: CellView, given: CellView): number {
  const size = OBJECT_BYTES + counted - COUNTED_MORE;
  // A cell in memory is stored in one buffer; the key of a cell of a store file is assembled in another.
  const inMemory = stored.key === stored.value;
  const whole = inMemory ? Math.ceil(size / ALIGNMENT) * ALIGNMENT : size + FILE_CELL_BYTES;
  return given === stored ? whole : whole + CHANGED_BYTES;
}
