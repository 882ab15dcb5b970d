/**
 * Bytes of text and numbers: what applications put into rows, qualifiers and values, in HBase's encodings
 * (Appendix C). Published as the namespace `Bytes`.
 *
 * A reader gives null for null, so that the answer of `result.getValue` can be passed on as it is. Every array given
 * out has a buffer of its own.
 */

import { invalidArgument } from '../errors.js';
import { compareBytes, equalBytes } from './compare.js';
import { kindOf, requireBytes } from './kind.js';
import {
  decodeFloat64,
  decodeInt64,
  decodeOrderedFloat64,
  decodeOrderedInt64,
  encodeFloat64,
  encodeInt64,
  encodeOrderedFloat64,
  encodeOrderedInt64,
  type NumberOrder,
  wrapInt64,
} from './numbers.js';
import { decodeText, encodeText, toBytesBinary as parsePrintable, toStringBinary as printBytes } from './text.js';

export { fromBigDecimal, toBigDecimal } from './big-decimal.js';
export { fromHex, hashCode, head, padHead, padTail, startsWith, tail, toHex } from './byte-strings.js';
export { incrementBytes, split, unsignedCopyAndIncrement } from './key-arithmetic.js';
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

const LONG_BYTES = 8;

/**
 * Text as UTF-8; bytes are copied. Throws INVALID_ARGUMENT for a lone surrogate and for anything else.
 * HBase: `Bytes.toBytes(String)`.
 */
export function toBytes(value: string | Uint8Array): Uint8Array {
  if (typeof value === 'string') return encodeText(value);
  return new Uint8Array(requireBytes(value));
}

/** UTF-8 as text; bytes that are not UTF-8 become U+FFFD. HBase: `Bytes.toString`. */
export function toText(bytes: Uint8Array): string;
export function toText(bytes: null): null;
export function toText(bytes: Uint8Array | null): string | null;
export function toText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : decodeText(requireBytes(bytes));
}

/**
 * HBase's printable form: 0x20–0x7E but the backslash as themselves, every other byte as `\xHH`.
 * `toBytesBinary` is the way back.
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
 * The bytes of a printable form: `\xHH` in either case is that byte, every other character its low 8 bits.
 * Throws INVALID_ARGUMENT for `\x` without two hex digits.
 *
 * @see H-50, A-27
 */
export function toBytesBinary(text: string): Uint8Array {
  if (typeof text !== 'string') throw invalidArgument(`a printable form is text; got ${kindOf(text)}`);
  return parsePrintable(text);
}

/**
 * 8 bytes, big-endian, two's complement: the form of a counter. Numbers must be safe integers, `bigint` fit
 * 64 bits; else INVALID_ARGUMENT. These bytes do not sort numerically below zero: for row keys use `fromOrderedLong`.
 *
 * @see W-32
 */
export function fromLong(value: number | bigint): Uint8Array {
  return encodeInt64(requireInt64(value));
}

/** The number in the first 8 bytes. Throws INVALID_ARGUMENT when there are fewer. HBase: `Bytes.toLong`. */
export function toLong(bytes: Uint8Array): bigint;
export function toLong(bytes: null): null;
export function toLong(bytes: Uint8Array | null): bigint | null;
export function toLong(bytes: Uint8Array | null): bigint | null {
  return bytes === null ? null : decodeInt64(requireEight(bytes, 'long'), 0);
}

/** As `toLong`, as a number. Throws INVALID_ARGUMENT outside ±(2^53−1), where a number would round. */
export function toNumber(bytes: Uint8Array): number;
export function toNumber(bytes: null): null;
export function toNumber(bytes: Uint8Array | null): number | null;
export function toNumber(bytes: Uint8Array | null): number | null {
  if (bytes === null) return null;
  const value = Number(toLong(bytes));
  if (!Number.isSafeInteger(value)) {
    throw invalidArgument(`${toLong(bytes)} is not a safe integer; read it with Bytes.toLong, which gives a bigint`);
  }
  return value;
}

/** 8 bytes, big-endian, IEEE 754. These bytes do not sort numerically below zero: for row keys use `fromOrderedDouble`. */
export function fromDouble(value: number): Uint8Array {
  return encodeFloat64(requireNumber(value));
}

/** The number in the first 8 bytes. Throws INVALID_ARGUMENT when there are fewer. HBase: `Bytes.toDouble`. */
export function toDouble(bytes: Uint8Array): number;
export function toDouble(bytes: null): null;
export function toDouble(bytes: Uint8Array | null): number | null;
export function toDouble(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : decodeFloat64(requireEight(bytes, 'double'), 0);
}

/**
 * 9 bytes that sort as the number does, for row keys and qualifiers; `'DESCENDING'` puts the largest first.
 * Throws INVALID_ARGUMENT as `fromLong`. HBase: `OrderedBytes.encodeInt64`.
 */
export function fromOrderedLong(value: number | bigint, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeOrderedInt64(requireInt64(value), requireOrder(order));
}

/** The number of `fromOrderedLong`, of either order. Throws INVALID_ARGUMENT for other bytes. */
export function toOrderedLong(bytes: Uint8Array): bigint;
export function toOrderedLong(bytes: null): null;
export function toOrderedLong(bytes: Uint8Array | null): bigint | null;
export function toOrderedLong(bytes: Uint8Array | null): bigint | null {
  return bytes === null ? null : decodeOrderedInt64(requireBytes(bytes));
}

/**
 * 9 bytes that sort as the number does, −0 before 0 and NaN behind everything; `'DESCENDING'` puts the largest first.
 * HBase: `OrderedBytes.encodeFloat64`.
 */
export function fromOrderedDouble(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeOrderedFloat64(requireNumber(value), requireOrder(order));
}

/** The number of `fromOrderedDouble`, of either order. Throws INVALID_ARGUMENT for other bytes. */
export function toOrderedDouble(bytes: Uint8Array): number;
export function toOrderedDouble(bytes: null): null;
export function toOrderedDouble(bytes: Uint8Array | null): number | null;
export function toOrderedDouble(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : decodeOrderedFloat64(requireBytes(bytes));
}

/**
 * Negative, zero or positive as `a` sorts before, with or after `b` in the order of rows and qualifiers: unsigned
 * bytes, a prefix first. Fits `Array.sort`, whose own order of text differs beyond the BMP.
 *
 * @see O-1
 */
export function compare(a: string | Uint8Array, b: string | Uint8Array): number {
  return compareBytes(borrowed(a), borrowed(b));
}

/** Whether both are the same bytes. */
export function equals(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return equalBytes(borrowed(a), borrowed(b));
}

/** The parts one behind the other, for composed row keys. HBase: `Bytes.add`. */
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

function requireEight(value: unknown, what: string): Uint8Array {
  const bytes = requireBytes(value);
  if (bytes.length < LONG_BYTES) throw invalidArgument(`a ${what} is ${LONG_BYTES} bytes; these are ${bytes.length}`);
  return bytes;
}

function requireInt64(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'bigint' && wrapInt64(value) === value) return value;
  throw invalidArgument(`a long is a safe integer or a bigint of 64 bits; got ${kindOf(value)}`);
}

function requireNumber(value: unknown): number {
  if (typeof value !== 'number') throw invalidArgument(`a double is a number; got ${kindOf(value)}`);
  return value;
}

function requireOrder(order: unknown): NumberOrder {
  if (order === 'ASCENDING' || order === 'DESCENDING') return order;
  throw invalidArgument("the order of a number is 'ASCENDING' or 'DESCENDING'");
}
