import { invalidArgument } from '../errors.js';
import { compareBytes } from './compare.js';
import { decodeBigInt, encodeBigInt, toUnsigned } from './decimal.js';
import { kindOf, requireBytes } from './kind.js';
import { encodeInt64 } from './numbers.js';

/*
 * Byte strings as integers: the keys between two keys, and the key after one.
 */

const LONG_BYTES = 8;
const MAX_SPLITS = 1_000_000;

/**
 * Returns `a`, `count` keys at equal distances between `a` and `b`, and `b`. They are treated as integers of equal
 * length: zero bytes are appended to the shorter one, and one more byte to all if the distance is too small.
 * `inclusive`: whether the distance includes `b` itself. Throws INVALID_ARGUMENT unless `a < b` and `count` is at least
 * 1. HBase: `Bytes.split`.
 */
export function split(a: Uint8Array, b: Uint8Array, count: number, inclusive: boolean = false): Uint8Array[] {
  const length = Math.max(requireBytes(a).length, requireBytes(b).length);
  if (compareBytes(padded(a, length), padded(b, length)) >= 0) throw invalidArgument('b <= a');
  if (!Number.isInteger(count) || count <= 0) throw invalidArgument('num cannot be <= 0');
  if (count > MAX_SPLITS) throw invalidArgument(`the number of splits can be at most ${MAX_SPLITS}; got ${count}`);
  const start = toUnsigned(padded(a, length));
  const distance = toUnsigned(padded(b, length)) - start + (inclusive ? 1n : 0n);
  const steps = BigInt(count) + 1n;
  if (distance < steps) return split(padded(a, length + 1), padded(b, length + 1), count, inclusive);
  const step = distance / steps;
  const between = Array.from({ length: count }, (_, at) => unsigned(start + step * BigInt(at + 1), length));
  return [a.slice(), ...between, b.slice()];
}

/**
 * Adds `amount` to a signed number of 1 to 8 bytes, modulo 2^64; the result has 8 bytes. Throws INVALID_ARGUMENT for
 * another length. HBase: `Bytes.incrementBytes`.
 */
export function incrementBytes(value: Uint8Array, amount: number | bigint): Uint8Array {
  const { length } = requireBytes(value);
  if (length === 0 || length > LONG_BYTES) {
    throw invalidArgument(`a number to increment has 1 to ${LONG_BYTES} bytes; got ${length}`);
  }
  if (typeof amount !== 'bigint' && !Number.isSafeInteger(amount)) {
    throw invalidArgument(`the amount must be a safe integer or a bigint; got ${kindOf(amount)}`);
  }
  return encodeInt64(decodeBigInt(value) + BigInt(amount));
}

/**
 * The next larger number of the same length, or one byte longer if all bytes are 0xFF. HBase:
 * `Bytes.unsignedCopyAndIncrement`.
 */
export function unsignedCopyAndIncrement(bytes: Uint8Array): Uint8Array {
  const { length } = requireBytes(bytes);
  const next = toUnsigned(bytes) + 1n;
  return unsigned(next, next === 1n << BigInt(length * 8) ? length + 1 : length);
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const all = new Uint8Array(length);
  all.set(bytes);
  return all;
}

/** `value` in exactly `length` bytes. REQUIRES that it fits. */
function unsigned(value: bigint, length: number): Uint8Array {
  const all = new Uint8Array(length);
  const bytes = encodeBigInt(value);
  // An extra sign byte is 0.
  const fitting = bytes.subarray(Math.max(0, bytes.length - length));
  all.set(fitting, length - fitting.length);
  return all;
}
