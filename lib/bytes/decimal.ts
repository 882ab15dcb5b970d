import { invalidArgument } from '../errors.js';
import { kindOf } from './kind.js';

/*
 * Decimal numbers of any length. Users see them as text, as Java prints them: `1.50`, `1E+3`.
 */

/** `unscaled` × 10^−`scale`. Trailing zeros count: 1.5 and 1.50 are different. */
export interface Decimal {
  readonly unscaled: bigint;
  /** The number of digits after the point; negative: zeros before it. A signed 32-bit number. */
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;
const MAX_SCALE = 2 ** 31;
/** The maximum number of digits, in text and in stored bytes: more would take seconds to convert. */
export const MAX_DIGITS = 100_000;
/** The bytes of the largest number with that many digits, and its sign. */
const MAX_UNSCALED_BYTES = 41_525;
const SCALE_BYTES = 4;
/** From this exponent on downwards a number is printed in scientific notation. */
const LEAST_PLAIN_EXPONENT = -6;

/** The number in `text`: `-12.50`, `1E+3`. Throws INVALID_ARGUMENT for other text. */
export function parseDecimal(text: unknown): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (typeof text === 'string' && DECIMAL.exec(text)) || [];
  const digits = whole + fraction;
  const scale = fraction.length - Number(exponent);
  if (digits === '' || digits.length > MAX_DIGITS || Math.abs(scale) >= MAX_SCALE) {
    throw invalidArgument(
      `a decimal must be text such as '-12.50' or '1E+3' with up to ${MAX_DIGITS} digits; got ${kindOf(text)}`,
    );
  }
  return { unscaled: BigInt(digits) * (sign === '-' ? -1n : 1n), scale };
}

/**
 * The number in stored bytes: its scale in 4 bytes, its digits in two's complement. Throws INVALID_ARGUMENT for other
 * bytes.
 */
export function decodeDecimal(bytes: Uint8Array): Decimal {
  const { length } = bytes;
  if (length <= SCALE_BYTES || length > SCALE_BYTES + MAX_UNSCALED_BYTES) {
    throw invalidArgument(
      `a decimal has ${SCALE_BYTES + 1} to ${SCALE_BYTES + MAX_UNSCALED_BYTES} bytes, for up to ${MAX_DIGITS} digits; the stored value has ${length}`,
    );
  }
  const scale = new DataView(bytes.buffer, bytes.byteOffset).getInt32(0);
  return { scale, unscaled: decodeBigInt(bytes.subarray(SCALE_BYTES)) };
}

/** Prints a decimal like Java: plain if that is short, otherwise with an exponent. */
export function printDecimal({ unscaled, scale }: Decimal): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = digitsOf(unscaled);
  const exponent = digits.length - 1 - scale;
  if (scale < 0 || exponent < LEAST_PLAIN_EXPONENT) {
    const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    return `${sign}${mantissa}E${exponent < 0 ? '' : '+'}${exponent}`;
  }
  if (scale === 0) return sign + digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** The digits of a number without its sign. */
export function digitsOf(unscaled: bigint): string {
  return String(unscaled < 0n ? -unscaled : unscaled);
}

/** Two's complement, big-endian, in as few bytes as possible, but at least one. */
export function encodeBigInt(value: bigint): Uint8Array {
  // A negative number needs as many bits as its complement.
  const bits = (value < 0n ? ~value : value).toString(2).length + 1;
  const length = Math.ceil(bits / 8);
  const hex = BigInt.asUintN(length * 8, value)
    .toString(16)
    .padStart(length * 2, '0');
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

/** The number of `encodeBigInt`. REQUIRES at least one byte. */
export function decodeBigInt(bytes: Uint8Array): bigint {
  return BigInt.asIntN(bytes.length * 8, toUnsigned(bytes));
}

/** The bytes as one unsigned number, big-endian; no bytes are 0. */
export function toUnsigned(bytes: Uint8Array): bigint {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x0${hex}`);
}
