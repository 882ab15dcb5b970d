import type { ByteWriter } from '../bytes/byte-writer.js';
import {
  CELL_HEADER_BYTES,
  FLAG_TAGS,
  OFFSET_FAMILY,
  OFFSET_FLAGS,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_SEQUENCE_ID,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
} from './cell-layout.js';

/** The parts of a cell except its row. */
export interface CellParts {
  readonly qualifier: Uint8Array;
  readonly timestamp: number;
  readonly type: number;
  readonly value: Uint8Array;
}

/**
 * Writes a cell at the end of `out`. `family` is a number, as described in the layout; `tags` is null if it has none.
 * The sequence id is 0: a request's cell gets one when it is stamped.
 */
export function appendCell(
  out: ByteWriter,
  row: Uint8Array,
  family: number,
  { qualifier, timestamp, type, value }: CellParts,
  tags: Uint8Array | null,
): void {
  const at = out.reserve(CELL_HEADER_BYTES);
  const { view } = out;
  view.setUint16(at, row.length, true);
  view.setUint16(at + OFFSET_FAMILY, family, true);
  view.setUint32(at + OFFSET_QUALIFIER_LENGTH, qualifier.length, true);
  view.setUint32(at + OFFSET_VALUE_LENGTH, value.length, true);
  view.setFloat64(at + OFFSET_TIMESTAMP, timestamp, true);
  view.setFloat64(at + OFFSET_SEQUENCE_ID, 0, true);
  view.setUint8(at + OFFSET_TYPE, type);
  view.setUint8(at + OFFSET_FLAGS, tags === null ? 0 : FLAG_TAGS);
  out.raw(row);
  out.raw(qualifier);
  out.raw(value);
  if (tags === null) return;
  out.u16(tags.length);
  out.raw(tags);
}

/** Sets the sequence id and timestamp that the engine assigns to a cell written before; adds `flag` to its flags. */
export function stampCell(view: DataView, at: number, sequenceId: number, timestamp: number, flag: number): void {
  view.setFloat64(at + OFFSET_SEQUENCE_ID, sequenceId, true);
  view.setFloat64(at + OFFSET_TIMESTAMP, timestamp, true);
  view.setUint8(at + OFFSET_FLAGS, view.getUint8(at + OFFSET_FLAGS) | flag);
}
