import { invalidArgument } from '../errors.js';
import { type Decimal, digitsOf, MAX_DIGITS as MAX_READ_DIGITS } from './decimal.js';

/*
 * Numbers of any size as bytes that sort in numeric order, ascending. A number is M × 100^E with 0.01 ≤ M < 1:
 *
 *   ≥ 1      0x17 + E, M               E from 1 to 10
 *            0x22, E, M                larger
 *   < 1      0x16, −E inverted, M
 *   0        0x15
 *   > −1     0x14, −E, M inverted
 *   ≤ −1     0x13 − E, M inverted      E from 1 to 10
 *            0x08, E inverted, M inverted
 *
 * M consists of pairs of digits: each byte is twice the pair, plus one if another pair follows. E is a number of
 * variable length that sorts in numeric order.
 */

const NEGATIVE_LARGE = 0x08;
const ZERO = 0x15;
const POSITIVE_SMALL = 0x16;
const POSITIVE_MEDIUM = 0x17;
const POSITIVE_LARGE = 0x22;
const MAX_MEDIUM = 10;

/** The number of digits that are kept; the rest is rounded, half up. */
const MAX_DIGITS = 31;

/** The bytes of a number in ascending order. */
export function encodeOrderedDecimal(value: Decimal): Uint8Array {
  const { digits, point } = significant(value);
  if (digits === '') return Uint8Array.of(ZERO);
  const exponent = Math.ceil(point / 2);
  const even = point % 2 === 0 ? digits : `0${digits}`;
  const pairs = even.padEnd(even.length + (even.length % 2), '0').match(/../g) as string[];
  const mantissa = pairs.map((pair, at) => Number(pair) * 2 + (at < pairs.length - 1 ? 1 : 0));
  const head = encodeHead(exponent);
  return value.unscaled > 0n ? Uint8Array.of(...head, ...mantissa) : Uint8Array.of(...encodeNegative(head, mantissa));
}

/**
 * The number at the beginning of `bytes`, which are in ascending order, without trailing zeros, and its length in
 * bytes; null if they do not begin with a number. Throws INVALID_ARGUMENT if they end inside it.
 */
export function decodeOrderedDecimal(bytes: Uint8Array): { readonly value: Decimal; readonly length: number } | null {
  const [first] = bytes;
  if (first === undefined || first < NEGATIVE_LARGE || first > POSITIVE_LARGE) return null;
  if (first === ZERO) return { value: { unscaled: 0n, scale: 0 }, length: 1 };
  const negative = first < ZERO;
  // A negative number is the positive one, inverted; its head counts from the other end.
  const positive = negative ? bytes.map((byte) => byte ^ 0xff) : bytes;
  const head = negative ? NEGATIVE_LARGE + POSITIVE_LARGE - first : first;
  const { exponent, at } = decodeHead(head, positive);
  let digits = '';
  let end = at;
  let isLast: boolean;
  do {
    const byte = positive[end++];
    if (byte === undefined) throw invalidArgument('these bytes end inside a number');
    isLast = (byte & 1) === 0;
    digits += String(byte >>> 1).padStart(2, '0');
    if (digits.length > MAX_READ_DIGITS)
      throw invalidArgument(`a number can have at most ${MAX_READ_DIGITS} digits; these bytes contain more`);
  } while (!isLast);
  const kept = digits.replace(/0+$/, '');
  const unscaled = BigInt(kept) * (negative ? -1n : 1n);
  return { value: { unscaled, scale: kept.length - exponent * 2 }, length: end };
}

/** The digits without zeros at the end, rounded, and the position of the point: the number is 0.digits × 10^point. */
function significant({ unscaled, scale }: Decimal): { readonly digits: string; readonly point: number } {
  const all = digitsOf(unscaled);
  let kept = all.slice(0, MAX_DIGITS);
  if ((all[MAX_DIGITS] ?? '0') >= '5') kept = String(BigInt(kept) + 1n);
  // A carry through nothing but nines adds one digit.
  const carried = kept.length - Math.min(all.length, MAX_DIGITS);
  return { digits: unscaled === 0n ? '' : kept.replace(/0+$/, ''), point: all.length - scale + carried };
}

/** The bytes before the digits of a positive number. */
function encodeHead(exponent: number): number[] {
  if (exponent <= 0) return [POSITIVE_SMALL, ...encodeVariable(-exponent).map((byte) => byte ^ 0xff)];
  if (exponent <= MAX_MEDIUM) return [POSITIVE_MEDIUM + exponent];
  return [POSITIVE_LARGE, ...encodeVariable(exponent)];
}

function encodeNegative([head, ...exponent]: number[], mantissa: readonly number[]): number[] {
  return [NEGATIVE_LARGE + POSITIVE_LARGE - (head as number), ...[...exponent, ...mantissa].map((byte) => byte ^ 0xff)];
}

function decodeHead(head: number, bytes: Uint8Array): { readonly exponent: number; readonly at: number } {
  if (head === POSITIVE_SMALL) {
    const { value, at } = decodeVariable(bytes.map((byte) => byte ^ 0xff));
    return { exponent: -value, at };
  }
  if (head < POSITIVE_LARGE) return { exponent: head - POSITIVE_MEDIUM, at: 1 };
  const { value, at } = decodeVariable(bytes);
  return { exponent: value, at };
}

/** A number below 2^32 in one to five bytes that sort in numeric order. */
function encodeVariable(value: number): number[] {
  if (value <= 240) return [value];
  if (value <= 2287) return [241 + Math.floor((value - 240) / 256), (value - 240) % 256];
  if (value <= 67823) return [249, Math.floor((value - 2288) / 256), (value - 2288) % 256];
  const bytes = [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff);
  return value < 2 ** 24 ? [250, ...bytes.slice(1)] : [251, ...bytes];
}

/** The number that `encodeVariable` wrote after the head, and where it ends. Throws INVALID_ARGUMENT. */
function decodeVariable(bytes: Uint8Array): { readonly value: number; readonly at: number } {
  const [, head = 252, a = 0, b = 0, c = 0, d = 0] = bytes;
  if (head <= 240) return { value: head, at: 2 };
  if (head <= 248) return { value: 240 + 256 * (head - 241) + a, at: 3 };
  if (head === 249) return { value: 2288 + 256 * a + b, at: 4 };
  if (head === 250) return { value: (a << 16) | (b << 8) | c, at: 5 };
  if (head === 251) return { value: ((a << 24) | (b << 16) | (c << 8) | d) >>> 0, at: 6 };
  throw invalidArgument('these bytes end inside the exponent of a number, or it is too large');
}
