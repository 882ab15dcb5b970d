import { LATEST_TIMESTAMP } from '../../../index.js';
import { fromPrintable } from '../printable-bytes.js';

/*
 * Arguments of calls: JSON as what the package takes. What is wrong in the eyes of HBase passes here, so that the package refuses it.
 */

/** Bytes in printable form, or one byte many times; null stays null. */
export function toBytes(value: unknown): Uint8Array {
  if (value === null || value === undefined) return value as unknown as Uint8Array;
  if (typeof value === 'string') return fromPrintable(unescapePrintable(value));
  const [unit, count] = (value as { readonly repeat: readonly [string, number] }).repeat;
  return fromPrintable(unit.repeat(count));
}

/** The largest timestamps of HBase lie beyond a number's safe integers: Bigtab refuses them. */
export function toTime(value: unknown): number {
  return value === 'LATEST' ? LATEST_TIMESTAMP : Number(value);
}

/** Whether an argument somewhere in `value` is a timestamp that Bigtab does not have. */
export function isBeyondTime(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBeyondTime);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isBeyondTime);
  return typeof value === 'string' && /^-?\d{16,19}$/.test(value) && !Number.isSafeInteger(Number(value) + 1);
}

/** A 64-bit number, written as a number or as decimal text. */
export function toLong(value: unknown): bigint {
  return BigInt(value as number | string);
}

/** A double, whose special values are words. */
export function toDouble(value: unknown): number {
  return value === '-0' ? -0 : Number(value);
}

/** Printable ASCII is not always escaped where it may be: `\x20` is a blank. */
function unescapePrintable(value: string): string {
  return value.replace(/\\x([2-7][0-9A-F])/g, (escape, digits: string) => {
    const byte = Number.parseInt(digits, 16);
    return byte === 0x5c || byte === 0x7f ? escape : String.fromCharCode(byte);
  });
}
