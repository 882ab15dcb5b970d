import type { ByteWriter } from '../../bytes/byte-writer.js';
import { shortestSeparator } from '../../bytes/successor.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { commonPrefix } from './common-prefix.js';

/**
 * The kind of an index entry's key: it sorts before every cell of a row, before every cell of a column, or exactly at a
 * cell.
 */
export const SeparatorKind = { Row: 0, Column: 1, Cell: 2 } as const;

const FIRST_CAPACITY = 256;

/**
 * The key of the cell that was written last. Each new cell is compared with it once: this comparison checks the order,
 * finds the shared bytes, and detects where rows and columns begin.
 */
export class LastKey {
  /** Row, then qualifier. */
  key: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  rowLength = 0;
  qualifierLength = 0;
  #timestamp = 0;
  #sequenceId = 0;
  #type = 0;
  /** Whether there is a last key. */
  known = false;

  /** Result of the last `compare`: the number of leading bytes of row and qualifier that both keys share. */
  shared = 0;
  sameRow = false;
  sameColumn = false;

  /** Negative if the last cell sorts before `cell` (O-2), as it must; sets the fields above. */
  compare(cell: CellView): number {
    this.shared = 0;
    this.sameRow = false;
    this.sameColumn = false;
    if (!this.known) return -1;
    const rows = this.#compareRow(cell);
    if (!this.sameRow) return rows;
    const qualifiers = this.#compareQualifier(cell);
    if (!this.sameColumn) return qualifiers;
    if (this.#timestamp !== cell.timestamp) return this.#timestamp > cell.timestamp ? -1 : 1;
    if (this.#type !== cell.type) return this.#type > cell.type ? -1 : 1;
    if (this.#sequenceId !== cell.sequenceId) return this.#sequenceId > cell.sequenceId ? -1 : 1;
    return 0;
  }

  /** Replaces the last key. REQUIRES that `compare(cell)` was called immediately before. */
  remember(cell: CellView): void {
    const length = cell.rowLength + cell.qualifierLength;
    if (length > this.key.length) this.#grow(length);
    const { key } = this;
    const from = cell.key;
    const row = cell.rowLength;
    for (let index = Math.min(this.shared, row); index < row; index++) {
      key[index] = from[cell.rowOffset + index] as number;
    }
    const qualifierOffset = cell.qualifierOffset - row;
    for (let index = Math.max(this.shared, row); index < length; index++) {
      key[index] = from[qualifierOffset + index] as number;
    }
    this.rowLength = row;
    this.qualifierLength = cell.qualifierLength;
    this.#timestamp = cell.timestamp;
    this.#sequenceId = cell.sequenceId;
    this.#type = cell.type;
    this.known = true;
  }

  /**
   * Writes a short key s with last < s <= `cell`: kind u8, row length u16, qualifier length u32; for SeparatorKind.Cell
   * timestamp f64, sequence id f64 and type u8; then row and qualifier. REQUIRES that `compare(cell)` was called
   * immediately before.
   */
  writeSeparator(cell: CellView, into: ByteWriter): void {
    const row = cell.key.subarray(cell.rowOffset, cell.rowOffset + cell.rowLength);
    const qualifier = cell.key.subarray(cell.qualifierOffset, cell.qualifierOffset + cell.qualifierLength);
    const { key, rowLength } = this;
    if (!this.sameRow) {
      const short = this.known ? shortestSeparator(key.subarray(0, rowLength), row) : row;
      writeParts(into, SeparatorKind.Row, short, null, null);
    } else if (!this.sameColumn) {
      const short = shortestSeparator(key.subarray(rowLength, rowLength + this.qualifierLength), qualifier);
      writeParts(into, SeparatorKind.Column, row, short, null);
    } else {
      writeParts(into, SeparatorKind.Cell, row, qualifier, cell);
    }
  }

  #compareRow(cell: CellView): number {
    const { key, rowLength } = this;
    const common = commonPrefix(key, 0, rowLength, cell.key, cell.rowOffset, cell.rowLength, 0);
    this.shared = common;
    if (common < rowLength && common < cell.rowLength) {
      return (key[common] as number) - (cell.key[cell.rowOffset + common] as number);
    }
    this.sameRow = rowLength === cell.rowLength;
    return rowLength - cell.rowLength;
  }

  #compareQualifier(cell: CellView): number {
    const { key, rowLength, qualifierLength } = this;
    const offset = cell.qualifierOffset;
    const common = commonPrefix(key, rowLength, qualifierLength, cell.key, offset, cell.qualifierLength, 0);
    this.shared = rowLength + common;
    if (common < qualifierLength && common < cell.qualifierLength) {
      return (key[rowLength + common] as number) - (cell.key[offset + common] as number);
    }
    this.sameColumn = qualifierLength === cell.qualifierLength;
    return qualifierLength - cell.qualifierLength;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, 2 * this.key.length));
    grown.set(this.key);
    this.key = grown;
  }
}

function writeParts(
  into: ByteWriter,
  kind: number,
  row: Uint8Array,
  qualifier: Uint8Array | null,
  cell: CellView | null,
): void {
  into.u8(kind);
  into.u16(row.length);
  into.u32(qualifier === null ? 0 : qualifier.length);
  if (cell !== null) {
    into.f64(cell.timestamp);
    into.f64(cell.sequenceId);
    into.u8(cell.type);
  }
  into.raw(row);
  if (qualifier !== null) into.raw(qualifier);
}
