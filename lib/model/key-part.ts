import { requireInt64, requireNumber } from '../bytes/long-numbers.js';
import {
  decodeOrderedFloat64,
  decodeOrderedInt64,
  encodeOrderedFloat64,
  encodeOrderedInt64,
  type NumberOrder,
} from '../bytes/numbers.js';
import { invalidArgument } from '../errors.js';
import { bytes, type Codec, float64, int64, text } from './codec.js';

/*
 * One part of a composite row key. Its bytes sort as its values do, and show where they end, so that the bytes of
 * several parts, one after the other, sort by the first part that differs, and no part is a prefix of another one.
 *
 *   numbers      9 bytes: a byte for the type, then the number in ordered form (Bytes.fromOrderedLong, …Double)
 *   text, bytes  the bytes, each 0x00 as 0x00 0x01, then 0x00 0x00
 *   descending   the bytes of the ascending part, each inverted
 */

/** A part of a composite row key, see `keyOf`. `In` is the type written, `Out` the type read. */
export interface KeyPart<out Out, in In = Out> {
  /** The name in messages. */
  readonly name: string;
  /** The bytes of a part. Throws INVALID_ARGUMENT. */
  toKey(value: In): Uint8Array;
  /** The part that begins at `at`, and where the next one begins. Throws INVALID_ARGUMENT. */
  fromKey(key: Uint8Array, at: number): { readonly value: Out; readonly end: number };
}

const NUMBER_BYTES = 9;
const ESCAPED = 0x01;
const END = 0x00;

/** A part of a composite row key: integers from the largest to the smallest. */
export const int64Descending: KeyPart<bigint, number | bigint> = {
  name: 'int64Descending',
  toKey: (value) => encodeOrderedInt64(requireInt64(value), 'DESCENDING'),
  fromKey: (key, at) => numberAt(key, at, 'DESCENDING', decodeOrderedInt64),
};

/** A part of a composite row key: numbers from the largest to the smallest. Refuses NaN; −0 is 0. */
export const float64Descending: KeyPart<number> = {
  name: 'float64Descending',
  toKey: (value) => doubleToKey(value, 'DESCENDING'),
  fromKey: (key, at) => numberAt(key, at, 'DESCENDING', doubleOf),
};

/** A part of a composite row key: text from the last to the first, in the order of UTF-8. */
export const textDescending: KeyPart<string> = {
  name: 'textDescending',
  toKey: (value) => inverted(toTerminated(text.encode(value))),
  fromKey: (key, at) => terminatedAt(inverted(key), at, text),
};

/**
 * The part that a codec or a part describes, or null for any other value. The parts of codecs are created here, because
 * a bundler keeps what a module creates when it is loaded.
 */
export function keyPartOf(given: unknown): KeyPart<unknown, never> | null {
  if (given === text) return terminated(text);
  if (given === bytes) return terminated(bytes);
  if (given === int64) {
    return {
      name: int64.name,
      toKey: (value: number | bigint) => encodeOrderedInt64(requireInt64(value), 'ASCENDING'),
      fromKey: (key, at) => numberAt(key, at, 'ASCENDING', decodeOrderedInt64),
    };
  }
  if (given === float64) {
    return {
      name: float64.name,
      toKey: (value: number) => doubleToKey(value, 'ASCENDING'),
      fromKey: (key, at) => numberAt(key, at, 'ASCENDING', doubleOf),
    };
  }
  const part = given as KeyPart<unknown, never> | null | undefined;
  return typeof part?.toKey === 'function' && typeof part.fromKey === 'function' ? part : null;
}

function doubleToKey(value: number, order: NumberOrder): Uint8Array {
  if (Number.isNaN(requireNumber(value))) throw invalidArgument('NaN cannot be a part of a row key');
  return encodeOrderedFloat64(value === 0 ? 0 : value, order);
}

/** Refuses what `doubleToKey` does not write, so that every key that is read can be used for a get. */
function doubleOf(key: Uint8Array): number {
  const value = decodeOrderedFloat64(key);
  if (Number.isNaN(value) || Object.is(value, -0)) throw invalidArgument('a row key cannot contain NaN or -0');
  return value;
}

/** The readers of numbers accept both orders, so the order is checked here. */
function numberAt<T>(key: Uint8Array, at: number, order: NumberOrder, decode: (key: Uint8Array) => T) {
  const end = at + NUMBER_BYTES;
  const isDescending = (key[at] as number) >= 0x80;
  if (end > key.length || isDescending !== (order === 'DESCENDING'))
    throw invalidArgument(`there is no number at byte ${at}`);
  return { value: decode(key.subarray(at, end)), end };
}

function terminated<Out, In>(codec: Codec<Out, In>): KeyPart<Out, In> {
  return {
    name: codec.name,
    toKey: (value) => toTerminated(codec.encode(value)),
    fromKey: (key, at) => terminatedAt(key, at, codec),
  };
}

function toTerminated(plain: Uint8Array): Uint8Array {
  const escaped: number[] = [];
  for (const byte of plain) {
    escaped.push(byte);
    if (byte === END) escaped.push(ESCAPED);
  }
  return Uint8Array.from([...escaped, END, END]);
}

function terminatedAt<Out>(key: Uint8Array, at: number, { name, decode }: Codec<Out, never>) {
  const plain: number[] = [];
  for (let next = at; next + 1 < key.length; next++) {
    const byte = key[next] as number;
    if (byte === END && key[++next] !== ESCAPED) {
      if (key[next] === END) return { value: decode(Uint8Array.from(plain)), end: next + 1 };
      break;
    }
    plain.push(byte);
  }
  throw invalidArgument(`there is no ${name} at byte ${at}`);
}

function inverted(key: Uint8Array): Uint8Array {
  return key.map((byte) => byte ^ 0xff);
}
