/*
 * Rows that are sent to the client. Little-endian.
 *
 *   u16  number of family names, then each: u32 length, bytes
 *   u32  number of rows, then each:
 *          u32  cells
 *          u32  bytes of the cells
 *          u8   flags: 1 = more cells of this row follow, 2 = answers an existence check, 4 = the row exists
 *          flat cells, whose family is an index into the names
 *
 * A row without cells answers a get that found nothing, or an existence check; scans never send such a row.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { type CellBuffer, cellLength, encodedCellLength, OFFSET_FAMILY, readCell, writeCell } from './cell-layout.js';
import { CellView } from './cell-view.js';
import { readNames, writeNames } from './family-names.js';

/** Memory that has grown larger is not kept for the next block. */
const KEPT_BYTES = 4 * 1024 * 1024;
const ROW_HEADER_BYTES = 9;
const ROW_MAY_HAVE_MORE = 1;
const ROW_IS_CHECK = 2;
const ROW_EXISTS = 4;
const NOTHING = new Uint8Array(0);

/** Collects rows of cells. Create it once and reuse it: `begin` starts the next block in the same memory. */
export class ResultBlockWriter {
  /** Finished rows and pieces of rows in this block: one Result each. */
  rows = 0;
  /** The number of them that end a row. */
  wholeRows = 0;
  /** Cells of the current row. */
  cells = 0;
  #out: ByteWriter = new ByteWriter();
  #keepEmpty = false;
  #countAt = 0;
  #rowAt = 0;

  /**
   * Starts a block. With `keepEmpty`, rows without a cell are kept, as answers to gets. `headBytes` are left free
   * before the block.
   */
  begin(familyNames: readonly Uint8Array[], keepEmpty: boolean = false, headBytes: number = 0): void {
    if (this.#out.bytes.length > KEPT_BYTES) this.#out = new ByteWriter();
    const out = this.#out;
    out.reset();
    out.reserve(headBytes);
    this.rows = 0;
    this.wholeRows = 0;
    this.cells = 0;
    this.#keepEmpty = keepEmpty;
    writeNames(out, familyNames);
    this.#countAt = out.reserve(4);
    this.#rowAt = out.length;
  }

  /** The space for the bytes before the block. */
  get head(): DataView {
    return this.#out.view;
  }

  /** Bytes written so far, including the current row. */
  get byteLength(): number {
    return this.#out.length;
  }

  beginRow(): void {
    this.#rowAt = this.#out.reserve(ROW_HEADER_BYTES);
    this.cells = 0;
  }

  /** Copies `cell` into the current row, and loads its value if it is stored separately. */
  include(cell: CellView, familyIndex: number): void {
    const out = this.#out;
    const at = out.reserve(cellLength(cell));
    writeCell(cell, out, at);
    out.view.setUint16(at + OFFSET_FAMILY, familyIndex, true);
    this.cells++;
  }

  /** Ends the current row, or with `more` a piece of it; returns false if it had no cells and was dropped. */
  endRow(more: boolean = false): boolean {
    if (this.cells === 0 && !this.#keepEmpty) {
      this.abandonRow();
      return false;
    }
    const out = this.#out;
    const rowAt = this.#rowAt;
    out.patchU32(rowAt, this.cells);
    out.patchU32(rowAt + 4, out.length - rowAt - ROW_HEADER_BYTES);
    out.view.setUint8(rowAt + 8, more ? ROW_MAY_HAVE_MORE : 0);
    this.rows++;
    if (!more) this.wholeRows++;
    this.cells = 0;
    return true;
  }

  /** Adds the answer to an existence check: a row without cells. REQUIRES that there is no current row. */
  addCheck(exists: boolean): void {
    const at = this.#out.reserve(ROW_HEADER_BYTES);
    this.#out.patchU32(at, 0);
    this.#out.patchU32(at + 4, 0);
    this.#out.view.setUint8(at + 8, ROW_IS_CHECK | (exists ? ROW_EXISTS : 0));
    this.rows++;
    this.wholeRows++;
  }

  /** Keeps the cells of the current row for which `keep` returns true; a cell is valid during that call. */
  retain(keep: (cell: CellView, familyIndex: number) => boolean): void {
    const out = this.#out;
    const cell = new CellView();
    let to = this.#rowAt + ROW_HEADER_BYTES;
    for (let at = to, end = out.length; at < end; ) {
      const next = at + encodedCellLength(out.view, at);
      readCell(cell, out, at);
      if (keep(cell, cell.familyId)) {
        out.bytes.copyWithin(to, at, next);
        to += next - at;
      } else {
        this.cells--;
      }
      at = next;
    }
    out.truncate(to);
  }

  /** Sorts the cells of the current row by family. Cells of the same family keep their order. */
  sortFamilies(): void {
    const out = this.#out;
    const start = this.#rowAt + ROW_HEADER_BYTES;
    const cells: Uint8Array[] = [];
    for (let at = start; at < out.length; ) {
      const end = at + encodedCellLength(out.view, at);
      cells.push(out.bytes.slice(at, end));
      at = end;
    }
    const familyOf = (cell: Uint8Array): number =>
      (cell[OFFSET_FAMILY] as number) + 256 * (cell[OFFSET_FAMILY + 1] as number);
    out.truncate(start);
    for (const cell of cells.sort((a, b) => familyOf(a) - familyOf(b))) out.raw(cell);
  }

  /** Removes the current row. */
  abandonRow(): void {
    this.#out.truncate(this.#rowAt);
    this.cells = 0;
  }

  /** Removes the row that was ended last. REQUIRES that it was not a piece, and that there is no current row. */
  removeLastRow(): void {
    this.abandonRow();
    this.rows--;
    this.wholeRows--;
  }

  /** The cells of the row that was ended last, not copied, in `into`. Valid until the next `begin`. */
  lastRow(into: CellView[] = []): CellView[] {
    const out = this.#out;
    let count = 0;
    for (let at = this.#rowAt + ROW_HEADER_BYTES; at < out.length; at += encodedCellLength(out.view, at)) {
      const cell = into[count] ?? new CellView();
      readCell(cell, out, at);
      into[count] = cell;
      count++;
    }
    into.length = count;
    return into;
  }

  /** The block, not copied. Valid until the next `begin`. REQUIRES that there is no current row. */
  written(): Uint8Array {
    this.#out.patchU32(this.#countAt, this.rows);
    return this.#out.written();
  }

  /** The block and the bytes after it, in their own buffer. REQUIRES that there is no current row. */
  finish(after: Uint8Array = NOTHING): Uint8Array {
    this.#out.raw(after);
    return this.written().slice();
  }
}

/** The position of a row's cells in the block's `bytes`. */
export interface ResultRow {
  readonly cells: number;
  readonly offset: number;
  readonly byteLength: number;
  readonly mayHaveMore: boolean;
  /** The answer to an existence check, or null. */
  readonly exists: boolean | null;
}

/** A block as it was received, with its cells still encoded. */
export interface ResultBlock extends CellBuffer {
  readonly familyNames: readonly Uint8Array[];
  readonly rows: readonly ResultRow[];
}

/** Reads a block at the position of `reader`. */
export function readResultBlock(reader: ByteReader): ResultBlock {
  const familyNames = readNames(reader);
  const rows: ResultRow[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const cells = reader.u32();
    const byteLength = reader.u32();
    const flags = reader.u8();
    const mayHaveMore = (flags & ROW_MAY_HAVE_MORE) !== 0;
    const exists = (flags & ROW_IS_CHECK) === 0 ? null : (flags & ROW_EXISTS) !== 0;
    rows.push({ cells, offset: reader.offset, byteLength, mayHaveMore, exists });
    reader.skip(byteLength);
  }
  return { bytes: reader.bytes, view: reader.view, familyNames, rows };
}

/** A copy of a row as it is stored in its block. */
export function rawRow({ bytes }: ResultBlock, { offset, byteLength }: ResultRow): Uint8Array {
  return bytes.slice(offset - ROW_HEADER_BYTES, offset + byteLength);
}

/** A block of rows that `rawRow` returned. REQUIRES that their blocks had the same families. */
export function joinRows(familyNames: readonly Uint8Array[], rows: readonly Uint8Array[]): Uint8Array {
  const out = new ByteWriter();
  writeNames(out, familyNames);
  out.u32(rows.length);
  for (const row of rows) out.raw(row);
  return out.finish();
}
