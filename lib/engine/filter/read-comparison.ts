import { compareRanges } from '../../bytes/compare.js';
import { type Decimal, decodeDecimal } from '../../bytes/decimal.js';
import { decodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { type Comparison, OPERATORS, type StoredTest, storedTest } from './comparison.js';
import type { FilterReader } from './filter-reader.js';
import { readRegex } from './read-regex.js';

type ReadComparison = (reader: FilterReader) => Comparison;

const LONG_BYTES = 8;
/** Decimal digits for each hexadecimal digit. */
const DIGITS_OF_HEX = Math.log10(16);

/** Each kind of comparator at its number (ComparatorKind). */
const COMPARATORS: readonly ReadComparison[] = [
  binary,
  binaryPrefix,
  binaryComponent,
  regexString,
  substring,
  long,
  bigDecimal,
  bit,
  () => () => 1,
];

/** Reads a comparator. */
export function readComparison(reader: FilterReader): Comparison {
  return reader.oneOf(COMPARATORS)(reader);
}

/** Reads an operator and a comparator. */
export function readTest(reader: FilterReader): StoredTest {
  const op = reader.oneOf(OPERATORS);
  return storedTest(op, readComparison(reader));
}

function binary(reader: FilterReader): Comparison {
  const argument = reader.sized();
  return (bytes, offset, length) => compareRanges(argument, 0, argument.length, bytes, offset, length);
}

function binaryPrefix(reader: FilterReader): Comparison {
  return slice(reader.sized(), 0);
}

function binaryComponent(reader: FilterReader): Comparison {
  return slice(reader.sized(), reader.count());
}

/** Compares with the stored bytes from `from` on: as many as the argument has, or fewer if there are fewer. */
function slice(argument: Uint8Array, from: number): Comparison {
  const wanted = argument.length;
  return (bytes, offset, length) => {
    const start = Math.min(from, length);
    return compareRanges(argument, 0, wanted, bytes, offset + start, Math.min(wanted, length - start));
  };
}

function regexString(reader: FilterReader): Comparison {
  const regex = readRegex(reader);
  return (bytes, offset, length) => {
    try {
      return regex.isFoundIn(textOf(bytes, offset, length)) ? 0 : 1;
    } catch (error) {
      throw invalidArgument((error as RangeError).message);
    }
  };
}

function substring(reader: FilterReader): Comparison {
  const part = reader.text();
  return (bytes, offset, length) => (textOf(bytes, offset, length).toLowerCase().includes(part) ? 0 : 1);
}

/** With their sign bits flipped, signed numbers sort as bytes. */
function long(reader: FilterReader): Comparison {
  const argument = reader.raw(LONG_BYTES);
  return (bytes, offset, length) => {
    if (length !== LONG_BYTES)
      throw invalidArgument(`a LongComparator compares ${LONG_BYTES} bytes; the stored value has ${length}`);
    const sign = ((argument[0] as number) ^ 0x80) - ((bytes[offset] as number) ^ 0x80);
    return sign || compareRanges(argument, 1, LONG_BYTES - 1, bytes, offset + 1, LONG_BYTES - 1);
  };
}

function bigDecimal(reader: FilterReader): Comparison {
  const argument = decodeDecimal(reader.sized());
  return (bytes, offset, length) => compareDecimals(argument, decodeDecimal(bytes.subarray(offset, offset + length)));
}

function bit(reader: FilterReader): Comparison {
  const op = reader.below(3);
  const argument = reader.sized();
  return (bytes, offset, length) => {
    if (length !== argument.length) return 1;
    for (let index = 0; index < length; index++) {
      const given = argument[index] as number;
      const stored = bytes[offset + index] as number;
      if ((op === 0 ? given & stored : op === 1 ? given | stored : given ^ stored) !== 0) return 0;
    }
    return 1;
  };
}

function textOf(bytes: Uint8Array, offset: number, length: number): string {
  return decodeText(bytes.subarray(offset, offset + length));
}

/**
 * Compares the signs, then the approximate numbers of places, so that only numbers of similar size are brought to one
 * scale.
 */
function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a);
  if (sign !== signOf(b) || sign === 0) return sign - signOf(b);
  const places = placesOf(a) - placesOf(b);
  if (Math.abs(places) > 2) return sign * places;
  const left = a.unscaled * 10n ** BigInt(Math.max(0, b.scale - a.scale));
  const right = b.unscaled * 10n ** BigInt(Math.max(0, a.scale - b.scale));
  return left < right ? -1 : Number(left > right);
}

/**
 * The approximate number of places before the point, computed from the hexadecimal digits. For two numbers of one sign
 * the errors differ by at most one and a quarter places.
 */
function placesOf({ unscaled, scale }: Decimal): number {
  return unscaled.toString(16).length * DIGITS_OF_HEX - scale;
}

function signOf({ unscaled }: Decimal): number {
  return unscaled < 0n ? -1 : Number(unscaled > 0n);
}
