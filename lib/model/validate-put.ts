import { invalidArgument } from '../errors.js';
import { cellSize, DEFAULT_MAX_CELL_SIZE } from './limits.js';
import type { Put } from './put.js';
import { atColumn } from './value-place.js';

/**
 * Checks a Put before it is sent: it must have cells, and no cell may be larger than `maxCellSize` bytes; 0 or less
 * means no limit. Throws INVALID_ARGUMENT. HBase: `ConnectionUtils.validateMutation`.
 *
 * @see N-38, N-34
 */
export function validatePut(put: Put, maxCellSize: number = DEFAULT_MAX_CELL_SIZE): void {
  const { added: cells, row } = put;
  if (cells.length === 0) throw invalidArgument('No columns to insert');
  if (maxCellSize <= 0) return;
  for (const { family, qualifier, value } of cells) {
    const size = cellSize(row.length, family.length, qualifier.length, value.length);
    if (size <= maxCellSize) continue;
    const error = invalidArgument('KeyValue size too large', { sizeBytes: size, limitBytes: maxCellSize });
    throw atColumn(error, row, family, qualifier, (place, message) => {
      return `${message}: ${place} has ${size} bytes, and the limit is ${maxCellSize}`;
    });
  }
}
