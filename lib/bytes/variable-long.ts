import { invalidArgument } from '../errors.js';
import { kindOf, requireBytes } from './kind.js';

/** The smallest number in one byte; a smaller first byte determines how many bytes follow. */
const LEAST_BYTE = -112;
/** The first bytes of negative numbers continue from here. */
const LEAST_POSITIVE_HEAD = -120;

/**
 * Encodes a number as 1 to 9 bytes: −112 … 127 take one; other numbers begin with a byte for sign and length, and omit
 * leading zero bytes. They do not sort numerically. Throws INVALID_ARGUMENT for more than 64 bits. HBase:
 * `Bytes.vintToBytes`.
 */
export function vintToBytes(value: number | bigint): Uint8Array {
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value) : null;
  if (whole === null || BigInt.asIntN(64, whole) !== whole) {
    throw invalidArgument(`a long must be a safe integer or a 64-bit bigint; got ${kindOf(value)}`);
  }
  if (whole >= LEAST_BYTE && whole <= 127) return Uint8Array.of(Number(whole));
  const rest = whole < 0n ? ~whole : whole;
  const length = Math.ceil(rest.toString(16).length / 2);
  const head = (whole < 0n ? LEAST_POSITIVE_HEAD : LEAST_BYTE) - length;
  const bytes = Array.from({ length }, (_, at) => Number((rest >> BigInt(8 * (length - 1 - at))) & 0xffn));
  return Uint8Array.of(head, ...bytes);
}

/**
 * The number that `vintToBytes` encoded at the beginning of the bytes. Throws INVALID_ARGUMENT if they end inside it.
 * HBase: `Bytes.bytesToVint`.
 */
export function bytesToVint(bytes: Uint8Array): bigint {
  const head = ((requireBytes(bytes)[0] ?? 0) << 24) >> 24;
  if (bytes.length > 0 && head >= LEAST_BYTE) return BigInt(head);
  const negative = head < LEAST_POSITIVE_HEAD;
  const length = (negative ? LEAST_POSITIVE_HEAD : LEAST_BYTE) - head;
  if (bytes.length === 0 || bytes.length <= length) throw invalidArgument('these bytes end inside a number');
  let rest = 0n;
  for (const byte of bytes.subarray(1, length + 1)) rest = (rest << 8n) | BigInt(byte);
  return BigInt.asIntN(64, negative ? ~rest : rest);
}
