import { ByteArena } from '../bytes/byte-arena.js';
import { isBytes, kindOf } from '../bytes/kind.js';
import { type BigtabError, invalidArgument } from '../errors.js';
import { toBytes } from './bytes-like.js';
import { MAX_ROW_LENGTH } from './limits.js';
import { atColumn } from './value-place.js';

/*
 * Reads what users pass as row, family, qualifier and value. Each gives a copy, so that later changes of the caller's
 * bytes reach nothing. `undefined` is refused everywhere; null where the model has no meaning for it.
 */

/** The row of a mutation or Get: 1 … 32767 bytes (N-30). Throws INVALID_ARGUMENT. */
export function toRow(row: unknown): Uint8Array {
  if (row === null) throw invalidArgument('Row buffer is null');
  const bytes = toBytes(row, 'a row');
  if (bytes.length === 0) throw invalidArgument('Row length is 0');
  if (bytes.length > MAX_ROW_LENGTH) throw invalidArgument(`Row length ${bytes.length} is > ${MAX_ROW_LENGTH}`);
  return bytes;
}

/** A bound of a scan: 0 … 32767 bytes, null as empty (N-31). Throws INVALID_ARGUMENT. */
export function toBound(row: unknown, what: 'startRow' | 'stopRow'): Uint8Array {
  if (row === null) return new Uint8Array(0);
  const bytes = toBytes(row, what);
  if (bytes.length > MAX_ROW_LENGTH) {
    throw invalidArgument(
      `${what}'s length must be less than or equal to ${MAX_ROW_LENGTH} to meet the criteria for a row key.`,
    );
  }
  return bytes;
}

/** A family named by a request. Whether the table has it is asked when the request runs (N-40). Throws INVALID_ARGUMENT. */
export function toFamily(family: unknown): Uint8Array {
  if (family === null) throw invalidArgument('family cannot be null');
  return toBytes(family, 'a family');
}

/** A qualifier: any bytes, null as empty (N-32). Throws INVALID_ARGUMENT. */
export function toQualifier(qualifier: unknown): Uint8Array {
  return qualifier === null ? new Uint8Array(0) : toBytes(qualifier, 'a qualifier');
}

/** Up to this many bytes an engine keeps with the array itself. */
const OWN_BYTES = 64;
let values: ByteArena | null = null;

/** A value, copied into memory that values share: any bytes, null as empty (N-33, W-10). Throws INVALID_ARGUMENT. */
export function toValue(value: unknown): Uint8Array {
  return value === null ? new Uint8Array(0) : toGivenValue(value);
}

/** As `toValue`, but null is refused: in a literal it is more often a value that is missing than one that is empty. */
export function toGivenValue(value: unknown): Uint8Array {
  if (isBytes(value) && value.length > OWN_BYTES) {
    values ??= new ByteArena();
    return values.copy(value);
  }
  if (typeof value !== 'string' && !isBytes(value)) throw notAValue(value);
  return toBytes(value, 'a value');
}

/** As `toValue` or, of a literal, `toGivenValue`; the error says which column of which row the value is for. */
export function toColumnValue(
  row: Uint8Array,
  family: unknown,
  qualifier: unknown,
  value: unknown,
  ofLiteral: boolean = false,
): Uint8Array {
  try {
    return ofLiteral ? toGivenValue(value) : toValue(value);
  } catch (error) {
    throw atColumn(error, row, family, qualifier);
  }
}

/** INVALID_ARGUMENT: what is no value, and what to pass instead. */
function notAValue(value: unknown): BigtabError {
  const kind = kindOf(value);
  if (typeof value === 'number' || typeof value === 'bigint')
    return invalidArgument('values are text or bytes; for numbers use Bytes.fromLong, Bytes.fromDouble or String(n)');
  return invalidArgument(`values are text or bytes; got ${kind}${insteadOf(kind)}`);
}

/** What to use instead of a value of this kind, as `kindOf` calls it; begins with a colon unless it is empty. */
export function insteadOf(kind: string): string {
  if (kind === 'Date') return ': use toISOString()';
  if (kind === 'Object' || kind === 'Array') return ': use the json codec of defineTable, or JSON.stringify';
  if (kind === 'null' || kind === 'undefined') return ": for an empty value use ''";
  return /Buffer$|Array$|^DataView$/.test(kind) ? ': use a Uint8Array over its buffer' : '';
}
