import { invalidArgument } from '../errors.js';
import { kindOf, requireBytes } from './kind.js';
import { decodeFloat64, decodeInt64, encodeFloat64, encodeInt64, wrapInt64 } from './numbers.js';

/*
 * Numbers of eight bytes in HBase's encodings (Appendix C), big-endian. Functions that read use the first bytes, and
 * return null for null.
 */

const LONG_BYTES = 8;

/**
 * Encodes a number as 8 bytes, big-endian, in two's complement, like a counter. Throws INVALID_ARGUMENT unless
 * it is a safe integer or a `bigint` of 64 bits. Negative numbers do not sort numerically: for row keys use
 * `fromOrderedLong`.
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

/** Like `toLong`, but returns a number. Throws INVALID_ARGUMENT outside ±(2^53−1), where a number would round. */
export function toNumber(bytes: Uint8Array): number;
export function toNumber(bytes: null): null;
export function toNumber(bytes: Uint8Array | null): number | null;
export function toNumber(bytes: Uint8Array | null): number | null {
  if (bytes === null) return null;
  const value = Number(toLong(bytes));
  if (!Number.isSafeInteger(value)) {
    throw invalidArgument(`${toLong(bytes)} is not a safe integer; read it with Bytes.toLong, which returns a bigint`);
  }
  return value;
}

/**
 * Encodes a number as 8 bytes, big-endian, IEEE 754. Negative numbers do not sort numerically: for row keys use
 * `fromOrderedDouble`.
 */
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

function requireEight(value: unknown, what: string): Uint8Array {
  const bytes = requireBytes(value);
  if (bytes.length < LONG_BYTES) throw invalidArgument(`a ${what} has ${LONG_BYTES} bytes; got ${bytes.length}`);
  return bytes;
}

/** Returns a safe integer or a `bigint` of 64 bits as a `bigint`. Throws INVALID_ARGUMENT for anything else. */
export function requireInt64(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'bigint' && wrapInt64(value) === value) return value;
  throw invalidArgument(`a long must be a safe integer or a 64-bit bigint; got ${kindOf(value)}`);
}

/** Returns `value` if it is a number. Throws INVALID_ARGUMENT otherwise. */
export function requireNumber(value: unknown): number {
  if (typeof value !== 'number') throw invalidArgument(`a double must be a number; got ${kindOf(value)}`);
  return value;
}
