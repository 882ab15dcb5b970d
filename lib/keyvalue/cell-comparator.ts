/*
 * The order of the cells of one family (O-2): row ascending, qualifier ascending, timestamp descending, type code
 * descending (so that a marker sorts before the puts of its timestamp, O-4), sequence id descending. The order is
 * total. There are no special cases, neither for the empty qualifier nor for seek keys.
 */
import { compareRanges, equalRanges } from '../bytes/compare.js';
import {
  CELL_HEADER_BYTES,
  type CellBuffer,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_SEQUENCE_ID,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
} from './cell-layout.js';
import type { CellView } from './cell-view.js';

/** Negative, zero or positive if `a` sorts before, equal to or after `b` (O-2). REQUIRES cells of one family. */
export function compareCells(a: CellView, b: CellView): number {
  const rows = compareRanges(a.key, a.rowOffset, a.rowLength, b.key, b.rowOffset, b.rowLength);
  return rows !== 0 ? rows : compareWithoutRow(a, b);
}

/** Like `compareCells`. REQUIRES cells of one row. */
export function compareWithoutRow(a: CellView, b: CellView): number {
  const qualifiers = compareQualifiers(a, b);
  if (qualifiers !== 0) return qualifiers;
  if (a.timestamp !== b.timestamp) return a.timestamp > b.timestamp ? -1 : 1;
  if (a.type !== b.type) return b.type - a.type;
  if (a.sequenceId !== b.sequenceId) return a.sequenceId > b.sequenceId ? -1 : 1;
  return 0;
}

/** Compares `a` with the encoded cell at `offset` of `from`, without creating a view of it. */
export function compareWithEncoded(a: CellView, from: CellBuffer, offset: number): number {
  const { bytes, view } = from;
  const rowLength = view.getUint16(offset, true);
  const row = offset + CELL_HEADER_BYTES;
  const rows = compareRanges(a.key, a.rowOffset, a.rowLength, bytes, row, rowLength);
  if (rows !== 0) return rows;
  const qualifierLength = view.getUint32(offset + OFFSET_QUALIFIER_LENGTH, true);
  const qualifier = row + rowLength;
  const qualifiers = compareRanges(a.key, a.qualifierOffset, a.qualifierLength, bytes, qualifier, qualifierLength);
  if (qualifiers !== 0) return qualifiers;
  const timestamp = view.getFloat64(offset + OFFSET_TIMESTAMP, true);
  if (a.timestamp !== timestamp) return a.timestamp > timestamp ? -1 : 1;
  const type = view.getUint8(offset + OFFSET_TYPE);
  if (a.type !== type) return type - a.type;
  const sequenceId = view.getFloat64(offset + OFFSET_SEQUENCE_ID, true);
  if (a.sequenceId !== sequenceId) return a.sequenceId > sequenceId ? -1 : 1;
  return 0;
}

/** Compares only rows (O-1). */
export function compareRows(a: CellView, b: CellView): number {
  return compareRanges(a.key, a.rowOffset, a.rowLength, b.key, b.rowOffset, b.rowLength);
}

/** Compares only qualifiers (O-1). */
export function compareQualifiers(a: CellView, b: CellView): number {
  return compareRanges(a.key, a.qualifierOffset, a.qualifierLength, b.key, b.qualifierOffset, b.qualifierLength);
}

export function sameRow(a: CellView, b: CellView): boolean {
  return equalRanges(a.key, a.rowOffset, a.rowLength, b.key, b.rowOffset, b.rowLength);
}

/** Whether both have this qualifier. REQUIRES cells of one row. */
export function sameQualifier(a: CellView, b: CellView): boolean {
  return equalRanges(a.key, a.qualifierOffset, a.qualifierLength, b.key, b.qualifierOffset, b.qualifierLength);
}
