import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../bytes/compare.js';
import { encodeOrderedFloat64 } from '../bytes/numbers.js';
import { prefixStop } from '../bytes/successor.js';
import { testRuns, testSeed } from '../testing/seed.js';
import { bytes, float64, int64, text } from './codec.js';
import { json } from './json-codec.js';
import { keyOf } from './key-codec.js';
import { float64Descending, int64Descending, type KeyPart, textDescending } from './key-part.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

type Compare = (a: never, b: never) => number;
const encoder = new TextEncoder();
const numbers = (a: number, b: number) => Number(a > b) - Number(a < b);
const longs = (a: bigint, b: bigint) => Number(a > b) - Number(a < b);
const texts = (a: string, b: string) => compareBytes(encoder.encode(a), encoder.encode(b));
const reversed =
  (order: Compare): Compare =>
  (a, b) =>
    order(b, a);

/** Few characters, so that equal parts, prefixes and bytes 0, 1 and 255 are frequent. */
const someText = fc.oneof(
  fc.string({ unit: fc.constantFrom('\0', '\x01', 'a', 'b', 'ÿ', '\uffff', '😀'), maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => !/\p{Surrogate}/u.test(one)),
);
const someBytes = fc.uint8Array({ maxLength: 4 }).chain((any) =>
  fc.constantFrom(
    any,
    any.map((byte) => byte % 3),
    any.map((byte) => 255 - (byte % 2)),
  ),
);
const someLong = fc.oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
const someDouble = fc
  .oneof(fc.constantFrom(0, 1, -1, 0.5, Infinity, -Infinity), fc.double({ noNaN: true }))
  .map((one) => (one === 0 ? 0 : one));

const PARTS: readonly { readonly part: unknown; readonly values: fc.Arbitrary<unknown>; readonly order: Compare }[] = [
  { part: text, values: someText, order: texts },
  { part: textDescending, values: someText, order: reversed(texts) },
  { part: bytes, values: someBytes, order: compareBytes },
  { part: int64, values: someLong, order: longs },
  { part: int64Descending, values: someLong, order: reversed(longs) },
  { part: float64, values: someDouble, order: numbers },
  { part: float64Descending, values: someDouble, order: reversed(numbers) },
];
const somePart = fc.constantFrom(...PARTS);

/** Parts, and two keys with these parts. */
const someKeys = fc.array(somePart, { minLength: 1, maxLength: 4 }).chain((parts) => {
  const key = fc.tuple(...parts.map(({ values }) => values));
  return fc.tuple(fc.constant(parts), key, key, fc.nat({ max: parts.length })).map(([all, a, b, same]) => {
    // The keys often have the same first parts.
    return [all, a, [...a.slice(0, same), ...b.slice(same)]] as const;
  });
});

function codecOf(parts: readonly { readonly part: unknown }[]) {
  return keyOf(...(parts.map(({ part }) => part) as [KeyPart<unknown, unknown>]));
}

describe('keyOf', () => {
  it('sorts keys by their parts', () => {
    fc.assert(
      fc.property(someKeys, ([parts, a, b]) => {
        const codec = codecOf(parts);
        const order = parts.reduce((before, part, at) => before || part.order(a[at] as never, b[at] as never), 0);
        expect(Math.sign(compareBytes(codec.encode(a as never), codec.encode(b as never)))).toBe(Math.sign(order));
      }),
      { seed: testSeed(1), numRuns: testRuns(5_000) },
    );
  });

  it('reads what it wrote', () => {
    fc.assert(
      fc.property(someKeys, ([parts, key]) => {
        const codec = codecOf(parts);
        expect(codec.decode(codec.encode(key as never))).toEqual(key);
      }),
      { seed: testSeed(2), numRuns: testRuns(2_000) },
    );
  });

  it('finds the keys with the same first parts by their first bytes, and no others', () => {
    fc.assert(
      fc.property(someKeys, fc.nat({ max: 3 }), ([parts, a, b], last) => {
        const codec = codecOf(parts);
        const length = Math.min(last + 1, parts.length);
        const prefix = codec.encodePrefix(a.slice(0, length) as never);
        const key = codec.encode(b as never);
        const stop = prefixStop(prefix);
        const isFound = compareBytes(key, prefix) >= 0 && (stop === null || compareBytes(key, stop) < 0);
        const isSame = parts.slice(0, length).every((part, at) => part.order(a[at] as never, b[at] as never) === 0);
        expect(isFound).toBe(isSame);
      }),
      { seed: testSeed(3), numRuns: testRuns(5_000) },
    );
    const codec = keyOf(text, int64);
    expect(prefixOf(codec.encode(['alice', 1]), codec.encodePrefix(['al']))).toBe(false);
    expect(prefixOf(codec.encode(['al', 1]), codec.encodePrefix(['al']))).toBe(true);
  });

  it('refuses bytes that it did not write', () => {
    const codec = keyOf(text, int64Descending);
    const key = codec.encode(['a\0b', 5n]);
    for (let length = 0; length < key.length; length++)
      expect(() => codec.decode(key.subarray(0, length))).toThrow(
        'not a row key with the parts (text, int64Descending)',
      );
    expect(() => codec.decode(Uint8Array.of(...key, 0))).toThrow('1 bytes follow the last part');
    expect(() => codec.decode(keyOf(text, int64).encode(['a', 5]))).toThrow('there is no number at byte 3');
    expect(() => codec.decode(Uint8Array.of(97, 0, 2, 0, 0))).toThrow('there is no text at byte 0');
    // A get of -0 reads the row of 0, and NaN cannot be written.
    for (const [part, order] of [
      [float64, 'ASCENDING'],
      [float64Descending, 'DESCENDING'],
    ] as const)
      for (const value of [-0, Number.NaN])
        expect(() => keyOf(part).decode(encodeOrderedFloat64(value, order))).toThrow('cannot contain NaN or -0');
  });

  it('refuses keys of another form', () => {
    const codec = keyOf(text, float64);
    const wrong: unknown[] = ['alice', ['alice'], ['alice', 1, 2], [5, 5], ['alice', '5'], ['alice', Number.NaN], null];
    for (const key of wrong) expect(() => codec.encode(key as never)).toThrow(INVALID);
    const withGap: unknown[] = new Array(2);
    withGap[1] = 5;
    expect(() => codec.encode(withGap as never)).toThrow('part 1 of a row key (text): expected text; got undefined');
    for (const prefix of ['al', [], ['a', 1, 2], [1]])
      expect(() => codec.encodePrefix(prefix as never)).toThrow(INVALID);
    expect(() => codec.encode(['alice', '5'] as never)).toThrow('part 2 of a row key (float64)');
    expect(codec.encode(['a', -0])).toEqual(codec.encode(['a', 0]));
  });

  it('refuses other codecs as parts, and a key without parts', () => {
    expect(() => keyOf(json<string>())).toThrow('part 1 of a row key must be text, bytes');
    for (const part of [undefined, 'text', {}]) expect(() => keyOf(part as never)).toThrow(INVALID);
    expect(() => (keyOf as () => unknown)()).toThrow('at least one part');
  });
});

function prefixOf(key: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.every((byte, at) => key[at] === byte);
}
