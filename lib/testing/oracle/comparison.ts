/* Operators and comparators of filters. */
import type { ComparatorObject, Compared } from '../vectors/filters/filter-object.js';
import { refuse } from './refusal.js';
import { compareTexts } from './stored-cell.js';

/** Whether `stored op argument` is true; never for NO_OP. */
export function holds({ op, comparator }: Compared, stored: string): boolean {
  if (op === 'NO_OP') return false;
  const order = compare(comparator, stored);
  switch (op) {
    case 'LESS':
      return order > 0;
    case 'LESS_OR_EQUAL':
      return order >= 0;
    case 'EQUAL':
      return order === 0;
    case 'NOT_EQUAL':
      return order !== 0;
    case 'GREATER_OR_EQUAL':
      return order <= 0;
    case 'GREATER':
      return order < 0;
  }
}

/** Throws if the comparator cannot be created. */
export function checkComparator(comparator: ComparatorObject): void {
  if (comparator[0] === 'binarycomponent' && comparator[2] < 0) refuse('IllegalArgumentException', 'a negative offset');
  if (comparator[0] === 'regexstring') patternOf(comparator[1], 'su');
}

/** The result of comparing the argument with the stored bytes. */
function compare(comparator: ComparatorObject, stored: string): number {
  switch (comparator[0]) {
    case 'binary':
      return compareTexts(comparator[1], stored);
    case 'binaryprefix':
      return compareTexts(comparator[1], stored.slice(0, comparator[1].length));
    case 'binarycomponent':
      return compareTexts(comparator[1], stored.slice(comparator[2], comparator[2] + comparator[1].length));
    case 'bit':
      return hasBits(comparator[1], stored, comparator[2]) ? 0 : 1;
    case 'null':
      return 1;
    case 'substring':
      return decoded(stored).toLowerCase().includes(comparator[1].toLowerCase()) ? 0 : 1;
    case 'regexstring':
      return patternOf(comparator[1], 'su').test(decoded(stored)) ? 0 : 1;
    case 'regexstringnocase':
      return patternOf(comparator[1], 'sui').test(decoded(stored)) ? 0 : 1;
    case 'long':
      return compareNumbers(BigInt(comparator[1]), longOf(stored));
    case 'bigdecimal':
      return compareDecimals(decimalOf(comparator[1]), storedDecimal(stored));
  }
}

function hasBits(value: string, stored: string, op: 'AND' | 'OR' | 'XOR'): boolean {
  if (value.length !== stored.length) return false;
  const codes = (text: string): number[] => [...text].map((byte) => byte.charCodeAt(0));
  const other = codes(stored);
  return codes(value).some((byte, index) => {
    const against = other[index] as number;
    return (op === 'AND' ? byte & against : op === 'OR' ? byte | against : byte ^ against) !== 0;
  });
}

function decoded(bytes: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** In Java, `\s` is ASCII only, and `$` also matches before a last line terminator. */
function patternOf(expression: string, flags: string): RegExp {
  const translated = expression
    .replaceAll('\\S', '[^ \\t\\n\\x0B\\f\\r]')
    .replaceAll('\\s', '[ \\t\\n\\x0B\\f\\r]')
    .replace(/\$$/, '(?=(?:\\r\\n|[\\n\\r\\u0085\\u2028\\u2029])?$)');
  try {
    return new RegExp(translated, flags);
  } catch {
    return refuse('IllegalArgumentException', `no regular expression: ${expression}`);
  }
}

function compareNumbers(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Big-endian, signed. */
function integerOf(bytes: string): bigint {
  const unsigned = [...bytes].reduce((sum, byte) => sum * 256n + BigInt(byte.charCodeAt(0)), 0n);
  return BigInt.asIntN(8 * bytes.length, unsigned);
}

function longOf(stored: string): bigint {
  return stored.length === 8 ? integerOf(stored) : refuse('IllegalArgumentException', 'a long has 8 bytes');
}

/** `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

function decimalOf(text: string): Decimal {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  return {
    digits: BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n),
    scale: fraction.length - Number(exponent),
  };
}

function storedDecimal(stored: string): Decimal {
  if (stored.length < 5) refuse('IllegalArgumentException', 'a decimal has 5 bytes or more');
  return { digits: integerOf(stored.slice(4)), scale: Number(integerOf(stored.slice(0, 4))) };
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const scaled = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own);
  return compareNumbers(scaled(a), scaled(b));
}
