/*
 * The entries of an index block in memory; see block-index-format. REQUIRES a block whose structure was checked.
 */
import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import type { CachedBlock } from './block-cache.js';
import {
  ENTRY_CELL_KEY,
  ENTRY_KEY,
  ENTRY_KIND,
  ENTRY_QUALIFIER_LENGTH,
  ENTRY_ROW_LENGTH,
  ENTRY_SEQUENCE_ID,
  ENTRY_TIMESTAMP,
  ENTRY_TYPE,
} from './block-index-format.js';
import { SeparatorKind } from './last-key.js';

export function entryCount(block: CachedBlock): number {
  return block.view.getUint32(block.end - 4, true);
}

/** The offset of an entry in the block. */
export function entryAt(block: CachedBlock, entry: number): number {
  const { view, end } = block;
  return block.start + view.getUint32(end - 4 - 4 * (view.getUint32(end - 4, true) - entry), true);
}

/** Sets `into` to the cell at the key of an entry, without copying its bytes. */
export function readKey(into: CellView, block: CachedBlock, entry: number): CellView {
  const { bytes, view } = block;
  const at = entryAt(block, entry);
  const isCell = bytes[at + ENTRY_KIND] === SeparatorKind.Cell;
  into.key = bytes;
  into.rowOffset = at + (isCell ? ENTRY_CELL_KEY : ENTRY_KEY);
  into.rowLength = view.getUint16(at + ENTRY_ROW_LENGTH, true);
  into.qualifierOffset = into.rowOffset + into.rowLength;
  into.qualifierLength = view.getUint32(at + ENTRY_QUALIFIER_LENGTH, true);
  into.timestamp = isCell ? view.getFloat64(at + ENTRY_TIMESTAMP, true) : Number.MAX_SAFE_INTEGER;
  into.type = isCell ? (bytes[at + ENTRY_TYPE] as number) : CellType.Maximum;
  into.sequenceId = isCell ? view.getFloat64(at + ENTRY_SEQUENCE_ID, true) : Number.MAX_SAFE_INTEGER;
  return into;
}

/** Whether an entry of `a` and an entry of `b` have the same key. */
export function sameKeys(a: CachedBlock, entry: number, b: CachedBlock, other: number): boolean {
  const from = entryAt(a, entry) + ENTRY_KIND;
  const otherFrom = entryAt(b, other) + ENTRY_KIND;
  return equalRanges(a.bytes, from, endOf(a, entry) - from, b.bytes, otherFrom, endOf(b, other) - otherFrom);
}

function endOf(block: CachedBlock, entry: number): number {
  const count = entryCount(block);
  return entry + 1 < count ? entryAt(block, entry + 1) : block.end - 4 - 4 * count;
}
