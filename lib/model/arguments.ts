import { ByteArena } from '../bytes/byte-arena.js';
import { isBytes } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { toBytes } from './bytes-like.js';
import { MAX_ROW_LENGTH } from './limits.js';

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
  if (value === null) return new Uint8Array(0);
  if (typeof value === 'number' || typeof value === 'bigint') {
    throw invalidArgument('values are text or bytes; for numbers use Bytes.fromLong, Bytes.fromDouble or String(n)');
  }
  if (isBytes(value) && value.length > OWN_BYTES) {
    values ??= new ByteArena();
    return values.copy(value);
  }
  return toBytes(value, 'a value');
}
