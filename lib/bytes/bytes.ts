/**
 * Converts text and numbers to the bytes of rows, qualifiers and values, and back, in HBase's encodings (Appendix C).
 * Published as the namespace `Bytes`.
 *
 * Functions that read bytes return null for null, so you can pass them the result of `result.getValue`. Every returned
 * array has its own buffer.
 */

import { invalidArgument } from '../errors.js';
import { compareBytes, equalBytes } from './compare.js';
import { kindOf, requireBytes } from './kind.js';
import { requireInt64, requireNumber } from './long-numbers.js';
import {
  decodeOrderedFloat64,
  decodeOrderedInt64,
  encodeOrderedFloat64,
  encodeOrderedInt64,
  type NumberOrder,
} from './numbers.js';
import { decodeText, encodeText, toBytesBinary as parsePrintable, toStringBinary as printBytes } from './text.js';

export { fromBigDecimal, toBigDecimal } from './big-decimal.js';
export { fromHex, hashCode, head, padHead, padTail, startsWith, tail, toHex } from './byte-strings.js';
export { incrementBytes, split, unsignedCopyAndIncrement } from './key-arithmetic.js';
export { fromDouble, fromLong, toDouble, toLong, toNumber } from './long-numbers.js';
export type { NumberOrder } from './numbers.js';
export {
  fromBoolean,
  fromFloat,
  fromInt,
  fromShort,
  toBoolean,
  toFloat,
  toInt,
  toShort,
} from './short-numbers.js';
export { bytesToVint, vintToBytes } from './variable-long.js';

/**
 * Encodes text as UTF-8, or copies bytes. Throws INVALID_ARGUMENT for a lone surrogate and for anything else.
 * HBase: `Bytes.toBytes(String)`.
 */
export function toBytes(value: string | Uint8Array): Uint8Array {
  if (typeof value === 'string') return encodeText(value);
  return new Uint8Array(requireBytes(value));
}

/** Decodes UTF-8; bytes that are not UTF-8 become U+FFFD. HBase: `Bytes.toString`. */
export function toText(bytes: Uint8Array): string;
export function toText(bytes: null): null;
export function toText(bytes: Uint8Array | null): string | null;
export function toText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : decodeText(requireBytes(bytes));
}

/**
 * Prints bytes in HBase's printable form: 0x20–0x7E except the backslash as characters, every other byte as `\xHH`
 *. `toBytesBinary` reverses it.
 *
 * @see H-36
 */
export function toStringBinary(bytes: Uint8Array): string;
export function toStringBinary(bytes: null): null;
export function toStringBinary(bytes: Uint8Array | null): string | null;
export function toStringBinary(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : printBytes(requireBytes(bytes));
}

/**
 * Parses the printable form: `\xHH` in either case is that byte, and any other character its low 8 bits.
 * Throws INVALID_ARGUMENT for `\x` without two hex digits.
 *
 * @see H-50, A-27
 */
export function toBytesBinary(text: string): Uint8Array {
  if (typeof text !== 'string') throw invalidArgument(`a printable form must be text; got ${kindOf(text)}`);
  return parsePrintable(text);
}

/**
 * Encodes a number as 9 bytes that sort in numeric order, for row keys and qualifiers; with `'DESCENDING'` the largest
 * comes first. Throws INVALID_ARGUMENT like `fromLong`. HBase: `OrderedBytes.encodeInt64`.
 */
export function fromOrderedLong(value: number | bigint, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeOrderedInt64(requireInt64(value), requireOrder(order));
}

/** The number that `fromOrderedLong` encoded, in either order. Throws INVALID_ARGUMENT for other bytes. */
export function toOrderedLong(bytes: Uint8Array): bigint;
export function toOrderedLong(bytes: null): null;
export function toOrderedLong(bytes: Uint8Array | null): bigint | null;
export function toOrderedLong(bytes: Uint8Array | null): bigint | null {
  return bytes === null ? null : decodeOrderedInt64(requireBytes(bytes));
}

/**
 * Encodes a number as 9 bytes that sort in numeric order, −0 before 0 and NaN last; with `'DESCENDING'` the largest
 * comes first. HBase: `OrderedBytes.encodeFloat64`.
 */
export function fromOrderedDouble(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeOrderedFloat64(requireNumber(value), requireOrder(order));
}

/** The number that `fromOrderedDouble` encoded, in either order. Throws INVALID_ARGUMENT for other bytes. */
export function toOrderedDouble(bytes: Uint8Array): number;
export function toOrderedDouble(bytes: null): null;
export function toOrderedDouble(bytes: Uint8Array | null): number | null;
export function toOrderedDouble(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : decodeOrderedFloat64(requireBytes(bytes));
}

/**
 * Compares in the order of rows and qualifiers: negative, zero or positive if `a` sorts before, with or after `b`.
 * Bytes are unsigned, and a prefix comes first. Pass it to `Array.sort`, whose own order of text differs outside
 * the BMP.
 *
 * @see O-1
 */
export function compare(a: string | Uint8Array, b: string | Uint8Array): number {
  return compareBytes(borrowed(a), borrowed(b));
}

/** Whether both contain the same bytes. */
export function equals(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return equalBytes(borrowed(a), borrowed(b));
}

/** Concatenates the parts, for composed row keys. HBase: `Bytes.add`. */
export function add(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const all = parts.map(borrowed);
  const whole = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function borrowed(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? encodeText(value) : requireBytes(value);
}

function requireOrder(order: unknown): NumberOrder {
  if (order === 'ASCENDING' || order === 'DESCENDING') return order;
  throw invalidArgument("the order of a number must be 'ASCENDING' or 'DESCENDING'");
}
