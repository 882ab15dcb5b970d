import { invalidArgument } from '../errors.js';

/** Longest row key, in bytes (N-30). HBase: `HConstants.MAX_ROW_LENGTH`. */
export const MAX_ROW_LENGTH = 32_767;

/** Longest family name, in bytes (N-20). */
export const MAX_FAMILY_LENGTH = 127;

/** Longest namespace and longest table qualifier, in bytes of UTF-8 (N-7, A-1). */
export const MAX_TABLE_NAME_LENGTH = 255;

/** Largest value, in bytes (N-33). HBase: `HConstants.MAXIMUM_VALUE_LENGTH`. */
const MAX_VALUE_LENGTH: number = 2 ** 31 - 2;

/** Maximum size of row, family, qualifier and 12 bytes together (N-32). */
const MAX_KEY_LENGTH: number = 2 ** 31 - 1;

/**
 * Maximum size of the request of an atomicBatch, and of what it writes, in bytes. A larger one would block the engine
 * for too long.
 */
export const ATOMIC_BATCH_BYTES: number = 16 * 1024 * 1024;

/** Default size of the largest cell, in bytes: on the page (N-34) and in the engine (N-35). */
export const DEFAULT_MAX_CELL_SIZE = 10_485_760;

/**
 * No epoch, generation, id, sequence id or number of a file comes near it. A larger one that was read is damage:
 * counting on from it would lose precision.
 */
export const LARGEST_COUNT: number = 2 ** 52;

const KEY_LENGTH_BYTES = 4;
const VALUE_LENGTH_BYTES = 4;
const ROW_LENGTH_BYTES = 2;
const FAMILY_LENGTH_BYTES = 1;
const TIMESTAMP_BYTES = 8;
const TYPE_BYTES = 1;

/** Size of a cell without tags in HBase's own layout, in bytes (N-37). */
export function cellSize(
  rowLength: number,
  familyLength: number,
  qualifierLength: number,
  valueLength: number,
): number {
  const key = keyLength(rowLength, familyLength, qualifierLength);
  return KEY_LENGTH_BYTES + VALUE_LENGTH_BYTES + key + valueLength;
}

/** The size that the engine's limits count for a cell without tags: 4 bytes more than its real size (N-35, N-36). */
export function countedCellSize(
  rowLength: number,
  familyLength: number,
  qualifierLength: number,
  valueLength: number,
): number {
  return cellSize(rowLength, familyLength, qualifierLength, valueLength) + 4;
}

/** Throws INVALID_ARGUMENT if a family, a qualifier or a value is too long for a cell (N-20, N-32, N-33). */
export function checkCellLengths(
  rowLength: number,
  familyLength: number,
  qualifierLength: number,
  valueLength: number,
): void {
  if (familyLength > MAX_FAMILY_LENGTH) throw invalidArgument(`Family > ${MAX_FAMILY_LENGTH}`);
  if (keyLength(rowLength, familyLength, qualifierLength) > MAX_KEY_LENGTH) {
    throw invalidArgument(`row, family and qualifier together must be shorter than 2^31-12 bytes`);
  }
  if (valueLength > MAX_VALUE_LENGTH) {
    throw invalidArgument(`a value can have at most ${MAX_VALUE_LENGTH} bytes; got ${valueLength}`);
  }
}

function keyLength(rowLength: number, familyLength: number, qualifierLength: number): number {
  return (
    ROW_LENGTH_BYTES + rowLength + FAMILY_LENGTH_BYTES + familyLength + qualifierLength + TIMESTAMP_BYTES + TYPE_BYTES
  );
}
