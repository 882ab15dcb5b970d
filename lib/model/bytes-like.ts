import { isBytes, notAllowed } from '../bytes/kind.js';
import { decodeTextStrict, encodeText } from '../bytes/text.js';

/** Text or bytes. Text is encoded as UTF-8 and must be well-formed; bytes are copied before the call returns. */
export type BytesLike = string | Uint8Array;

/**
 * A column or a whole family: `'family'`; `'family:qualifier'`, split at the first `:` (so `'family:'` is the column
 * with the empty qualifier); or a pair, which may contain any bytes.
 */
export type ColumnLike = string | readonly [family: BytesLike, qualifier?: BytesLike];

/** A column, or a whole family if `qualifier` is null. */
export interface Column {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array | null;
}

/**
 * Returns a copy of `value` as bytes. `what` names it in messages. Throws INVALID_ARGUMENT for anything but text or
 * bytes.
 */
export function toBytes(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string') return encodeText(value, what);
  if (isBytes(value)) return new Uint8Array(value);
  throw notAllowed(what, 'text or bytes', value);
}

/** Reads a ColumnLike. Throws INVALID_ARGUMENT for anything else. */
export function parseColumn(column: unknown): Column {
  const parts: unknown = typeof column === 'string' ? column.split(/:(.*)/s, 2) : column;
  if (!Array.isArray(parts) || parts.length < 1 || parts.length > 2) {
    throw notAllowed('a column', "'family', 'family:qualifier' or [family, qualifier]", column);
  }
  const [family, qualifier] = parts as readonly unknown[];
  return {
    family: toBytes(family, 'a family'),
    qualifier: qualifier === undefined ? null : toBytes(qualifier, 'a qualifier'),
  };
}

/** The inverse of `parseColumn`: text if text can express the column, else a pair. */
export function formatColumn(family: Uint8Array, qualifier: Uint8Array | null): ColumnLike {
  const left = toReadable(family);
  if (qualifier === null) return typeof left === 'string' && !left.includes(':') ? left : [left];
  const right = toReadable(qualifier);
  return typeof left !== 'string' || left.includes(':') || typeof right !== 'string'
    ? [left, right]
    : `${left}:${right}`;
}

/** `bytes` in readable form: text if they are UTF-8 without control characters, else a copy. */
export function toReadable(bytes: Uint8Array): BytesLike {
  const text = decodeTextStrict(bytes);
  return text === null || /\p{Control}/u.test(text) ? new Uint8Array(bytes) : text;
}
