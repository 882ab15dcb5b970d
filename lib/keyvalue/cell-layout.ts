import type { CellView } from './cell-view.js';

/*
 * The only flat encoding of a cell: on the wire, in the log and in the memstore. Little-endian.
 *
 *   0  row length        u16
 *   2  family            u16   index into the block's list of family names on the wire; family id after stamping
 *   4  qualifier length  u32
 *   8  value length      u32
 *  12  timestamp         f64   an integer, 0 … 2^53−2; 2^53−1 on the wire means "now"
 *  20  sequence id       f64   0 on the wire until the engine stamps it
 *  28  type              u8    CellType
 *  29  flags             u8
 *  30  row, qualifier, value, then tags if flagged: length u16 and as many bytes
 */

export const CELL_HEADER_BYTES = 30;

/** Marks a marker for every family of the table. Used on the wire only. */
export const EVERY_FAMILY = 0xffff;

/** The value is followed by a u16 length and as many bytes of tags. */
export const FLAG_TAGS = 1;
/**
 * In the log and the memstore: the engine assigned the timestamp. Recovery sets the clock's lower bound from these
 * cells.
 */
export const FLAG_IMPLICIT_TIME = 4;

/**
 * Whether the engine assigned the cell's timestamp. REQUIRES a cell that `readCell` read from a memstore or the log.
 */
export function hasImplicitTime({ key, rowOffset }: CellView): boolean {
  return ((key[rowOffset - CELL_HEADER_BYTES + OFFSET_FLAGS] as number) & FLAG_IMPLICIT_TIME) !== 0;
}

/** Longer runs of bytes are copied by `set`, although it creates an object. */
const SHORT_RUN = 128;
/** Longer runs of words are copied by `set`. */
const LONG_RUN = 512;

/** Bytes and a DataView of the same buffer, so that reading numbers needs no new DataView per cell. */
export interface CellBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export const OFFSET_FAMILY = 2;
export const OFFSET_QUALIFIER_LENGTH = 4;
export const OFFSET_VALUE_LENGTH = 8;
export const OFFSET_TIMESTAMP = 12;
export const OFFSET_SEQUENCE_ID = 20;
export const OFFSET_TYPE = 28;
export const OFFSET_FLAGS = 29;

/** The row of the encoded cell at `offset`, not copied. */
export function rowAt({ bytes, view }: CellBuffer, offset: number): Uint8Array {
  const row = offset + CELL_HEADER_BYTES;
  return bytes.subarray(row, row + view.getUint16(offset, true));
}

/** Length of the encoded cell at `offset`. REQUIRES a complete cell there. */
export function encodedCellLength(view: DataView, offset: number): number {
  const length = untaggedCellLength(view, offset);
  if ((view.getUint8(offset + OFFSET_FLAGS) & FLAG_TAGS) === 0) return length;
  return length + 2 + view.getUint16(offset + length, true);
}

/** Length of the encoded cell at `offset` up to the end of its value. REQUIRES a complete header there. */
export function untaggedCellLength(view: DataView, offset: number): number {
  return (
    CELL_HEADER_BYTES +
    view.getUint16(offset, true) +
    view.getUint32(offset + OFFSET_QUALIFIER_LENGTH, true) +
    view.getUint32(offset + OFFSET_VALUE_LENGTH, true)
  );
}

/** Sets `into` to the encoded cell at `offset` of `from`. Copies nothing. */
export function readCell(into: CellView, from: CellBuffer, offset: number): void {
  const { bytes, view } = from;
  const rowLength = view.getUint16(offset, true);
  const qualifierLength = view.getUint32(offset + OFFSET_QUALIFIER_LENGTH, true);
  const valueLength = view.getUint32(offset + OFFSET_VALUE_LENGTH, true);
  const row = offset + CELL_HEADER_BYTES;
  const value = row + rowLength + qualifierLength;
  into.key = bytes;
  into.rowOffset = row;
  into.rowLength = rowLength;
  into.familyId = view.getUint16(offset + OFFSET_FAMILY, true);
  into.qualifierOffset = row + rowLength;
  into.qualifierLength = qualifierLength;
  into.timestamp = view.getFloat64(offset + OFFSET_TIMESTAMP, true);
  into.sequenceId = view.getFloat64(offset + OFFSET_SEQUENCE_ID, true);
  into.type = view.getUint8(offset + OFFSET_TYPE);
  into.value = bytes;
  into.valueView = view;
  into.valueOffset = value;
  into.valueLength = valueLength;
  into.apart = null;
  if ((view.getUint8(offset + OFFSET_FLAGS) & FLAG_TAGS) === 0) {
    into.tagsLength = 0;
  } else {
    into.tags = bytes;
    into.tagsOffset = value + valueLength + 2;
    into.tagsLength = view.getUint16(value + valueLength, true);
  }
}

/** Length of `cell` in this encoding, including a value that is stored separately. */
export function cellLength(cell: CellView): number {
  const length = CELL_HEADER_BYTES + cell.rowLength + cell.qualifierLength + cell.valueLength;
  return cell.tagsLength === 0 ? length : length + 2 + cell.tagsLength;
}

/**
 * Writes `cell` at `offset` of `to` and returns the offset after it. REQUIRES `cellLength(cell)` bytes there. Loads the
 * value.
 */
export function writeCell(cell: CellView, to: CellBuffer, offset: number): number {
  const { bytes, view } = to;
  if (cell.apart !== null) cell.loadValue();
  view.setUint16(offset, cell.rowLength, true);
  view.setUint16(offset + OFFSET_FAMILY, cell.familyId, true);
  view.setUint32(offset + OFFSET_QUALIFIER_LENGTH, cell.qualifierLength, true);
  view.setUint32(offset + OFFSET_VALUE_LENGTH, cell.valueLength, true);
  view.setFloat64(offset + OFFSET_TIMESTAMP, cell.timestamp, true);
  view.setFloat64(offset + OFFSET_SEQUENCE_ID, cell.sequenceId, true);
  view.setUint8(offset + OFFSET_TYPE, cell.type);
  view.setUint8(offset + OFFSET_FLAGS, cell.tagsLength === 0 ? 0 : FLAG_TAGS);
  let at = offset + CELL_HEADER_BYTES;
  at = copyBytes(cell.key, cell.rowOffset, cell.rowLength, bytes, at);
  at = copyBytes(cell.key, cell.qualifierOffset, cell.qualifierLength, bytes, at);
  if (cell.valueView === null || cell.valueLength > LONG_RUN) {
    at = copyBytes(cell.value, cell.valueOffset, cell.valueLength, bytes, at);
  } else {
    at = copyWords(cell.valueView, cell.valueOffset, cell.valueLength, view, at);
  }
  if (cell.tagsLength === 0) return at;
  view.setUint16(at, cell.tagsLength, true);
  return copyBytes(cell.tags, cell.tagsOffset, cell.tagsLength, bytes, at + 2);
}

/**
 * Copies `length` bytes and returns the offset after them. A subarray is an object of 100 bytes, so short runs are
 * copied without one.
 */
export function copyBytes(
  from: Uint8Array,
  fromOffset: number,
  length: number,
  to: Uint8Array,
  toOffset: number,
): number {
  const end = toOffset + length;
  if (length > SHORT_RUN) {
    to.set(from.subarray(fromOffset, fromOffset + length), toOffset);
    return end;
  }
  let source = fromOffset;
  let at = toOffset;
  for (; at + 4 <= end; at += 4, source += 4) {
    to[at] = from[source] as number;
    to[at + 1] = from[source + 1] as number;
    to[at + 2] = from[source + 2] as number;
    to[at + 3] = from[source + 3] as number;
  }
  for (; at < end; at++, source++) to[at] = from[source] as number;
  return end;
}

/** Like `copyBytes`, but three times as fast, and without creating an object up to 512 bytes. */
export function copyWords(from: DataView, fromOffset: number, length: number, to: DataView, toOffset: number): number {
  const end = toOffset + length;
  let source = fromOffset;
  let at = toOffset;
  for (; at + 16 <= end; at += 16, source += 16) {
    to.setInt32(at, from.getInt32(source));
    to.setInt32(at + 4, from.getInt32(source + 4));
    to.setInt32(at + 8, from.getInt32(source + 8));
    to.setInt32(at + 12, from.getInt32(source + 12));
  }
  for (; at + 4 <= end; at += 4, source += 4) to.setInt32(at, from.getInt32(source));
  for (; at < end; at++, source++) to.setUint8(at, from.getUint8(source));
  return end;
}
