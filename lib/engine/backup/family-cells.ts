import type { ByteWriter } from '../../bytes/byte-writer.js';
import { sameQualifier, sameRow } from '../../keyvalue/cell-comparator.js';
import {
  cellLength,
  encodedCellLength,
  OFFSET_FAMILY,
  OFFSET_SEQUENCE_ID,
  readCell,
  writeCell,
} from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { Caching } from '../../storage/storefile/block-cache.js';
import { KeyValueHeap } from '../scan/key-value-heap.js';
import type { PinnedFamily } from './pinned-table.js';

/** Which cells are exported. */
export interface CellLimits {
  /** Cells with a larger sequence id were written after the export began. */
  readonly readPoint: number;
  /** Cells with this sequence id or a smaller one are in an earlier export; 0 = none. */
  readonly after: number;
  /** Cells with a larger timestamp are left out; Infinity = none. */
  readonly asOf: number;
}

/** A batch ends with the cell that makes it reach this size. */
export const BATCH_BYTES: number = 256 * 1024;

/** Where the next batch continues within a row and family: after this cell, or after this write. */
export type RowPosition =
  | { readonly cell: Uint8Array; readonly write: null }
  | { readonly cell: null; readonly write: number };

/** Puts of one version, each with its own time to live: older ones beyond this number are left out. */
const MOST_PUTS = 64;

/**
 * Reads the cells of one family of an exported table, row by row, in the order in which they are written to the export:
 *
 * - Usually in cell order. Of several writes of one column, timestamp and type, only the last one can ever be seen,
 *   unless it is a put with its own time to live. Then the one before it is read too, and so on, and they come in the
 *   order of writing.
 * - With NEW_VERSION_BEHAVIOR, the cells of a row in the order of writing, which decides what is visible.
 *
 * Writing the cells in this order makes another database return the same answers.
 */
export class FamilyCells {
  readonly heap: KeyValueHeap;
  /** The number of cells visited. */
  seen = 0;
  readonly #family: PinnedFamily;
  readonly #limits: CellLimits;
  readonly #index: number;
  readonly #last: CellView = new CellView();

  /** `index`: written as the family of its cells. */
  constructor(family: PinnedFamily, index: number, limits: CellLimits) {
    const { files, snapshot, active } = family.view;
    const sources = files
      .filter(({ info }) => info.maxSequenceId > limits.after && info.minTimestamp <= limits.asOf)
      .map((file, order) => file.cells(order, Caching.None));
    const segments = [snapshot, active].filter((segment) => segment !== null && !segment.isEmpty);
    this.heap = new KeyValueHeap([
      ...sources,
      ...segments.map((segment, order) => (segment as typeof active).scanner(sources.length + order)),
    ]);
    this.#family = family;
    this.#limits = limits;
    this.#index = index;
  }

  /** Moves to where a row continues. */
  continueRow(row: Uint8Array, position: RowPosition): void {
    const key = new SeekKey();
    if (position.cell === null) this.heap.seek(key.firstOnRow(row));
    else {
      const cell = new CellView();
      readCell(cell, bufferOf(position.cell), 0);
      const after = key.copyOf(cell);
      after.sequenceId--;
      this.heap.seek(after);
    }
  }

  /**
   * Writes the cells of the row `row` to `out`, from the current cell on. Returns null at the end of the row, and moves
   * past it; otherwise, if `out` is full, where the rest begins. Throws the family's `refusal`.
   */
  writeRow(row: CellView, position: RowPosition | null, out: ByteWriter): RowPosition | null {
    return this.#family.newVersionBehavior
      ? this.#writeByWrites(row, position?.write ?? 0, out)
      : this.#writeInOrder(row, out);
  }

  #writeInOrder(row: CellView, out: ByteWriter): RowPosition | null {
    const { heap } = this;
    for (let cell = heap.current; cell !== null && sameRow(cell, row); cell = heap.current) {
      if (!this.#isExported(cell)) {
        this.#step();
        continue;
      }
      const end = this.#writeVersion(cell, out);
      const next = heap.current;
      if (out.length >= BATCH_BYTES && next !== null && sameRow(next, row)) return { cell: end, write: null };
    }
    return null;
  }

  /**
   * Writes the current cell, and those that it hides only for a time, in the order of writing; moves past all cells of
   * its column, timestamp and type. Returns the first of them, with the sequence id of the last that was visited.
   */
  #writeVersion(first: CellView, out: ByteWriter): Uint8Array {
    const { heap } = this;
    const starts = [this.#write(first, out)];
    let isLast = first.type !== CellType.Put || first.tagsLength === 0;
    let { sequenceId } = first;
    this.#step();
    const last = this.#last;
    readCell(last, out, starts[0] as number);
    for (let cell = heap.current; cell !== null && isSameVersion(cell, last); cell = heap.current) {
      ({ sequenceId } = cell);
      if (!isLast && this.#isExported(cell)) {
        starts.push(this.#write(cell, out));
        // The buffer may have grown.
        readCell(last, out, starts[0] as number);
        isLast = cell.tagsLength === 0 || starts.length >= MOST_PUTS;
      }
      this.#step();
    }
    const at = starts[0] as number;
    const end = out.bytes.slice(at, at + encodedCellLength(out.view, at));
    new DataView(end.buffer).setFloat64(OFFSET_SEQUENCE_ID, sequenceId, true);
    if (starts.length > 1) reverse(out, starts);
    return end;
  }

  /** Collects the first writes after `write`, as many as fill `out`. */
  #writeByWrites(row: CellView, write: number, out: ByteWriter): RowPosition | null {
    const { heap } = this;
    let cells: Uint8Array[] = [];
    let bytes = 0;
    /** The last write that still fits. */
    let upTo = Number.POSITIVE_INFINITY;
    const keepFirst = (): void => {
      const kept = firstWrites(cells);
      if (kept.length < cells.length) upTo = writeOf(kept.at(-1) as Uint8Array);
      cells = kept;
      bytes = kept.reduce((sum, { length }) => sum + length, 0);
    };
    for (let cell = heap.current; cell !== null && sameRow(cell, row); cell = heap.current) {
      const { sequenceId } = cell;
      if (this.#isExported(cell) && sequenceId > write && sequenceId <= upTo) {
        const copy = new Uint8Array(cellLength(cell));
        writeCell(cell, bufferOf(copy), 0);
        cells.push(copy);
        bytes += copy.length;
        if (bytes > 4 * BATCH_BYTES) keepFirst();
      }
      this.#step();
    }
    keepFirst();
    for (const cell of cells) {
      const at = out.reserve(cell.length);
      out.bytes.set(cell, at);
      out.view.setUint16(at + OFFSET_FAMILY, this.#index, true);
    }
    return upTo === Number.POSITIVE_INFINITY ? null : { cell: null, write: upTo };
  }

  #isExported(cell: CellView): boolean {
    const { readPoint, after, asOf } = this.#limits;
    if (cell.sequenceId > readPoint || cell.sequenceId <= after || cell.timestamp > asOf) return false;
    const { refusal } = this.#family;
    const ofOneVersion = cell.type === CellType.Delete || cell.type === CellType.DeleteFamilyVersion;
    if (refusal !== null && ofOneVersion) throw refusal;
    return true;
  }

  #write(cell: CellView, out: ByteWriter): number {
    const at = out.reserve(cellLength(cell));
    writeCell(cell, out, at);
    out.view.setUint16(at + OFFSET_FAMILY, this.#index, true);
    return at;
  }

  #step(): void {
    this.seen++;
    this.heap.next();
  }
}

function isSameVersion(a: CellView, b: CellView): boolean {
  return a.timestamp === b.timestamp && a.type === b.type && sameRow(a, b) && sameQualifier(a, b);
}

/** Reverses the order of the cells that begin at `starts`, the last of which ends at the end of `out`. */
function reverse(out: ByteWriter, starts: readonly number[]): void {
  const cells = starts.map((at) => out.bytes.slice(at, at + encodedCellLength(out.view, at)));
  out.truncate(starts[0] as number);
  for (const cell of cells.reverse()) out.raw(cell);
}

/** The cells of the first writes, in the order of writing: complete writes, and as many as reach the size of a batch. */
function firstWrites(cells: readonly Uint8Array[]): Uint8Array[] {
  const sorted = cells.slice().sort((a, b) => writeOf(a) - writeOf(b));
  let bytes = 0;
  let count = 0;
  while (count < sorted.length) {
    const cell = sorted[count] as Uint8Array;
    if (bytes >= BATCH_BYTES && writeOf(cell) !== writeOf(sorted[count - 1] as Uint8Array)) break;
    bytes += cell.length;
    count++;
  }
  return sorted.slice(0, count);
}

/** The sequence id of an encoded cell. */
function writeOf(cell: Uint8Array): number {
  return bufferOf(cell).view.getFloat64(OFFSET_SEQUENCE_ID, true);
}

function bufferOf(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly view: DataView } {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
