import { invalidArgument } from '../errors.js';
import { kindOf, requireBytes } from './kind.js';

/*
 * Numbers of two and four bytes and booleans in HBase's encodings (Appendix C), big-endian. Functions that read use the
 * first bytes, and return null for null.
 */

/** 4 bytes, two's complement. Throws INVALID_ARGUMENT outside −2^31 … 2^31−1. */
export function fromInt(value: number): Uint8Array {
  return write(4, (view) => view.setInt32(0, inRange(value, 31)));
}

/** The number in the first 4 bytes. Throws INVALID_ARGUMENT when there are fewer. HBase: `Bytes.toInt`. */
export function toInt(bytes: Uint8Array): number;
export function toInt(bytes: null): null;
export function toInt(bytes: Uint8Array | null): number | null;
export function toInt(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : read(bytes, 4).getInt32(0);
}

/** 2 bytes, two's complement. Throws INVALID_ARGUMENT outside −32768 … 32767. */
export function fromShort(value: number): Uint8Array {
  return write(2, (view) => view.setInt16(0, inRange(value, 15)));
}

/** The number in the first 2 bytes. Throws INVALID_ARGUMENT when there are fewer. HBase: `Bytes.toShort`. */
export function toShort(bytes: Uint8Array): number;
export function toShort(bytes: null): null;
export function toShort(bytes: Uint8Array | null): number | null;
export function toShort(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : read(bytes, 2).getInt16(0);
}

/** 4 bytes, IEEE 754: the nearest number of single precision. */
export function fromFloat(value: number): Uint8Array {
  if (typeof value !== 'number') throw invalidArgument(`a float must be a number; got ${kindOf(value)}`);
  return write(4, (view) => view.setFloat32(0, value));
}

/** The number in the first 4 bytes. Throws INVALID_ARGUMENT when there are fewer. HBase: `Bytes.toFloat`. */
export function toFloat(bytes: Uint8Array): number;
export function toFloat(bytes: null): null;
export function toFloat(bytes: Uint8Array | null): number | null;
export function toFloat(bytes: Uint8Array | null): number | null {
  return bytes === null ? null : read(bytes, 4).getFloat32(0);
}

/** 1 byte: 0xFF for true, 0x00 for false. */
export function fromBoolean(value: boolean): Uint8Array {
  if (typeof value !== 'boolean') throw invalidArgument(`a boolean must be true or false; got ${kindOf(value)}`);
  return Uint8Array.of(value ? 0xff : 0);
}

/** Whether the one byte is not 0. Throws INVALID_ARGUMENT for more or none. HBase: `Bytes.toBoolean`. */
export function toBoolean(bytes: Uint8Array): boolean;
export function toBoolean(bytes: null): null;
export function toBoolean(bytes: Uint8Array | null): boolean | null;
export function toBoolean(bytes: Uint8Array | null): boolean | null {
  if (bytes === null) return null;
  if (read(bytes, 0).byteLength !== 1)
    throw invalidArgument(`Array has wrong size: ${bytes.length}; a boolean has 1 byte`);
  return bytes[0] !== 0;
}

function inRange(value: unknown, bits: number): number {
  const limit = 2 ** bits;
  if (typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit) return value;
  throw invalidArgument(`the number must be an integer from ${-limit} to ${limit - 1}; got ${kindOf(value)}`);
}

function write(size: number, set: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(size);
  set(new DataView(bytes.buffer));
  return bytes;
}

function read(value: unknown, size: number): DataView {
  const bytes = requireBytes(value);
  if (bytes.length < size) throw invalidArgument(`a number of this type has ${size} bytes; got ${bytes.length}`);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
