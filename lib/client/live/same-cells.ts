import { equalBytes, equalRanges } from '../../bytes/compare.js';
import {
  CELL_HEADER_BYTES,
  encodedCellLength,
  OFFSET_FAMILY,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
} from '../../keyvalue/cell-layout.js';
import type { ResultBlock, ResultRow } from '../../keyvalue/result-block.js';

/** A row in a block. */
export interface StoredRow {
  readonly block: ResultBlock;
  readonly at: ResultRow;
}

/**
 * Whether both rows have the same cells, as users see them. Sequence ids and tags are not compared: a compaction changes
 * them. Families are compared by name: a schema change changes their indexes.
 */
export function sameCells(a: StoredRow, b: StoredRow): boolean {
  if (a.at.cells !== b.at.cells) return false;
  let [first, second] = [a.at.offset, b.at.offset];
  for (let left = a.at.cells; left > 0; left--) {
    if (!sameCell(a.block, first, b.block, second)) return false;
    first += encodedCellLength(a.block.view, first);
    second += encodedCellLength(b.block.view, second);
  }
  return true;
}

function sameCell(a: ResultBlock, at: number, b: ResultBlock, bAt: number): boolean {
  // The field in which versions of a cell differ comes first.
  if (a.view.getFloat64(at + OFFSET_TIMESTAMP, true) !== b.view.getFloat64(bAt + OFFSET_TIMESTAMP, true)) return false;
  if (a.view.getUint8(at + OFFSET_TYPE) !== b.view.getUint8(bAt + OFFSET_TYPE)) return false;
  const row = a.view.getUint16(at, true);
  const qualifier = a.view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true);
  const value = a.view.getUint32(at + OFFSET_VALUE_LENGTH, true);
  if (row !== b.view.getUint16(bAt, true)) return false;
  if (qualifier !== b.view.getUint32(bAt + OFFSET_QUALIFIER_LENGTH, true)) return false;
  if (value !== b.view.getUint32(bAt + OFFSET_VALUE_LENGTH, true)) return false;
  const length = row + qualifier + value;
  if (!equalRanges(a.bytes, at + CELL_HEADER_BYTES, length, b.bytes, bAt + CELL_HEADER_BYTES, length)) return false;
  return equalBytes(familyOf(a, at), familyOf(b, bAt));
}

function familyOf({ view, familyNames }: ResultBlock, at: number): Uint8Array {
  return familyNames[view.getUint16(at + OFFSET_FAMILY, true)] as Uint8Array;
}
