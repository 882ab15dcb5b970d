import { notAllowed } from '../bytes/kind.js';
import type { BigtabError } from '../errors.js';
import type { Result } from './answers/result.js';

/**
 * What a read of a typed table does with a row whose key or whose value of a declared column cannot be decoded:
 *
 * - `'throw'` (default): rejects with INVALID_ARGUMENT. The message and `details` name table, row and column.
 * - `'skip'`: leaves the row out. A scan continues with the next row. A get, which returns a row for each request,
 *   returns an empty row (`isEmpty`); its `result` still contains the stored bytes.
 * - a function: returns a row to use instead, or null to leave the row out. Its arguments are the error and the Result.
 */
export type OnDecodeError<R = never> = 'throw' | 'skip' | ((error: BigtabError, result: Result) => R | null);

/** Throws INVALID_ARGUMENT for any value but an OnDecodeError. */
export function checkOnDecodeError(given: unknown): void {
  if (given === 'throw' || given === 'skip' || typeof given === 'function') return;
  throw notAllowed('onDecodeError', "'throw', 'skip' or a function", given);
}
