import { ByteArena } from '../bytes/byte-arena.js';
import { isBytes, kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { toBytes } from './bytes-like.js';
import { MAX_ROW_LENGTH } from './limits.js';
import { atColumn } from './value-place.js';

/*
 * Reads what users pass as row, family, qualifier and value. Each function returns a copy, so that later changes to the
 * caller's bytes have no effect. `undefined` is always refused; null is refused where the model has no meaning for it
 * (A-34).
 */

/** The row of a mutation or Get: 1 … 32767 bytes (N-30). Throws INVALID_ARGUMENT. */
export function toRow(row: unknown): Uint8Array {
  if (row === null) throw invalidArgument('Row buffer is null');
  const bytes = toBytes(row, 'a row');
  if (bytes.length === 0) throw invalidArgument('Row length is 0');
  if (bytes.length > MAX_ROW_LENGTH) throw invalidArgument(`Row length ${bytes.length} is > ${MAX_ROW_LENGTH}`);
  return bytes;
}

/** A bound of a scan: 0 … 32767 bytes; null counts as empty (N-31). Throws INVALID_ARGUMENT. */
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

/**
 * A family named by a request. Whether the table has it is checked when the request runs (N-40). Throws
 * INVALID_ARGUMENT.
 */
export function toFamily(family: unknown): Uint8Array {
  if (family === null) throw invalidArgument('family cannot be null');
  return toBytes(family, 'a family');
}

/** A qualifier: any bytes; null counts as empty (N-32). Throws INVALID_ARGUMENT. */
export function toQualifier(qualifier: unknown): Uint8Array {
  return qualifier === null ? new Uint8Array(0) : toBytes(qualifier, 'a qualifier');
}

/** JavaScript engines store up to this many bytes in the array object itself. */
const OWN_BYTES = 64;
let values: ByteArena | null = null;

/**
 * A value passed to a method, where null means the empty value (N-33, W-10). In a literal, null is refused as a missing
 * value.
 */
export function orEmpty(value: unknown): unknown {
  return value === null ? '' : value;
}

/**
 * A copy of a value, in memory that values share: any bytes (N-33). Throws INVALID_ARGUMENT; the message names what to
 * pass instead.
 */
export function toValue(value: unknown): Uint8Array {
  if (isBytes(value) && value.length > OWN_BYTES) {
    values ??= new ByteArena();
    return values.copy(value);
  }
  if (typeof value === 'string' || isBytes(value)) return toBytes(value, 'a value');
  throw invalidArgument(
    `a value must be text or bytes; ${
      typeof value === 'number' || typeof value === 'bigint'
        ? 'for numbers use Bytes.fromLong, Bytes.fromDouble or String(n)'
        : `got ${kindWithCure(value)}`
    }`,
  );
}

/** Like `toValue`; the error names the column and the row that the value is for. */
export function toColumnValue(row: Uint8Array, family: unknown, qualifier: unknown, value: unknown): Uint8Array {
  try {
    return toValue(value);
  } catch (error) {
    throw atColumn(error, row, family, qualifier);
  }
}

/** Describes a value that is neither text nor bytes, and what to use instead. */
export function kindWithCure(value: unknown): string {
  const kind = kindOf(value);
  if (kind === 'Date') return `${kind}: use toISOString()`;
  if (kind === 'Object' || kind === 'Array') return `${kind}: use the json codec, or JSON.stringify`;
  return value === null || value === undefined ? `${kind}: for an empty value use ''` : kind;
}
