import { fromDouble, fromLong, toDouble, toLong } from '../bytes/bytes.js';
import { requireBytes } from '../bytes/kind.js';
import { decodeTextStrict } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { kindWithCure } from './arguments.js';
import { type BytesLike, toBytes } from './bytes-like.js';

/**
 * How values of a column are converted to bytes and back, in a table that is defined with `defineTable`. `In` is the
 * type written, `Out` the type read. Both functions throw for input that they cannot convert. `text`, `json`, `int64`,
 * `float64` and `bytes` are codecs; any object of this shape is one. Only columns of an
 * AppendCodec can be appended to, and only those of a CounterCodec can be incremented.
 */
export interface Codec<out Out, in In = Out> {
  /** The name in messages. */
  readonly name: string;
  encode(value: In): Uint8Array;
  decode(bytes: Uint8Array): Out;
}

/** A codec with which `append` can be used: the bytes of two values, one after the other, are those of one value. */
export interface AppendCodec<out Out, in In = Out> extends Codec<Out, In> {
  readonly appends: true;
}

/** A codec with which `increment` can be used: its bytes are those of a counter. */
export interface CounterCodec<out Out, in In = Out> extends Codec<Out, In> {
  readonly counts: true;
}

/** Text as UTF-8. Reading throws INVALID_ARGUMENT for bytes that are not text. */
export const text: AppendCodec<string> = {
  name: 'text',
  appends: true,
  encode(value) {
    if (typeof value !== 'string') throw invalidArgument(`expected text; got ${kindWithCure(value)}`);
    return toBytes(value, 'text');
  },
  decode(stored) {
    const decoded = decodeTextStrict(stored);
    if (decoded === null) throw invalidArgument('these bytes are not text in UTF-8');
    return decoded;
  },
};

/**
 * A 64-bit integer in 8 bytes, the format of counters. Accepts a safe integer or a `bigint`; reads a `bigint`.
 *
 * @see W-32
 */
export const int64: CounterCodec<bigint, number | bigint> = {
  name: 'int64',
  counts: true,
  encode: fromLong,
  decode: (stored) => toLong(eightBytes(stored)),
};

/** A number in 8 bytes, IEEE 754. -0 is written as 0, so that equal numbers have equal bytes. */
export const float64: Codec<number> = {
  name: 'float64',
  encode: (value) => fromDouble(value === 0 ? 0 : value),
  decode: (stored) => toDouble(eightBytes(stored)),
};

/** Bytes, unchanged; accepts text too. */
export const bytes: AppendCodec<Uint8Array, BytesLike> = {
  name: 'bytes',
  appends: true,
  encode: (value) => toBytes(value, 'a value'),
  decode: requireBytes,
};

function eightBytes(stored: Uint8Array): Uint8Array {
  if (stored.length !== 8) throw invalidArgument(`expected 8 bytes, found ${stored.length}`);
  return stored;
}
