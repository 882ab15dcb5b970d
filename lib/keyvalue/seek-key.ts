import { CellType } from '../model/cell-type.js';
import { CellView } from './cell-view.js';

/** Larger than every stored timestamp and, used as an upper bound, every sequence id. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Builds seek keys: cells that are never stored and sort just before or just after real ones (O-6).
 *
 * Owns its bytes: a key remains valid while scanners move, until this object builds the next one. Create it once and
 * reuse it.
 *
 * "After a row" is the first position of the smallest row that is greater (the row and a zero byte). HBase marks it in
 * the column with the empty qualifier, where it cannot be distinguished from "after the column with the empty
 * qualifier". Here that column is not special.
 */
export class SeekKey {
  /** The key that was built last. */
  readonly cell: CellView = new CellView();
  #bytes: Uint8Array = new Uint8Array(64);

  constructor() {
    this.cell.key = this.#bytes;
  }

  /** Sorts before every cell of the row; an empty row sorts before all rows. */
  firstOnRow(row: Uint8Array): CellView {
    this.#setRow(row, 0, row.length);
    return this.#first();
  }

  /** Sorts after every cell of the row and before the next row. */
  lastOnRow(row: Uint8Array): CellView {
    this.#setRow(row, 0, row.length);
    return this.#nextRow();
  }

  /** Sorts before every cell of the column, whatever its timestamp. */
  firstOnColumn(row: Uint8Array, qualifier: Uint8Array): CellView {
    this.#setRow(row, 0, row.length);
    this.#setQualifier(qualifier, 0, qualifier.length);
    return this.#first();
  }

  /** Like `firstOnRow`, for the row of a borrowed cell. */
  firstOnRowOf(cell: CellView): CellView {
    this.#setRow(cell.key, cell.rowOffset, cell.rowLength);
    return this.#first();
  }

  /** Like `lastOnRow`, for the row of a borrowed cell. */
  lastOnRowOf(cell: CellView): CellView {
    this.#setRow(cell.key, cell.rowOffset, cell.rowLength);
    return this.#nextRow();
  }

  /** Like `firstOnColumn`, for the row of a borrowed cell and a qualifier of the caller. */
  firstOnColumnOf(cell: CellView, qualifier: Uint8Array): CellView {
    this.#setRow(cell.key, cell.rowOffset, cell.rowLength);
    this.#setQualifier(qualifier, 0, qualifier.length);
    return this.#first();
  }

  /** Like `firstOnColumn`, for the column of a borrowed cell. */
  firstOnColumnLike(cell: CellView): CellView {
    this.copyOf(cell);
    return this.#first();
  }

  /** Sorts before every cell that is in a borrowed cell's column and has this timestamp. */
  firstOnVersionOf(cell: CellView, timestamp: number): CellView {
    this.copyOf(cell);
    return this.#at(timestamp, CellType.Maximum, LARGEST);
  }

  /** Sorts after every cell of a borrowed cell's column and before the next column. */
  lastOnColumnOf(cell: CellView): CellView {
    this.copyOf(cell);
    return this.#at(0, CellType.Minimum, 0);
  }

  /** The exact position of a borrowed cell, to remember it after the next move. */
  copyOf(cell: CellView): CellView {
    this.#setRow(cell.key, cell.rowOffset, cell.rowLength);
    this.#setQualifier(cell.key, cell.qualifierOffset, cell.qualifierLength);
    return this.#at(cell.timestamp, cell.type, cell.sequenceId);
  }

  #first(): CellView {
    return this.#at(LARGEST, CellType.Maximum, LARGEST);
  }

  #nextRow(): CellView {
    const length = this.cell.rowLength;
    this.#reserve(length + 1);
    this.#bytes[length] = 0;
    this.cell.rowLength = length + 1;
    this.cell.qualifierOffset = length + 1;
    return this.#first();
  }

  #at(timestamp: number, type: number, sequenceId: number): CellView {
    const { cell } = this;
    cell.timestamp = timestamp;
    cell.type = type;
    cell.sequenceId = sequenceId;
    return cell;
  }

  /** Copies the row; the qualifier is empty afterwards. */
  #setRow(from: Uint8Array, offset: number, length: number): void {
    this.#reserve(length);
    this.#copy(from, offset, length, 0);
    this.cell.rowLength = length;
    this.cell.qualifierOffset = length;
    this.cell.qualifierLength = 0;
  }

  #setQualifier(from: Uint8Array, offset: number, length: number): void {
    const at = this.cell.rowLength;
    this.#reserve(at + length);
    this.#copy(from, offset, length, at);
    this.cell.qualifierLength = length;
  }

  /** Copies byte by byte: keys are short, and `set` would need a subarray. */
  #copy(from: Uint8Array, offset: number, length: number, at: number): void {
    const bytes = this.#bytes;
    for (let index = 0; index < length; index++) bytes[at + index] = from[offset + index] as number;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.cell.key = grown;
  }
}
