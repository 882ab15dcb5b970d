/*
 * The keys of index entries. An entry is a cell without a value in a row of the index's own family:
 *
 *   row key of the entry = 01, part, part …, row key
 *
 *   part of order bytes     the first 4 KiB of the value, 00 written as 00 FF, ended by 00 00
 *   part of order int64     8 bytes, with the sign bit flipped
 *   part of order float64   8 bytes: the sign bit flipped if it is clear, every bit if it is set; one NaN, which is
 *                           last, and one zero. Earlier versions wrote another part for -0
 *
 * So entries are in the order of the values and then of the row keys. A part takes at most 8,190 bytes, four of
 * them and a row key less than 65,535 bytes, the limit of a cell. Keys that begin with 00 are not entries (doubtful-rows).
 */
import { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes, equalBytes, equalRanges } from '../../bytes/compare.js';
import { prefixStop } from '../../bytes/successor.js';
import { invalidArgument } from '../../errors.js';
import type { IndexDescriptor, IndexOrder } from '../../model/schema/index-descriptor.js';

/** Values are indexed by this many of their first bytes. */
export const INDEXED_BYTES = 4096;

const PART_BYTES = 8188;
const ENTRY = 1;
const NUMBER_BYTES = 8;
/** Reused, because each row of a scan by an index needs one. */
const scratch = new ByteWriter(64);
const NAN = Uint8Array.of(0x7f, 0xf8, 0, 0, 0, 0, 0, 0);
const ZERO = new Uint8Array(NUMBER_BYTES);

/** The parts of a row's key in an index; null if a number does not have 8 bytes: the row is then not in the index. */
export function encodeParts(order: readonly IndexOrder[], values: readonly Uint8Array[]): Uint8Array | null {
  return writeKey(order, values) ? scratch.written().slice() : null;
}

/** Whether the key of an entry has the parts of these values, which take its first `length` bytes. */
export function hasParts(
  key: Uint8Array,
  length: number,
  order: readonly IndexOrder[],
  values: readonly Uint8Array[],
): boolean {
  return writeKey(order, values) && equalRanges(key, 0, length, scratch.bytes, 0, scratch.length);
}

function writeKey(order: readonly IndexOrder[], values: readonly Uint8Array[]): boolean {
  scratch.reset();
  scratch.u8(ENTRY);
  return writeParts(scratch, order, values);
}

function writeParts(out: ByteWriter, order: readonly IndexOrder[], values: readonly Uint8Array[]): boolean {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as Uint8Array;
    if (order[index] === 'bytes') writeText(out, value, true);
    else if (value.length === NUMBER_BYTES) writeNumber(out, value, order[index] === 'float64');
    else return false;
  }
  return true;
}

/** The key of an entry. */
export function entryKey(parts: Uint8Array, row: Uint8Array): Uint8Array {
  const key = new Uint8Array(parts.length + row.length);
  key.set(parts);
  key.set(row, parts.length);
  return key;
}

/** Where the row key begins in the key of an entry, or what follows these parts if the first one begins at `first`. */
export function partsLength(order: readonly IndexOrder[], key: Uint8Array, first = 1): number {
  let at = first;
  for (const one of order) {
    if (one !== 'bytes') at += NUMBER_BYTES;
    else {
      while (at < key.length && !(key[at] === 0 && key[at + 1] === 0)) at += key[at] === 0 ? 2 : 1;
      at += 2;
    }
  }
  return at;
}

/** Whether a key is that of an entry as an engine writes it, or an earlier version did. */
export function isEntryKey(order: readonly IndexOrder[], key: Uint8Array): boolean {
  const length = partsLength(order, key);
  if (key[0] !== ENTRY || length >= key.length) return false;
  let at = 1;
  return order.every((one) => {
    const from = at;
    at = partsLength([one], key, from);
    const value = one === 'bytes' ? readText(key, from) : readNumber(key, from, one === 'float64');
    scratch.reset();
    writeParts(scratch, [one], [value]);
    return isZero(one, value) || equalRanges(key, from, at - from, scratch.bytes, 0, scratch.length);
  });
}

/** Whether another value may have the same part in the index. */
function isLong(value: Uint8Array): boolean {
  return 2 * value.length >= PART_BYTES;
}

/** The values that a read of an index requests. */
export interface IndexBounds {
  /** The values of the first columns. */
  readonly equals: readonly Uint8Array[];
  /** Bounds of the value of the next column: the first one, the one that is no longer read, and how it begins. */
  readonly from: Uint8Array | null;
  readonly to: Uint8Array | null;
  readonly prefix: Uint8Array | null;
}

/** The entries within the bounds, and perhaps others, which `matches` finds. */
export interface EntryRange {
  readonly start: Uint8Array;
  /** The first key after the range; empty for none. */
  readonly stop: Uint8Array;
  /** Checks the values of a row; null if all entries of the range are within the bounds. */
  readonly matches: ((values: readonly Uint8Array[]) => boolean) | null;
}

/** Throws INVALID_ARGUMENT for bounds that the index cannot have. */
export function entryRange({ name, order }: IndexDescriptor, bounds: IndexBounds): EntryRange {
  const { equals, from, to, prefix } = bounds;
  const ranged = from !== null || to !== null || prefix !== null;
  if (equals.length + (ranged ? 1 : 0) > order.length)
    throw invalidArgument(`the scan names values of more columns than index '${name}' has: ${order.length}`);
  const kind = order[equals.length] as IndexOrder;
  if (prefix !== null && kind !== 'bytes')
    throw invalidArgument(`a column of index '${name}' in the order ${kind} has no prefixes; use from and to`);
  const part = (value: Uint8Array, at: number): Uint8Array => {
    const out = new ByteWriter(64);
    if (writeParts(out, [order[at] as IndexOrder], [value])) return out.finish();
    throw invalidArgument(`values of index '${name}' have 8 bytes; got ${value.length}`);
  };
  const head = joined([Uint8Array.of(ENTRY), ...equals.map(part)]);
  const given = [...equals, from, to, prefix].filter((value) => value !== null);
  const exact = !given.some((value, at) => order[Math.min(at, equals.length)] === 'bytes' && isLong(value));
  let start = head;
  let stop = prefixStop(head);
  if (prefix !== null) {
    const out = new ByteWriter(64);
    writeText(out, prefix, false);
    start = joined([head, out.finish()]);
    stop = prefixStop(start);
  }
  if (from !== null) start = joined([head, part(from, equals.length)]);
  if (to !== null) {
    const end = joined([head, part(to, equals.length)]);
    stop = isLong(to) ? prefixStop(end) : end;
  }
  return { start, stop: stop ?? new Uint8Array(), matches: exact ? null : (values) => within(order, bounds, values) };
}

/** Numbers within the range are within the bounds: the keys have all of a number. */
function within(
  order: readonly IndexOrder[],
  { equals, from, to, prefix }: IndexBounds,
  values: readonly Uint8Array[],
): boolean {
  if (!equals.every((value, at) => order[at] !== 'bytes' || equalBytes(value, values[at] as Uint8Array))) return false;
  const next = values[equals.length];
  if (next === undefined || order[equals.length] !== 'bytes') return true;
  return (
    (from === null || compareBytes(next, from) >= 0) &&
    (to === null || compareBytes(next, to) < 0) &&
    (prefix === null || equalBytes(next.subarray(0, prefix.length), prefix))
  );
}

/** Returns how many bytes of the value were written. */
function writeText(out: ByteWriter, value: Uint8Array, ends: boolean): number {
  const first = out.length;
  const length = Math.min(value.length, INDEXED_BYTES);
  let index = 0;
  for (; index < length; index++) {
    const byte = value[index] as number;
    if (out.length - first + (byte === 0 ? 2 : 1) > PART_BYTES) break;
    out.u8(byte);
    if (byte === 0) out.u8(0xff);
  }
  if (ends) out.u16(0);
  return index;
}

/** The inverse of `writeText`. */
export function readText(key: Uint8Array, from: number): Uint8Array {
  const bytes: number[] = [];
  for (let at = from; at < key.length && !(key[at] === 0 && key[at + 1] === 0); at++) {
    bytes.push(key[at] as number);
    if (key[at] === 0) at++;
  }
  return Uint8Array.from(bytes);
}

/** The inverse of `writeNumber`. */
function readNumber(key: Uint8Array, from: number, isFloat: boolean): Uint8Array {
  const value = key.slice(from, from + NUMBER_BYTES);
  const first = value[0] as number;
  if (isFloat && first < 0x80) return value.map((byte) => 0xff - byte);
  value[0] = first ^ 0x80;
  return value;
}

function writeNumber(out: ByteWriter, value: Uint8Array, isFloat: boolean): void {
  const number = isFloat ? toDouble(value) : 1;
  const bytes = number === 0 ? ZERO : Number.isNaN(number) ? NAN : value;
  const first = bytes[0] as number;
  const invert = isFloat && first >= 0x80;
  for (let index = 0; index < NUMBER_BYTES; index++) {
    const byte = bytes[index] as number;
    out.u8(invert ? 0xff - byte : index === 0 ? byte ^ 0x80 : byte);
  }
}

/** Whether values of two rows are the same value of a unique index: 0 and -0 are, two forms of NaN are not. */
export function isSameValue(order: IndexOrder, a: Uint8Array, b: Uint8Array): boolean {
  return equalBytes(a, b) || (isZero(order, a) && isZero(order, b));
}

/** Whether a value is 0 or -0. */
export function isZero(order: IndexOrder, value: Uint8Array): boolean {
  return order === 'float64' && toDouble(value) === 0;
}

function toDouble({ buffer, byteOffset }: Uint8Array): number {
  return new DataView(buffer, byteOffset, NUMBER_BYTES).getFloat64(0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new ByteWriter(64);
  for (const part of parts) out.raw(part);
  return out.finish();
}
