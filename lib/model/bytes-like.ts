import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeTextStrict, encodeText } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';

/** Text or bytes. Text is taken as UTF-8 and must be well-formed; bytes are copied before the call returns. */
export type BytesLike = string | Uint8Array;

/**
 * A column or a whole family: `'family'`, `'family:qualifier'` split at the first `:` (so `'family:'` is the column
 * with the empty qualifier), or a pair, which may hold any bytes.
 */
export type ColumnLike = string | readonly [family: BytesLike, qualifier?: BytesLike];

/** A column, or a whole family when `qualifier` is null. */
export interface Column {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array | null;
}

/** A copy of `value` as bytes. `what` names it in messages. Throws INVALID_ARGUMENT for anything but text or bytes. */
export function toBytes(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string') return encodeText(value, what);
  if (isBytes(value)) return new Uint8Array(value);
  throw invalidArgument(`${what} must be text or bytes; got ${kindOf(value)}`);
}

/** Reads a ColumnLike. Throws INVALID_ARGUMENT for anything else. */
export function parseColumn(column: unknown): Column {
  if (typeof column === 'string') {
    const colon = column.indexOf(':');
    if (colon < 0) return { family: encodeText(column, 'a family'), qualifier: null };
    return {
      family: encodeText(column.slice(0, colon), 'a family'),
      qualifier: encodeText(column.slice(colon + 1), 'a qualifier'),
    };
  }
  if (!Array.isArray(column) || column.length < 1 || column.length > 2) {
    throw invalidArgument(
      `a column must be 'family', 'family:qualifier' or [family, qualifier]; got ${Array.isArray(column) ? `a list of ${column.length}` : kindOf(column)}`,
    );
  }
  const [family, qualifier] = column as readonly unknown[];
  return {
    family: toBytes(family, 'a family'),
    qualifier: qualifier === undefined ? null : toBytes(qualifier, 'a qualifier'),
  };
}

/** The inverse of `parseColumn`: text where text says the same, else a pair. */
export function formatColumn(family: Uint8Array, qualifier: Uint8Array | null): ColumnLike {
  const left = toReadable(family);
  const right = qualifier === null ? null : toReadable(qualifier);
  if (typeof left !== 'string' || left.includes(':') || (right !== null && typeof right !== 'string')) {
    return right === null ? [left] : [left, right];
  }
  return right === null ? left : `${left}:${right}`;
}

/** `bytes` as a reader would write them: text when they are UTF-8 without control characters, else a copy. */
export function toReadable(bytes: Uint8Array): BytesLike {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte < 0x20 || byte === 0x7f) return new Uint8Array(bytes);
  }
  return decodeTextStrict(bytes) ?? new Uint8Array(bytes);
}
