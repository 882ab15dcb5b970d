import { invalidArgument } from '../errors.js';

/*
 * Numbers as HBase writes them (Appendix C), big-endian.
 *
 *   counter, long   8 bytes two's complement
 *   double          8 bytes IEEE 754, one NaN
 *
 * Neither sorts numerically for negative numbers. These do (HBase's OrderedBytes):
 *
 *   ordered long    0x2C, then the long with its sign bit flipped
 *   ordered double  0x31, then the double: the sign bit flipped if it is positive, every bit if it is negative
 *
 * In descending order every byte is inverted, the head too. -0 sorts before 0, NaN after everything.
 */

/** The direction in which an ordered number sorts. */
export type NumberOrder = 'ASCENDING' | 'DESCENDING';

const INT64_BYTES = 8;
const ORDERED_BYTES = 9;
const HEAD_INT64 = 0x2c;
const HEAD_FLOAT64 = 0x31;
const NAN_HIGH_BITS = 0x7ff80000;
const SIGN_BIT = -0x8000_0000_0000_0000n;
const ALL_BITS = -1n;

/** `value` modulo 2^64 as a signed 64-bit number: how a counter overflows (W-32). */
export function wrapInt64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** 8 bytes, big-endian, two's complement; a larger value is taken modulo 2^64. */
export function encodeInt64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(INT64_BYTES);
  viewOf(bytes).setBigInt64(0, value);
  return bytes;
}

/** The number in the 8 bytes at `offset`. REQUIRES 8 bytes there. */
export function decodeInt64(bytes: Uint8Array, offset: number): bigint {
  return viewOf(bytes).getBigInt64(offset);
}

/** 8 bytes, big-endian, IEEE 754; every NaN the same. */
export function encodeFloat64(value: number): Uint8Array {
  const bytes = new Uint8Array(INT64_BYTES);
  writeFloat64(viewOf(bytes), 0, value);
  return bytes;
}

/** The number in the 8 bytes at `offset`. REQUIRES 8 bytes there. */
export function decodeFloat64(bytes: Uint8Array, offset: number): number {
  return viewOf(bytes).getFloat64(offset);
}

/** 9 bytes that sort in numeric order; a larger value is taken modulo 2^64. */
export function encodeOrderedInt64(value: bigint, order: NumberOrder): Uint8Array {
  const bytes = new Uint8Array(ORDERED_BYTES);
  bytes[0] = HEAD_INT64;
  viewOf(bytes).setBigInt64(1, value ^ SIGN_BIT);
  return order === 'DESCENDING' ? inverted(bytes) : bytes;
}

/** The number that `encodeOrderedInt64` encoded, in either order. Throws INVALID_ARGUMENT for other bytes. */
export function decodeOrderedInt64(bytes: Uint8Array): bigint {
  return decodeInt64(ascending(bytes, HEAD_INT64, 'long'), 1) ^ SIGN_BIT;
}

/** 9 bytes that sort in numeric order. */
export function encodeOrderedFloat64(value: number, order: NumberOrder): Uint8Array {
  const bytes = new Uint8Array(ORDERED_BYTES);
  bytes[0] = HEAD_FLOAT64;
  const view = viewOf(bytes);
  writeFloat64(view, 1, value);
  const bits = view.getBigInt64(1);
  view.setBigInt64(1, bits ^ (bits < 0n ? ALL_BITS : SIGN_BIT));
  return order === 'DESCENDING' ? inverted(bytes) : bytes;
}

/** The number that `encodeOrderedFloat64` encoded, in either order. Throws INVALID_ARGUMENT for other bytes. */
export function decodeOrderedFloat64(bytes: Uint8Array): number {
  const view = viewOf(ascending(bytes, HEAD_FLOAT64, 'double'));
  const bits = view.getBigInt64(1);
  view.setBigInt64(1, bits ^ (bits < 0n ? SIGN_BIT : ALL_BITS));
  return view.getFloat64(1);
}

function writeFloat64(view: DataView, offset: number, value: number): void {
  if (Number.isNaN(value)) {
    view.setUint32(offset, NAN_HIGH_BITS);
    view.setUint32(offset + 4, 0);
  } else {
    view.setFloat64(offset, value);
  }
}

/** A copy in ascending order. */
function ascending(bytes: Uint8Array, head: number, what: string): Uint8Array {
  const first = bytes[0];
  if (bytes.length !== ORDERED_BYTES || (first !== head && first !== (head ^ 0xff))) {
    throw invalidArgument(
      `an ordered ${what} is ${ORDERED_BYTES} bytes that begin with 0x${head.toString(16).toUpperCase()} (ascending) or 0x${(head ^ 0xff).toString(16).toUpperCase()} (descending); got ${bytes.length} bytes`,
    );
  }
  const copy = new Uint8Array(bytes);
  return first === head ? copy : inverted(copy);
}

function inverted(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => byte ^ 0xff);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
