import { describe, expect, it } from 'vitest';
import { compareBytes } from './compare.js';
import * as OrderedBytes from './ordered-bytes.js';

const ORDERS = ['ASCENDING', 'DESCENDING'] as const;
const bytes = (...of: number[]) => Uint8Array.from(of);

const KINDS = [
  { kind: 'Int8', values: [-128, -1, 0, 1, 127], encode: OrderedBytes.encodeInt8, decode: OrderedBytes.decodeInt8 },
  {
    kind: 'Int16',
    values: [-32768, -256, -1, 0, 1, 32767],
    encode: OrderedBytes.encodeInt16,
    decode: OrderedBytes.decodeInt16,
  },
  {
    kind: 'Int32',
    values: [-(2 ** 31), -256, -1, 0, 1, 2 ** 31 - 1],
    encode: OrderedBytes.encodeInt32,
    decode: OrderedBytes.decodeInt32,
  },
  {
    kind: 'Int64',
    values: [-(2n ** 63n), -256n, -1n, 0n, 1n, 2n ** 63n - 1n],
    encode: OrderedBytes.encodeInt64,
    decode: OrderedBytes.decodeInt64,
  },
  {
    kind: 'Float32',
    values: [-Infinity, -1.5, -(2 ** -149), -0, 0, 2 ** -149, 1.5, Infinity, NaN],
    encode: OrderedBytes.encodeFloat32,
    decode: OrderedBytes.decodeFloat32,
  },
  {
    kind: 'Float64',
    values: [-Infinity, -1e300, -5e-324, -0, 0, 5e-324, 1e300, Infinity, NaN],
    encode: OrderedBytes.encodeFloat64,
    decode: OrderedBytes.decodeFloat64,
  },
  {
    kind: 'Numeric as double',
    values: [
      -Infinity,
      -1e300,
      -1e20,
      -100,
      -99.5,
      -1,
      -0.5,
      -1e-20,
      0,
      1e-300,
      0.01,
      0.5,
      1,
      1.5,
      99.5,
      1e22,
      1e300,
      Infinity,
      NaN,
    ],
    encode: OrderedBytes.encodeNumeric,
    decode: OrderedBytes.decodeNumericAsDouble,
  },
  {
    kind: 'Numeric as long',
    values: [-(2n ** 63n), -100n, -99n, -1n, 0n, 1n, 9n, 10n, 100n, 101n, 2n ** 63n - 1n],
    encode: OrderedBytes.encodeNumeric,
    decode: OrderedBytes.decodeNumericAsLong,
  },
  {
    kind: 'Numeric as text',
    values: [
      null,
      '-1E+70000',
      '-1E+5000',
      '-1E+500',
      '-12.5',
      '-1E-500',
      '0',
      '1E-70000',
      '1E-5000',
      '1E-500',
      '12.5',
      '1E+500',
      '1E+5000',
      '1E+70000',
    ],
    encode: OrderedBytes.encodeNumeric,
    decode: OrderedBytes.decodeNumericAsBigDecimal,
  },
  {
    kind: 'String',
    values: [null, '', 'a', 'a b', 'ab', 'b', 'é'],
    encode: OrderedBytes.encodeString,
    decode: OrderedBytes.decodeString,
  },
  {
    kind: 'BlobVar',
    values: [null, bytes(), bytes(0), bytes(1), bytes(1, 2, 3, 4, 5, 6, 7), bytes(1, 2, 3, 4, 5, 6, 7, 8), bytes(255)],
    encode: OrderedBytes.encodeBlobVar,
    decode: OrderedBytes.decodeBlobVar,
  },
  {
    kind: 'BlobCopy',
    values: [null, bytes(), bytes(1), bytes(1, 1), bytes(255)],
    encode: OrderedBytes.encodeBlobCopy,
    decode: OrderedBytes.decodeBlobCopy,
  },
] as unknown as readonly {
  readonly kind: string;
  readonly values: readonly unknown[];
  encode(value: unknown, order?: string): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}[];

describe.each(KINDS)('OrderedBytes of kind $kind', ({ values, encode, decode }) => {
  it.each(ORDERS)('sort like their values and decode to them, %s', (order) => {
    const encoded = values.map((value) => encode(value, order));
    const sorted = [...encoded].sort((a, b) => compareBytes(a, b) * (order === 'ASCENDING' ? 1 : -1));
    expect(sorted).toEqual(encoded);
    expect(encoded.map(decode)).toEqual(values);
    for (const one of encoded) expect(OrderedBytes.isEncodedValue(one)).toBe(true);
  });

  it.each(ORDERS)('report where the next value of a composed key begins, %s', (order) => {
    for (const value of values) {
      const one = encode(value, order);
      const copied = order === 'ASCENDING' && one[0] === 0x38;
      // A null of a copied blob is followed by a byte in descending order.
      const own = one[0] === 0xfa ? 1 : one.length;
      const key = Uint8Array.of(...one, 0x42);
      expect(OrderedBytes.skip(key)).toBe(copied ? key.length : own);
      if (!copied) expect(decode(key)).toEqual(value);
    }
  });

  it('are refused if they end too early or are something else', () => {
    for (const value of values) {
      const one = encode(value);
      if (one.length > 1 && one[0] !== 0x38) expect(() => OrderedBytes.skip(one.subarray(0, -1))).toThrow(/end inside/);
    }
    expect(() => decode(bytes(0x01))).toThrow(/no encoded value of this type begins with the byte 0x1/);
    expect(() => decode(bytes())).toThrow(/at least one byte/);
    expect(() => decode('text' as unknown as Uint8Array)).toThrow(/bytes must be a Uint8Array; got text/);
    expect(() => encode(values.at(-1), 'DOWN')).toThrow(/'ASCENDING' or 'DESCENDING'/);
  });
});

describe('OrderedBytes', () => {
  it('recognize a null in either order', () => {
    for (const order of ORDERS) expect(OrderedBytes.isNull(OrderedBytes.encodeNull(order))).toBe(true);
    expect(OrderedBytes.isNull(OrderedBytes.encodeInt8(5))).toBe(false);
    expect(OrderedBytes.isEncodedValue(bytes(0x01))).toBe(false);
  });

  it('round a number to 31 digits, half up', () => {
    const round = (text: string) => OrderedBytes.decodeNumericAsBigDecimal(OrderedBytes.encodeNumeric(text));
    expect(round(`1.${'0'.repeat(30)}5`)).toBe(`1.${'0'.repeat(29)}1`);
    expect(round('9'.repeat(32))).toBe('1E+32');
    expect(round(`-0.${'9'.repeat(31)}4`)).toBe(`-0.${'9'.repeat(31)}`);
  });

  it('refuse to read a number of more than 100,000 digits', () => {
    const stored = new Uint8Array(2 * 2 ** 20).fill(0x55);
    stored[0] = 0x18;
    expect(() => OrderedBytes.decodeNumericAsBigDecimal(stored)).toThrow(/a number can have at most 100000 digits/);
  });

  it('cut a number to the lower 64 bits of its integer part', () => {
    const cut = (text: string) => OrderedBytes.decodeNumericAsLong(OrderedBytes.encodeNumeric(text));
    expect(cut('-12.9')).toBe(-12n);
    expect(cut('0.9')).toBe(0n);
    expect(cut('18446744073709551617')).toBe(1n);
    expect(cut('1E+64')).toBe(0n);
  });

  it.each([
    { what: 'a number out of range', call: () => OrderedBytes.encodeInt8(128) },
    { what: 'a fraction', call: () => OrderedBytes.encodeInt32(1.5) },
    { what: 'a long beyond 64 bits', call: () => OrderedBytes.encodeInt64(2n ** 63n) },
    { what: 'text as a double', call: () => OrderedBytes.encodeFloat64('1' as unknown as number) },
    { what: 'text that is no number', call: () => OrderedBytes.encodeNumeric('one') },
    { what: 'a number as text', call: () => OrderedBytes.encodeString(1 as unknown as string) },
    { what: 'U+0000 in a text', call: () => OrderedBytes.encodeString('a\0') },
    { what: '0x00 in a descending copy', call: () => OrderedBytes.encodeBlobCopy(bytes(0), 'DESCENDING') },
    { what: 'NaN as a long', call: () => OrderedBytes.decodeNumericAsLong(OrderedBytes.encodeNumeric(Number.NaN)) },
    { what: 'a null as a double', call: () => OrderedBytes.decodeNumericAsDouble(OrderedBytes.encodeNull()) },
  ])('refuse $what', ({ call }) => {
    expect(call).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
