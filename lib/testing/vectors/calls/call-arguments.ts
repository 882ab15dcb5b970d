import { LATEST_TIMESTAMP } from '../../../index.js';
import { parseTableName, type TableName } from '../../../model/schema/table-name.js';
import { fromPrintable } from '../printable-bytes.js';

/*
 * Arguments of calls, from JSON to what the package accepts. Wrong arguments pass, because the package must refuse
 * them.
 */

/**
 * Bytes in printable form, or one byte many times. Returns everything else as it is: bytes, null, or an argument of
 * another type.
 */
export function toBytes(value: unknown): Uint8Array {
  if (typeof value === 'string') return fromPrintable(unescapePrintable(value));
  if (typeof value !== 'object' || value === null || !('repeat' in value)) return value as Uint8Array;
  const [unit, count] = value.repeat as readonly [string, number];
  return fromPrintable(unit.repeat(count));
}

/** A table name in one part, or in two, of which the first may be missing. Throws as the package does. */
export function toTableName(first: unknown, second?: unknown): TableName {
  if (second === undefined) return parseTableName(first);
  // Without a qualifier there is nothing to put after the namespace.
  return parseTableName(second === null || first === null || first === '' ? second : `${first}:${second}`);
}

/**
 * A timestamp. HBase's largest lie beyond a number's safe integers: Bigtab refuses them. The largest safe
 * integer, which is none here, is the one below it.
 */
export function toTime(value: unknown): number {
  if (value === 'LATEST') return LATEST_TIMESTAMP;
  return value === String(LATEST_TIMESTAMP) ? LATEST_TIMESTAMP - 1 : Number(value);
}

/** Whether a call has a timestamp that Bigtab does not have; counters may be as large. */
export function hasBeyondTime(call: readonly unknown[]): boolean {
  const json = JSON.stringify(call);
  return !/ncrement|Bytes/.test(json) && [...json.matchAll(/"(-?\d{16,19})"/g)].some(([, digits]) => isBeyond(digits));
}

/** Whether an answer has a cell with such a timestamp. */
export function hasBeyondCell(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  if (Array.isArray(answer) && answer.length >= 4 && isBeyond(answer[2])) return true;
  return Object.values(answer).some(hasBeyondCell);
}

function isBeyond(time: unknown): boolean {
  return typeof time === 'string' && /^-?\d{16,19}$/.test(time) && !Number.isSafeInteger(Number(time));
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
  return value.replace(/\\x([2-7][0-9A-F])/g, (unit, digits: string) => {
    const byte = Number.parseInt(digits, 16);
    return byte === 0x5c || byte === 0x7f ? unit : String.fromCharCode(byte);
  });
}
