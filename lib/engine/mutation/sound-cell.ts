import { corruption } from '../../errors.js';
import {
  CELL_HEADER_BYTES,
  type CellBuffer,
  FLAG_TAGS,
  OFFSET_FLAGS,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  untaggedCellLength,
} from '../../keyvalue/cell-layout.js';
import { isTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { MAX_ROW_LENGTH } from '../../model/limits.js';

/**
 * Returns the length of the flat cell that was sent at `at`. Throws CORRUPTION if it does not end by `end`, or if no
 * client writes such a cell: cells that pass are stored in the log and memstore unchanged. `ownFlags`: flags that only
 * the engine sets, and that are allowed here.
 */
export function soundCellLength({ view, bytes }: CellBuffer, at: number, end: number, ownFlags = 0): number {
  if (end - at < CELL_HEADER_BYTES) throw notSound(at);
  let length = untaggedCellLength(view, at);
  const flags = view.getUint8(at + OFFSET_FLAGS) & ~ownFlags;
  if (flags === FLAG_TAGS) {
    if (!isTtlTag(bytes, at + length, end)) throw notSound(at);
    length += 2 + view.getUint16(at + length, true);
  } else if (flags !== 0) throw notSound(at);
  const row = view.getUint16(at, true);
  const timestamp = view.getFloat64(at + OFFSET_TIMESTAMP, true);
  const sound =
    at + length <= end && row > 0 && row <= MAX_ROW_LENGTH && timestamp >= 0 && Number.isSafeInteger(timestamp);
  if (!sound || !isSent(view.getUint8(at + OFFSET_TYPE), view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true)))
    throw notSound(at);
  return length;
}

/** Whether a cell of this type may be sent; a marker of the family has no qualifier. */
function isSent(type: number, qualifierLength: number): boolean {
  switch (type) {
    case CellType.Put:
    case CellType.Delete:
    case CellType.DeleteColumn:
      return true;
    case CellType.DeleteFamily:
    case CellType.DeleteFamilyVersion:
      return qualifierLength === 0;
    default:
      return false;
  }
}

function notSound(at: number): Error {
  return corruption('request', at, 'this is not a cell that can be written');
}
