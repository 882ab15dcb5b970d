/*
 * The payload of an index block. Little-endian.
 *
 *   entries    in key order
 *   positions  u32 each   offsets of the entries in the payload
 *   count      u32        of the entries
 *
 * An entry:
 *   0  offset            f64   of the block it points at
 *   8  length            u32   of that block with its frame
 *  12  ordinal           u32
 *  16  kind              u8    SeparatorKind
 *  17  row length        u16
 *  19  qualifier length  u32
 *  23  timestamp f64, sequence id f64, type u8: only for SeparatorKind.Cell
 *  ..  row, qualifier
 *
 * Its key is a separator: every cell before the block sorts before it; every cell of the block is equal to it or sorts
 * after it.
 *
 * If the entries do not fit into one block, there are two levels: leaves, and a root whose entries point at leaves.
 */
import type { BlockLocation } from './block-frame.js';

export const ENTRY_LENGTH = 8;
export const ENTRY_ORDINAL = 12;
export const ENTRY_KIND = 16;
export const ENTRY_ROW_LENGTH = 17;
export const ENTRY_QUALIFIER_LENGTH = 19;
export const ENTRY_KEY = 23;
export const ENTRY_TIMESTAMP = 23;
export const ENTRY_SEQUENCE_ID = 31;
export const ENTRY_TYPE = 39;
export const ENTRY_CELL_KEY = 40;

/** The position of an index, as listed in the trailer. */
export interface IndexLayout {
  readonly levels: 1 | 2;
  /** The root, or the only leaf. */
  readonly root: BlockLocation;
}
