/**
 * Encodes typed values as bytes that sort like the values, for row keys and qualifiers. Each value begins with a byte
 * for its type, and null sorts before everything. `'DESCENDING'` inverts every byte, so the largest comes first.
 * Functions that read accept both orders and ignore what follows the value; `skip` returns where that begins, so a key
 * can consist of several values. Published as the namespace `OrderedBytes`, with the names of HBase's class.
 */

import { invalidArgument } from '../errors.js';
import { type Decimal, digitsOf, parseDecimal, printDecimal } from './decimal.js';
import { kindOf, requireBytes } from './kind.js';
import type { NumberOrder } from './numbers.js';
import { decodeOrderedDecimal, encodeOrderedDecimal } from './ordered-numeric.js';
import { decodeText, encodeText } from './text.js';

export type { NumberOrder } from './numbers.js';

const NULL = 0x05;
const NEGATIVE_INFINITY = 0x07;
const POSITIVE_INFINITY = 0x23;
const NAN = 0x26;
const INT8 = 0x29;
const INT16 = 0x2a;
const INT32 = 0x2b;
const INT64 = 0x2c;
const FLOAT32 = 0x30;
const FLOAT64 = 0x31;
const TEXT = 0x34;
const BLOB_VAR = 0x37;
const BLOB_COPY = 0x38;

/** Comes after a text, and after a copied blob in descending order. */
const END = 0x00;
const FIXED_BYTES: Readonly<Record<number, number>> = {
  [INT8]: 1,
  [INT16]: 2,
  [INT32]: 4,
  [INT64]: 8,
  [FLOAT32]: 4,
  [FLOAT64]: 8,
};

/** 1 byte. */
export function encodeNull(order: NumberOrder = 'ASCENDING'): Uint8Array {
  return finish([NULL], order);
}

/** 2 bytes, for −128 … 127. Throws INVALID_ARGUMENT. */
export function encodeInt8(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeInt(INT8, value, order);
}

/** 3 bytes, for −32768 … 32767. Throws INVALID_ARGUMENT. */
export function encodeInt16(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeInt(INT16, value, order);
}

/** 5 bytes, for −2^31 … 2^31−1. Throws INVALID_ARGUMENT. */
export function encodeInt32(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeInt(INT32, value, order);
}

/** 9 bytes, for safe integers and a `bigint` of 64 bits. Throws INVALID_ARGUMENT. */
export function encodeInt64(value: number | bigint, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeInt(INT64, value, order);
}

/** 5 bytes: the nearest number of single precision; −0 before 0, NaN last. */
export function encodeFloat32(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeFloat(FLOAT32, value, order);
}

/** 9 bytes; −0 before 0, NaN last. */
export function encodeFloat64(value: number, order: NumberOrder = 'ASCENDING'): Uint8Array {
  return encodeFloat(FLOAT64, value, order);
}

/**
 * Encodes a number of any size: 1 byte for 0, NaN and infinity, otherwise 2 or more. A `bigint` and decimal text
 * (`'12.50'`, `'1E+3'`) keep 31 significant digits, rounded half up; −0 is 0. Throws INVALID_ARGUMENT.
 */
export function encodeNumeric(value: number | bigint | string | null, order: NumberOrder = 'ASCENDING'): Uint8Array {
  if (value === null) return encodeNull(order);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return finish([Number.isNaN(value) ? NAN : value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY], order);
  }
  const decimal =
    typeof value === 'bigint'
      ? { unscaled: value, scale: 0 }
      : parseDecimal(typeof value === 'number' ? String(value) : value);
  return finish(encodeOrderedDecimal(decimal), order);
}

/** The text as UTF-8, then one byte. Throws INVALID_ARGUMENT for text with U+0000. */
export function encodeString(value: string | null, order: NumberOrder = 'ASCENDING'): Uint8Array {
  if (value === null) return encodeNull(order);
  if (typeof value !== 'string') throw invalidArgument(`a string must be text; got ${kindOf(value)}`);
  if (value.includes('\0')) throw invalidArgument("Cannot encode String values containing '\\u0000'");
  return finish([TEXT, ...encodeText(value), END], order);
}

/**
 * Encodes any bytes so that another value can follow: 7 bits in each byte, so 8 bytes for every 7. As in HBase, if two
 * values of different length differ only in the last byte of the shorter one, the shorter one comes first.
 */
export function encodeBlobVar(value: Uint8Array | null, order: NumberOrder = 'ASCENDING'): Uint8Array {
  if (value === null) return encodeNull(order);
  const bytes = [BLOB_VAR];
  let bits = 0;
  let waiting = 0;
  for (const byte of requireBytes(value)) {
    waiting = (waiting << 8) | byte;
    for (bits += 8; bits >= 7; bits -= 7) bytes.push(0x80 | ((waiting >>> (bits - 7)) & 0x7f));
    waiting &= 0x7f;
  }
  if (bits > 0 || bytes.length === 1) bytes.push((waiting << (7 - bits)) & 0x7f);
  else bytes[bytes.length - 1] = (bytes.at(-1) as number) & 0x7f;
  return finish(bytes, order);
}

/**
 * Copies the bytes, for the end of a key: in ascending order nothing marks their end. In descending order one byte
 * follows them, and a 0x00 among them is INVALID_ARGUMENT.
 */
export function encodeBlobCopy(value: Uint8Array | null, order: NumberOrder = 'ASCENDING'): Uint8Array {
  const descending = order === 'DESCENDING';
  const end = descending ? [END] : [];
  if (value === null) return Uint8Array.of(...encodeNull(order), ...end.map(() => 0xff));
  if (descending && requireBytes(value).includes(0)) throw invalidArgument('0x00 bytes not permitted in value.');
  return finish([BLOB_COPY, ...requireBytes(value), ...end], order);
}

/** The number that `encodeInt8` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeInt8(bytes: Uint8Array): number {
  return Number(decodeInt(INT8, bytes));
}

/** The number that `encodeInt16` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeInt16(bytes: Uint8Array): number {
  return Number(decodeInt(INT16, bytes));
}

/** The number that `encodeInt32` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeInt32(bytes: Uint8Array): number {
  return Number(decodeInt(INT32, bytes));
}

/** The number that `encodeInt64` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeInt64(bytes: Uint8Array): bigint {
  return decodeInt(INT64, bytes);
}

/** The number that `encodeFloat32` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeFloat32(bytes: Uint8Array): number {
  return decodeFloat(FLOAT32, bytes).getFloat32(0);
}

/** The number that `encodeFloat64` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeFloat64(bytes: Uint8Array): number {
  return decodeFloat(FLOAT64, bytes).getFloat64(0);
}

/**
 * The integer part of the number that `encodeNumeric` encoded, modulo 2^64. Throws INVALID_ARGUMENT for null, NaN,
 * infinity and other bytes.
 */
export function decodeNumericAsLong(bytes: Uint8Array): bigint {
  const { unscaled, scale } = requireDecimal(bytes);
  // After 64 or more zeros at the end, the lower 64 bits are all zeros.
  if (scale <= -64 || scale >= digitsOf(unscaled).length) return 0n;
  const whole = scale <= 0 ? unscaled * 10n ** BigInt(-scale) : unscaled / 10n ** BigInt(scale);
  return BigInt.asIntN(64, whole);
}

/** The number that `encodeNumeric` encoded, rounded to a double. Throws INVALID_ARGUMENT for null and other bytes. */
export function decodeNumericAsDouble(bytes: Uint8Array): number {
  const head = headOf(bytes);
  if (head === NAN) return Number.NaN;
  if (head === POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (head === NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  return Number(printDecimal(requireDecimal(bytes)));
}

/**
 * The number that `encodeNumeric` encoded as decimal text without trailing zeros: `1.5`, `1E+2`. Throws
 * INVALID_ARGUMENT for NaN, infinity and other bytes.
 */
export function decodeNumericAsBigDecimal(bytes: Uint8Array): string | null {
  return isNull(bytes) ? null : printDecimal(requireDecimal(bytes));
}

/** The text that `encodeString` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeString(bytes: Uint8Array): string | null {
  return isNull(bytes) ? null : decodeText(bodyOf(bytes, TEXT).slice(0, -1));
}

/** The bytes that `encodeBlobVar` encoded. Throws INVALID_ARGUMENT for other bytes. */
export function decodeBlobVar(bytes: Uint8Array): Uint8Array | null {
  if (isNull(bytes)) return null;
  const found: number[] = [];
  let bits = 0;
  let waiting = 0;
  for (const byte of bodyOf(bytes, BLOB_VAR)) {
    waiting = ((waiting << 7) | (byte & 0x7f)) & 0x7fff;
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    found.push((waiting >>> bits) & 0xff);
  }
  return Uint8Array.from(found);
}

/** The bytes that `encodeBlobCopy` encoded: ascending, all that are left. Throws INVALID_ARGUMENT for other bytes. */
export function decodeBlobCopy(bytes: Uint8Array): Uint8Array | null {
  if (isNull(bytes)) return null;
  const body = bodyOf(bytes, BLOB_COPY);
  return isDescending(bytes) ? body.slice(0, -1) : body;
}

/** Whether the bytes begin with a null. */
export function isNull(bytes: Uint8Array): boolean {
  return headOf(bytes) === NULL;
}

/** Whether the bytes begin like one of these values. */
export function isEncodedValue(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  if (head >= NEGATIVE_INFINITY && head <= POSITIVE_INFINITY) return true;
  return [NULL, NAN, TEXT, BLOB_VAR, BLOB_COPY].includes(head) || head in FIXED_BYTES;
}

/** The length of the first value in bytes. Throws INVALID_ARGUMENT if the bytes do not begin with a value. */
export function skip(bytes: Uint8Array): number {
  const head = headOf(bytes);
  const fixed = FIXED_BYTES[head];
  if (fixed !== undefined) return needed(1 + fixed, bytes);
  if ([NULL, NAN, NEGATIVE_INFINITY, POSITIVE_INFINITY].includes(head)) return 1;
  const plain = ascending(bytes);
  if (head === TEXT) return endOf(plain, (byte) => byte === END);
  if (head === BLOB_VAR) return endOf(plain, (byte) => byte < 0x80);
  if (head === BLOB_COPY) return isDescending(bytes) ? endOf(plain, (byte) => byte === END) : bytes.length;
  return decodeOrderedDecimal(plain)?.length ?? fail(bytes);
}

function encodeInt(head: number, value: number | bigint, order: NumberOrder): Uint8Array {
  const size = FIXED_BYTES[head] as number;
  const bits = size * 8;
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value) : null;
  if (whole === null || BigInt.asIntN(bits, whole) !== whole) {
    throw invalidArgument(`the number must be a ${bits}-bit integer; got ${kindOf(value)}`);
  }
  const flipped = BigInt.asUintN(bits, whole ^ (1n << BigInt(bits - 1)));
  return finish(
    [head, ...Array.from({ length: size }, (_, at) => Number((flipped >> BigInt(bits - 8 - at * 8)) & 0xffn))],
    order,
  );
}

function decodeInt(head: number, bytes: Uint8Array): bigint {
  const body = bodyOf(bytes, head);
  const bits = body.length * 8;
  const flipped = body.reduce((whole, byte) => (whole << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(bits, flipped ^ (1n << BigInt(bits - 1)));
}

function encodeFloat(head: number, value: number, order: NumberOrder): Uint8Array {
  if (typeof value !== 'number') throw invalidArgument(`the value must be a number; got ${kindOf(value)}`);
  const body = new Uint8Array(FIXED_BYTES[head] as number);
  const view = new DataView(body.buffer);
  // Every NaN is encoded the same.
  if (Number.isNaN(value)) view.setUint32(0, head === FLOAT32 ? 0x7fc00000 : 0x7ff80000);
  else if (head === FLOAT32) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  const negative = ((body[0] as number) & 0x80) !== 0;
  return finish([head, ...body.map((byte, at) => byte ^ (negative ? 0xff : at === 0 ? 0x80 : 0))], order);
}

function decodeFloat(head: number, bytes: Uint8Array): DataView {
  const body = bodyOf(bytes, head);
  const negative = ((body[0] as number) & 0x80) === 0;
  return new DataView(body.map((byte, at) => byte ^ (negative ? 0xff : at === 0 ? 0x80 : 0)).buffer);
}

function requireDecimal(bytes: Uint8Array): Decimal {
  headOf(bytes);
  return decodeOrderedDecimal(ascending(bytes))?.value ?? fail(bytes);
}

/** The bytes after the head, up to the end of the value, in ascending order. Throws INVALID_ARGUMENT. */
function bodyOf(bytes: Uint8Array, head: number): Uint8Array {
  if (headOf(bytes) !== head) fail(bytes);
  return ascending(bytes.subarray(0, skip(bytes))).slice(1);
}

/** The first byte in ascending order. Throws INVALID_ARGUMENT when there is none. */
function headOf(bytes: Uint8Array): number {
  const [first] = requireBytes(bytes);
  if (first === undefined) throw invalidArgument('there must be at least one byte');
  return isDescending(bytes) ? first ^ 0xff : first;
}

/** Every head is below 0x80, so an inverted head is not. */
function isDescending(bytes: Uint8Array): boolean {
  return (bytes[0] as number) >= 0x80;
}

function ascending(bytes: Uint8Array): Uint8Array {
  return isDescending(bytes) ? bytes.map((byte) => byte ^ 0xff) : bytes.slice();
}

function finish(bytes: ArrayLike<number>, order: unknown): Uint8Array {
  if (order === 'ASCENDING') return Uint8Array.from(bytes);
  if (order === 'DESCENDING') return Uint8Array.from(bytes, (byte) => byte ^ 0xff);
  throw invalidArgument("the order must be 'ASCENDING' or 'DESCENDING'");
}

function endOf(bytes: Uint8Array, isLast: (byte: number) => boolean): number {
  return needed(bytes.subarray(1).findIndex(isLast) + 2, bytes, 2);
}

/** Returns `length` if it is at least `least` and there are that many bytes. Throws INVALID_ARGUMENT otherwise. */
function needed(length: number, bytes: Uint8Array, least: number = 1): number {
  if (length < least || length > bytes.length) throw invalidArgument('these bytes end inside a value');
  return length;
}

function fail(bytes: Uint8Array): never {
  throw invalidArgument(`no encoded value of this type begins with the byte 0x${(bytes[0] as number).toString(16)}`);
}
