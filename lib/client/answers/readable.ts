import { decodeInt64 } from '../../bytes/numbers.js';
import { decodeTextStrict, toStringBinary } from '../../bytes/text.js';

/*
 * Stored bytes in readable form.
 */

const COUNTER_BYTES = 8;

/** Characters that text does not contain: control characters except tab, line feed and carriage return. */
const NOT_IN_TEXT = /(?![\t\n\r])\p{Control}/u;

/** UTF-8 as text, other bytes in printable `\xNN` form. */
export function readableText(bytes: Uint8Array): string {
  return decodeTextStrict(bytes) ?? toStringBinary(bytes);
}

/**
 * The readable form of a value: 8 bytes that are a counter as a decimal number, others as `readableText` writes them. A
 * stored cell does not record the type of its value. So unless `isCounter` is true, 8 bytes count as a counter only if
 * they are not text: not UTF-8, or with control characters. Every counter below 2^56 has such bytes. Text of 8 bytes
 * stays text; a double reads as the integer that has the same bytes.
 */
export function readableValue(value: Uint8Array, isCounter: boolean = false): string {
  const text = decodeTextStrict(value);
  const asCounter = value.length === COUNTER_BYTES && (isCounter || text === null || NOT_IN_TEXT.test(text));
  return asCounter ? String(decodeInt64(value, 0)) : (text ?? toStringBinary(value));
}
