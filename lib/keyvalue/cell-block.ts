import { corruption } from '../errors.js';
import {
  CELL_HEADER_BYTES,
  type CellBuffer,
  encodedCellLength,
  FLAG_TAGS,
  OFFSET_FLAGS,
  readCell,
  untaggedCellLength,
} from './cell-layout.js';
import { CellView } from './cell-view.js';

/**
 * Walks a cell block: flat cells, one behind the other. Checks that each ends inside the block; short or overlong input is
 * CORRUPTION naming `where` and the offset.
 */
export class CellBlockReader {
  /** The cell it stands on. Valid until the reader moves. */
  readonly cell: CellView = new CellView();
  /** Where the cell it stands on begins. */
  offset = 0;
  private following: number;
  private readonly from: CellBuffer;
  private readonly end: number;
  private readonly where: string;

  /** Stands before the first cell. REQUIRES `offset <= end`, both inside the buffer. */
  constructor(from: CellBuffer, offset: number, end: number, where: string) {
    this.from = from;
    this.following = offset;
    this.end = end;
    this.where = where;
  }

  /** To the next cell; false behind the last. */
  next(): boolean {
    const { following, end, from } = this;
    if (following === end) return false;
    const room = end - following;
    if (room < CELL_HEADER_BYTES) throw this.short();
    const untagged = untaggedCellLength(from.view, following);
    const tagged = (from.view.getUint8(following + OFFSET_FLAGS) & FLAG_TAGS) !== 0;
    if (room < untagged + (tagged ? 2 : 0)) throw this.short();
    const length = encodedCellLength(from.view, following);
    if (room < length) throw this.short();
    readCell(this.cell, from, following);
    this.offset = following;
    this.following = following + length;
    return true;
  }

  private short(): Error {
    return corruption(this.where, this.following, `the cell that begins here does not end before ${this.end}`);
  }
}
