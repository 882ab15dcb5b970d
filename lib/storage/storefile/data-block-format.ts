/*
 * The payload of a data block: entries, then the restart points, then their count. Little-endian. A varint has seven
 * bits per byte, the lowest first; the high bit is set on all bytes except the last.
 *
 *   entries      one per cell, in cell order
 *   restarts     u32 each     offsets in the payload of every 16th entry, starting with the first
 *   count        u32          of the restarts
 *
 * An entry:
 *   head         u8           bits 0-2 type (see STORED_TYPES), then SAME_ROW, TAGS, VALUE_APART and the signs
 *   widths       u8           bits 0-2 bytes of the timestamp, bits 3-5 bytes of the sequence id, bit 6 ABSOLUTE
 *   shared       varint       leading bytes of row + qualifier taken from the entry before
 *   unshared     varint       bytes of row + qualifier that follow here
 *   row length   varint       missing when SAME_ROW
 *   value length varint       of the value itself, even if stored separately
 *   timestamp    0 … 7 bytes  distance from the entry before, or the number itself when ABSOLUTE
 *   sequence id  0 … 7 bytes  likewise
 *   key          unshared bytes
 *   value        its bytes, or the reference when VALUE_APART
 *   tags         u16 length and as many bytes, when TAGS
 *
 * A restart entry is ABSOLUTE, shares nothing and is never SAME_ROW: decoding can start there.
 *
 * A reference to a value block (20 bytes): offset f64, block length with its frame u32, ordinal u32, check u32.
 */
import { CellType } from '../../model/cell-type.js';

export const RESTART_INTERVAL = 16;

/** The position of a type is its code in an entry's head. */
export const STORED_TYPES: readonly CellType[] = [
  CellType.Put,
  CellType.Delete,
  CellType.DeleteFamilyVersion,
  CellType.DeleteColumn,
  CellType.DeleteFamily,
];

export const HEAD_TYPE = 0x07;
export const HEAD_SAME_ROW = 0x08;
export const HEAD_TAGS = 0x10;
export const HEAD_VALUE_APART = 0x20;
export const HEAD_TIMESTAMP_BACK = 0x40;
export const HEAD_SEQUENCE_ID_BACK = 0x80;

export const WIDTH_MASK = 0x07;
export const WIDTH_SEQUENCE_ID_SHIFT = 3;
export const WIDTHS_ABSOLUTE = 0x40;

/** Larger values are stored in a separate block. */
export const VALUE_APART_ABOVE: number = 64 * 1024;
export const REFERENCE_BYTES = 20;
export const REFERENCE_LENGTH = 8;
export const REFERENCE_ORDINAL = 12;
export const REFERENCE_CHECK = 16;
