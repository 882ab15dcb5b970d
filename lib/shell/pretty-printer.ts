import { BigtabError, invalidArgument } from '../errors.js';
import { FOREVER } from '../model/schema/time-to-live.js';

/** The unit of an attribute's number: seconds, bytes, or none, so that the number is printed unchanged. */
export type Unit = 'TIME_INTERVAL' | 'BYTE' | 'NONE';

interface Scale {
  /** The size of each unit, the largest first. */
  readonly sizes: readonly bigint[];
  /** The total, then each unit; every part may be missing. */
  readonly pattern: RegExp;
  readonly mismatch: string;
}

const INTERVALS: Scale = {
  sizes: [86_400n, 3_600n, 60n, 1n],
  pattern:
    /^(?:(\d+)\s*SECONDS?\s*\()?\s*(?:(\d+)\s*DAYS?)?\s*(?:(\d+)\s*HOURS?)?\s*(?:(\d+)\s*MINUTES?)?\s*(?:(\d+)\s*SECONDS?)?\s*\)?$/i,
  mismatch: 'Malformed TTL string: TTL values in seconds and human readable format do not match',
};
const SIZES: Scale = {
  sizes: [2n ** 40n, 2n ** 30n, 2n ** 20n, 2n ** 10n, 1n],
  pattern:
    /^(?:(\d+)\s*B?\s*\()?\s*(?:(\d+)\s*TB?)?\s*(?:(\d+)\s*GB?)?\s*(?:(\d+)\s*MB?)?\s*(?:(\d+)\s*KB?)?\s*(?:(\d+)\s*B?)?\s*\)?$/i,
  mismatch: 'Malformed size string: values in byte and human readable format do not match',
};

/**
 * An attribute's decimal number, as descriptors show it (S-7, A-17). Throws INVALID_ARGUMENT for text that is not a
 * number. HBase: `PrettyPrinter.format`.
 */
export function formatPretty(text: string, unit: Unit): string {
  if (unit === 'NONE') return text;
  const number = readLong(text);
  return unit === 'BYTE' ? formatSize(number) : formatInterval(number);
}

/**
 * The decimal number in the text of an interval or a size: a number alone, or units from the largest to the smallest,
 * also in the form of `formatPretty` (S-6). Any other text counts as 0. Throws INVALID_ARGUMENT beyond 64 bits, and
 * HBASE if a total and its parts in parentheses differ. HBase: `PrettyPrinter.valueOf`.
 */
export function parsePretty(text: string, unit: Unit): string {
  if (unit === 'NONE') return text;
  if (unit === 'TIME_INTERVAL' && text.toUpperCase() === 'FOREVER') return String(FOREVER);
  if (isLong(text)) return String(readLong(text));
  const { sizes, pattern, mismatch } = unit === 'BYTE' ? SIZES : INTERVALS;
  const [, total, ...parts] = pattern.exec(text) ?? [];
  const sum = sizes.reduce((all, size, index) => all + readLong(parts[index] ?? '0') * size, 0n);
  if (total !== undefined && readLong(total) !== sum) throw new BigtabError('HBASE', mismatch);
  return String(BigInt.asIntN(64, sum));
}

function formatInterval(seconds: bigint): string {
  if (seconds === BigInt(FOREVER)) return 'FOREVER';
  const total = counted(seconds, 'SECOND');
  if (seconds < 60n) return total;
  const parts = split(seconds, INTERVALS.sizes);
  return `${total} (${named(parts, ['DAY', 'HOUR', 'MINUTE', 'SECOND'], counted).join(' ')})`;
}

function formatSize(bytes: bigint): string {
  if (bytes < 1024n) return `${bytes} B`;
  const parts = named(split(bytes, SIZES.sizes), ['TB', 'GB', 'MB', 'KB', 'B'], (part, unit) => `${part}${unit}`);
  return `${bytes} B (${parts.join(' ')})`;
}

function counted(count: bigint, unit: string): string {
  return `${count} ${unit}${count === 1n ? '' : 'S'}`;
}

/** The count of each of `sizes`, the largest first, that add up to `number`. */
function split(number: bigint, sizes: readonly bigint[]): readonly bigint[] {
  return sizes.map((size, index) => (index === 0 ? number : number % (sizes[index - 1] as bigint)) / size);
}

/** The parts that are not zero, each with its unit. */
function named(
  parts: readonly bigint[],
  units: readonly string[],
  show: (part: bigint, unit: string) => string,
): readonly string[] {
  return parts.flatMap((part, index) => (part === 0n ? [] : [show(part, units[index] as string)]));
}

/** Whether `text` is a decimal number of 64 bits; a longer one may still be digits of a unit. */
function isLong(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, toBigInt(text)) === toBigInt(text);
}

function readLong(text: string): bigint {
  if (!isLong(text)) throw invalidArgument(`For input string: "${text}"; it must be a 64-bit number`);
  return toBigInt(text);
}

/** REQUIRES decimal digits, optionally after a sign. */
function toBigInt(text: string): bigint {
  return BigInt(text.replace('+', ''));
}
