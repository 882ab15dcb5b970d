import { kindOf, notAllowed } from '../bytes/kind.js';
import { BigtabError, invalidArgument } from '../errors.js';
import type { BytesLike } from './bytes-like.js';
import type { Codec } from './codec.js';
import { type KeyPart, keyPartOf } from './key-part.js';

/** What `keyOf` accepts: the codec `text`, `bytes`, `int64` or `float64`, or a part such as `int64Descending`. */
export type KeyPartLike =
  | KeyPart<unknown, never>
  | Codec<string>
  | Codec<number>
  | Codec<bigint, number | bigint>
  | Codec<Uint8Array, BytesLike>;

/** The parts of composite row keys, in order. */
export type KeyParts = readonly KeyPartLike[];

type PartIn<P> =
  P extends KeyPart<unknown, infer In> ? In : P extends { encode(value: infer In): unknown } ? In : never;
type PartOut<P> =
  P extends KeyPart<infer Out, never> ? Out : P extends { decode(bytes: Uint8Array): infer Out } ? Out : never;

/** A row key as it is written: one value for each part. */
export type KeyInput<P extends KeyParts> = { readonly [I in keyof P]: PartIn<P[I]> };
/** A row key as it is read: one value for each part. */
export type KeyOutput<P extends KeyParts> = { readonly [I in keyof P]: PartOut<P[I]> };
/** The first parts of a row key: at least one. */
export type KeyPrefix<P extends KeyParts> = P extends readonly [infer First, ...infer Rest extends KeyParts]
  ? readonly [PartIn<First>] | (Rest extends readonly [] ? never : readonly [PartIn<First>, ...KeyPrefix<Rest>])
  : never;

/** How the row keys of a typed table consist of several parts. Returned by `keyOf`. */
export class KeyCodec<const P extends KeyParts> {
  /** The parts as they were passed to `keyOf`. */
  readonly parts: P;
  private readonly codecs: readonly KeyPart<unknown, never>[];

  constructor(parts: P, codecs: readonly KeyPart<unknown, never>[]) {
    this.parts = parts;
    this.codecs = codecs;
  }

  /** The bytes of a key. Throws INVALID_ARGUMENT for anything but a list with a value for each part. */
  encode(key: KeyInput<P>): Uint8Array {
    return this.join(key, this.codecs.length, 'a row key');
  }

  /** The bytes with which the keys that begin with these parts begin. Throws INVALID_ARGUMENT. */
  encodePrefix(prefix: KeyPrefix<P>): Uint8Array {
    return this.join(prefix, 1, 'the first parts of a row key');
  }

  /** The key with these bytes. Throws INVALID_ARGUMENT for bytes that `encode` does not return. */
  decode(key: Uint8Array): KeyOutput<P> {
    let at = 0;
    const values = this.codecs.map((part) => {
      const { value, end } = this.inKey(() => part.fromKey(key, at));
      at = end;
      return value;
    });
    if (at < key.length) this.inKey(() => fail(`${key.length - at} bytes follow the last part`));
    return values as unknown as KeyOutput<P>;
  }

  /** The names of the parts, for messages. */
  toString(): string {
    return `(${this.codecs.map(({ name }) => name).join(', ')})`;
  }

  private join(given: unknown, least: number, what: string): Uint8Array {
    const { codecs } = this;
    if (!Array.isArray(given)) throw notAllowed(what, `a list with the parts ${this}`, given);
    if (given.length < least || given.length > codecs.length)
      throw invalidArgument(`${what} must be a list with the parts ${this}; got ${given.length} parts`);
    // Unlike `map`, this does not skip the gaps of a list.
    const parts = Array.from(given, (value: unknown, index) => {
      const { name, toKey } = codecs[index] as KeyPart<unknown, unknown>;
      return inPart(`part ${index + 1} of a row key (${name})`, () => toKey(value));
    });
    return Uint8Array.from(parts.flatMap((part) => [...part]));
  }

  private inKey<T>(work: () => T): T {
    return inPart(`these bytes are not a row key with the parts ${this}`, work);
  }
}

/**
 * Describes row keys of several parts for `defineTable`. Keys sort by their first part, then by the second, and so on.
 * A row key is then a list with a value for each part: `get(['alice', 5n])`. A scan accepts the first parts:
 * `getScanner({ prefix: ['alice'] })` reads the rows of `'alice'`, and none of `'alice2'`.
 *
 * The parts are `text`, `bytes`, `int64`, `float64`, and `textDescending`, `int64Descending` and `float64Descending`,
 * which sort from the largest to the smallest. Text sorts in the order of UTF-8. A number takes 9 bytes; text and bytes
 * take two more bytes than they have, and one more for each byte 0. Throws INVALID_ARGUMENT for any other part.
 *
 * @example
 * const visits = defineTable({ name: 'visits', key: keyOf(text, int64Descending), families: { v: {} } });
 */
export function keyOf<const P extends readonly [KeyPartLike, ...KeyPartLike[]]>(...parts: P): KeyCodec<P> {
  const codecs = parts.map((given: unknown, index) => {
    const part = keyPartOf(given);
    if (part === null)
      throw invalidArgument(
        `part ${index + 1} of a row key must be text, bytes, int64, float64, textDescending, int64Descending or float64Descending; got ${nameOf(given)}`,
      );
    return part;
  });
  if (codecs.length === 0) throw invalidArgument('keyOf needs at least one part');
  return new KeyCodec(parts, codecs);
}

function nameOf(given: unknown): string {
  const { name } = (given ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? `the codec ${name}` : kindOf(given);
}

/** Runs `work`; puts `place` before the message of an error. */
function inPart<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    throw new BigtabError(error.code, `${place}: ${error.message}`, { cause: error.cause });
  }
}

function fail(message: string): never {
  throw invalidArgument(message);
}
