import { BigtabError } from '../errors.js';
import { cellSize } from '../model/limits.js';

/** The limit counts so many bytes more than the cell has (N-35). */
const COUNTED_ON_TOP = 4;

/** Throws INVALID_OPERATION when a cell of these lengths is above the limit; exactly the limit passes (N-35). */
export function checkCellSize(
  limit: number,
  rowLength: number,
  familyLength: number,
  qualifierLength: number,
  valueLength: number,
): void {
  const size = cellSize(rowLength, familyLength, qualifierLength, valueLength) + COUNTED_ON_TOP;
  if (size <= limit) return;
  const message = `Cell with size ${size} exceeds limit of ${limit} bytes; nothing of the request was applied`;
  throw new BigtabError('INVALID_OPERATION', message, { details: { size, limit } });
}
