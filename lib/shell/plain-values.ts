import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { argumentError } from './ruby-error.js';
import { isHash, isList, ShellText, type ShellValue, TableReference, textOf } from './shell-value.js';

/** HBase's LATEST_TIMESTAMP, which means the time of the call (N-52). */
const HBASE_LATEST = 2n ** 63n - 1n;

/** An integer, also as decimal text. Throws INVALID_ARGUMENT for any other value, and beyond ±(2^53−1). */
export function integerOf(value: ShellValue, what: string): number {
  const number = Number(longOf(value, what));
  if (!Number.isSafeInteger(number)) throw argumentError(`${what} must be an integer within ±(2^53−1)`);
  return number;
}

/** An integer of any size, also as decimal text. Throws INVALID_ARGUMENT for any other value. */
export function longOf(value: ShellValue, what: string): bigint {
  if (typeof value === 'bigint') return value;
  const text = value instanceof ShellText ? value.text.trim() : '';
  if (!/^[+-]?\d+$/.test(text)) throw argumentError(`${what} must be an integer; got ${kindOfValue(value)}`);
  return BigInt(text.replace('+', ''));
}

/**
 * Milliseconds since 1970, or any version number from 0 to 2^53−2; HBase's largest number and Bigtab's mean the current
 * time. Throws INVALID_ARGUMENT; the request checks for negative numbers (N-51).
 */
export function timestampOf(value: ShellValue): number {
  const long = longOf(value, 'a timestamp');
  if (long === HBASE_LATEST) return LATEST_TIMESTAMP;
  const number = Number(long);
  if (!Number.isSafeInteger(number))
    throw argumentError(`a timestamp must be an integer from 0 to 2^53-2; got ${long}`);
  return number;
}

/** True or false, also as text, ignoring case. Throws INVALID_ARGUMENT for any other value. */
export function booleanOf(value: ShellValue, what: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = value instanceof ShellText ? value.text.toLowerCase() : '';
  if (text !== 'true' && text !== 'false')
    throw argumentError(`${what} must be true or false; got ${kindOfValue(value)}`);
  return text === 'true';
}

/** A string; a table is accepted for its name. Throws INVALID_ARGUMENT for a list, a hash and nil. */
export function wordOf(value: ShellValue | undefined, what: string): string {
  if (value === undefined || value === null || isList(value) || isHash(value)) {
    throw argumentError(`${what} must be a string; got ${kindOfValue(value ?? null)}`);
  }
  return textOf(value);
}

function kindOfValue(value: ShellValue): string {
  if (value instanceof ShellText) return `'${value.text}'`;
  if (value instanceof TableReference) return 'a table';
  if (isList(value)) return 'an array';
  return isHash(value) ? 'a hash' : value === null ? 'nil' : String(value);
}
