import { invalidArgument } from '../errors.js';
import { equalRanges } from './compare.js';
import { kindOf, requireBytes } from './kind.js';

/** The longest array in Java. */
const MAX_LENGTH = 2 ** 31 - 1;

/** The first `length` bytes, or null when there are fewer. HBase: `Bytes.head`. */
export function head(bytes: Uint8Array, length: number): Uint8Array | null {
  return part(bytes, length, 0);
}

/** The last `length` bytes, or null when there are fewer. HBase: `Bytes.tail`. */
export function tail(bytes: Uint8Array, length: number): Uint8Array | null {
  return part(bytes, length, requireBytes(bytes).length - length);
}

/** `length` zero bytes, then the bytes. HBase: `Bytes.padHead`. */
export function padHead(bytes: Uint8Array, length: number): Uint8Array {
  return padded(bytes, length, length);
}

/** The bytes, then `length` zero bytes. HBase: `Bytes.padTail`. */
export function padTail(bytes: Uint8Array, length: number): Uint8Array {
  return padded(bytes, length, 0);
}

/** Whether `bytes` begin with `prefix`. HBase: `Bytes.startsWith`. */
export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  const { length } = requireBytes(prefix);
  return requireBytes(bytes).length >= length && equalRanges(bytes, 0, length, prefix, 0, length);
}

/** A signed 32-bit number of the bytes, always the same for the same bytes. HBase: `Bytes.hashCode`. */
export function hashCode(bytes: Uint8Array): number {
  let hash = 1;
  for (const byte of requireBytes(bytes)) hash = (Math.imul(31, hash) + ((byte << 24) >> 24)) | 0;
  return hash;
}

/** Two lower-case hex digits a byte. HBase: `Bytes.toHex`. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of requireBytes(bytes)) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The bytes of `toHex`, digits in either case. Throws INVALID_ARGUMENT for other text. HBase: `Bytes.fromHex`. */
export function fromHex(text: string): Uint8Array {
  if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})*$/i.test(text)) {
    throw invalidArgument(`hex must be text with two digits per byte; got ${kindOf(text)}`);
  }
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

function part(bytes: Uint8Array, length: number, from: number): Uint8Array | null {
  const whole = requireBytes(bytes);
  checkLength(length);
  return whole.length < length ? null : whole.slice(from, from + length);
}

function padded(bytes: Uint8Array, zeros: number, at: number): Uint8Array {
  const { length } = requireBytes(bytes);
  checkLength(zeros);
  const all = new Uint8Array(length + zeros);
  all.set(bytes, at);
  return all;
}

function checkLength(length: number): void {
  if (!Number.isInteger(length) || length < 0 || length > MAX_LENGTH)
    throw invalidArgument(`a length must be an integer from 0 to ${MAX_LENGTH}; got ${kindOf(length)}`);
}
